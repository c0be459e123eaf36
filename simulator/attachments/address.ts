import ipaddr from 'ipaddr.js';

/** IPv6 addresses that the internet routes; everything outside is local, reserved or a translation (RFC 4291). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** The last 64 bits of an ISATAP address carry an IPv4 address that a tunnel would reach (RFC 5214). */
const ISATAP_GROUPS: readonly number[] = [0x0000, 0x0200];

const RANGE_NAMES: Readonly<Record<string, string>> = {
  private: 'private',
  loopback: 'loopback',
  linkLocal: 'link-local',
  uniqueLocal: 'unique-local',
  carrierGradeNat: 'carrier-grade NAT',
  multicast: 'multicast',
  broadcast: 'broadcast',
  unspecified: 'unspecified',
  ipv4Mapped: 'IPv4-mapped',
  rfc6052: 'NAT64',
  '6to4': '6to4',
  teredo: 'Teredo',
};

/**
 * Why we never connect to an IP address: the name of its range ("loopback"), or null for a public address.
 * Source: chat request, rule 6 (private, loopback, link-local and reserved addresses).
 *
 * Only globally routed unicast passes. Forms that embed an IPv4 address are refused whole, public inside or not: a host
 * that is reachable has a plain address too, and a translator on the way may reach what the embedded address names.
 * Text that is no address is refused as well.
 */
export function refusedRange(address: string): string | null {
  // A zone id names a local interface: no public address has one.
  if (address.includes('%') || !ipaddr.isValid(address)) return 'unreadable';
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range !== 'unicast') return RANGE_NAMES[range] ?? 'reserved';
  if (parsed instanceof ipaddr.IPv4) return null;
  if (!parsed.match(GLOBAL_UNICAST)) return 'reserved';
  const [group = -1, mark] = parsed.parts.slice(4);
  return mark === 0x5efe && ISATAP_GROUPS.includes(group) ? 'ISATAP' : null;
}

/** Whether a URL's host (brackets removed) is an IP literal; those never pass a resolver. */
export function isLiteral(host: string): boolean {
  // The pattern first: the library throws and catches an error for each name.
  return /^\d|:/.test(host) && ipaddr.isValid(host);
}

/** Whether two spellings are one address ("::1", "0:0:0:0:0:0:0:1"). */
export function sameAddress(one: string, other: string): boolean {
  const canonical = (address: string) => ipaddr.process(address).toNormalizedString();
  return canonical(one) === canonical(other);
}
