import { affordable } from '../engine/context.ts';
import { plainChat, refusable, refusalRule } from './refusals.ts';

/** Hosts nobody outside may reach, the most telling first. Source: Resources, chat request body, rule 6. */
const PRIVATE = [
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '[::1]',
  '192.168.1.1',
  '172.16.0.1',
  '172.31.255.254',
  '0.0.0.0',
  '100.64.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[fe80::1]',
  '[fd00::1]',
  '[::]',
];

/** The same by other spellings, all of which URL parsers take, and by names. */
const ODD = [
  'localhost',
  '2130706433',
  '[::ffff:127.0.0.1]',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '127.255.255.254',
  'localhost.',
  'printer.localhost',
  '[::ffff:a00:1]',
  '[0:0:0:0:0:ffff:a9fe:a9fe]',
  '127.0.0.1:8443',
  'user@127.0.0.1',
];

/** Cases sent where a refused request may cost money too (readings R20). */
const SCARCE = 2;

const refusedHosts = (rule: string, method: string, hosts: readonly string[]): ReturnType<typeof refusalRule> =>
  refusalRule(rule, method, plainChat, (context) =>
    affordable(context, hosts, SCARCE).map((host) => refusable(`https://${host}/report.pdf`)),
  );

/** PDFs at addresses that are not public, or at none. */
export const addressChecks = [
  refusedHosts(
    'attachments.private-address',
    'PDF URLs at private, loopback, link-local and reserved addresses are sent; each must be refused.',
    PRIVATE,
  ),
  refusedHosts(
    'attachments.odd-address',
    'PDF URLs at other spellings of such addresses, and at names for them, are sent; each must be refused.',
    ODD,
  ),
  refusedHosts(
    'attachments.pdf-unreachable',
    'A PDF URL at a host under `.invalid`, which nobody can have, is sent; it must be refused.',
    ['no-such-host.invalid'],
  ),
];
