import { type ChatModel, models } from '../../../spec/index.ts';
import { affordable, type Context } from '../../engine/context/context.ts';
import { besideFixtures } from './files.ts';
import { atPrivateName, plainChat, type Refusable, refusable, refusalRule } from './refusals.ts';

/** Hosts nobody outside may reach, the clearest first. Source: Resources, chat request body, rule 6. */
const PRIVATE = [
  ...['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', '192.168.1.1', '172.16.0.1', '172.31.255.254', '0.0.0.0'],
  ...['100.64.0.1', '240.0.0.1', '255.255.255.255', '[fe80::1]', '[fd00::1]', '[::]'],
  // The other end of each range, or another of its members.
  ...['10.255.255.254', '192.168.255.254', '169.254.1.1', '100.127.255.254', '0.1.2.3', '255.255.255.254'],
  ...['[fc00::1]', '[fdff:ffff::1]', '[febf::1]'],
  // Reserved for protocols, for documentation, for measurements and for groups.
  ...['192.0.0.1', '192.0.0.254', '192.0.2.1', '198.51.100.7', '203.0.113.254', '198.18.0.1', '198.19.255.254'],
  ...['224.0.0.1', '239.255.255.250', '[ff02::1]', '[ff0e::1]', '[2001:db8::1]', '[2001:db8:ffff::1]'],
  // What the internet does not route (outside 2000::/3), and what stands for an address of version 4.
  ...['[100::1]', '[4000::1]', '[fec0::1]', '[64:ff9b::7f00:1]', '[64:ff9b::10.0.0.1]'],
  ...['[2002:7f00:1::1]', '[2002:a00:1::1]', '[::127.0.0.1]'],
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
  '0xa.1',
  '012.0.0.1',
  '0XA9FEA9FE',
  '3232235777',
  '192.168.257',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '127。0。0。1',
  '１０.０.０.１',
  '[0:0:0:0:0:0:0:1]',
  '[::FFFF:C0A8:0101]',
  '[0000:0000:0000:0000:0000:ffff:192.168.1.1]',
  'LOCALHOST',
];

/** What begins with `https://` and is no URL; many a parser throws at the middle ones. */
const UNPARSABLE = [
  'https://attachments.example:99999/report.pdf',
  'https://[::1/report.pdf',
  'https://',
  'https://attach ments.example/report.pdf',
  'https://attachments.example:port/report.pdf',
  'https:///',
];

/** Cases sent where a refused request may cost money too (readings R20). */
const SCARCE = 2;

const refused = (
  rule: string,
  method: string,
  cases: (context: Context) => readonly Refusable[],
): ReturnType<typeof refusalRule> =>
  refusalRule(rule, method, plainChat, (context) => affordable(context, cases(context), SCARCE));

const at = (hosts: readonly string[], model?: ChatModel): readonly Refusable[] =>
  hosts.map((host) => refusable(`https://${host}/report.pdf`, { model }));

/** PDFs at addresses that are not public, or at none. */
export const addressChecks = [
  refused(
    'attachments.private-address',
    'PDF URLs at private, loopback, link-local and reserved addresses are sent; each must be refused.',
    () => [...at(PRIVATE), ...at(PRIVATE.slice(0, 2), models.chatPro)],
  ),
  refused(
    'attachments.odd-address',
    'PDF URLs at other spellings of such addresses, and at names for them, are sent; each must be refused. Where the fixtures have a name that resolves to a private address, a readable PDF is there.',
    (context) => [
      ...at(ODD.slice(0, 1)),
      ...atPrivateName(context, besideFixtures(context, 'private.', 'pages-1.pdf')),
      ...at(ODD.slice(1)),
    ],
  ),
  refused(
    'attachments.pdf-unreachable',
    'A PDF URL at a host under `.invalid`, which nobody can have, is sent; it must be refused.',
    () => at(['no-such-host.invalid']),
  ),
  refused(
    'attachments.pdf-url',
    'Entries that begin with `https://` and are no URL are sent; each must be refused.',
    () => UNPARSABLE.map((url) => refusable(url)),
  ),
];
