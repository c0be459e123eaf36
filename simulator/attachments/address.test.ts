import { describe, expect, it } from 'vitest';
import { refusedRange, sameAddress } from './address.ts';

/** Addresses of each network that must be refused. */
const refused: Readonly<Record<string, readonly string[]>> = {
  'this network': ['0.0.0.0', '0.1.2.3'],
  'private, 10/8': ['10.0.0.1', '10.255.255.255'],
  'private, 172.16/12': ['172.16.0.1', '172.31.255.255'],
  'private, 192.168/16': ['192.168.0.1'],
  'shared by carriers': ['100.64.0.1', '100.127.255.254'],
  loopback: ['127.0.0.1', '127.255.255.255'],
  'link-local, metadata of clouds too': ['169.254.0.1', '169.254.169.254'],
  'for protocols': ['192.0.0.1', '192.0.0.170', '192.31.196.1', '192.52.193.1', '192.88.99.1', '192.175.48.1'],
  'for documentation': ['192.0.2.1', '198.51.100.1', '203.0.113.1'],
  'for benchmarks': ['198.18.0.1', '198.19.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255'],
  reserved: ['240.0.0.1', '255.255.255.255'],
  'unspecified, version 6': ['::'],
  'loopback, version 6': ['::1'],
  'version 4 in version 6, compatible': ['::7f00:1', '::127.0.0.1', '::8.8.8.8'],
  'version 4 in version 6, mapped': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:0:7f00:1'],
  'version 4 in version 6, translated': ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::a00:1'],
  '6to4': ['2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1'],
  ISATAP: ['2a00:1450::5efe:7f00:1', '2a00:1450::200:5efe:a00:1'],
  Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'discarded, version 6': ['100::1'],
  'for benchmarks and hashes, version 6': ['2001:2::1', '2001:10::1', '2001:20::1'],
  'for documentation, version 6': ['2001:db8::1', '3fff::1', '3fff:fff::1'],
  'not given out, version 6': ['4000::1', '5f00::1'],
  'unique local': ['fc00::1', 'fd12:3456::1'],
  'link-local and site-local, version 6': ['fe80::1', 'fe80::1%lo', 'fec0::1'],
  'multicast, version 6': ['ff02::1'],
  'with a zone': ['2a00:1450::1%eth0'],
};

/** Public addresses right next to those networks, and of known services. */
const admitted: Readonly<Record<string, readonly string[]>> = {
  'beside private ones, 10/8': ['9.255.255.255', '11.0.0.0'],
  'beside private ones, 172.16/12': ['172.15.255.255', '172.32.0.1'],
  'beside private ones, 192.168/16': ['192.167.255.255'],
  'beside shared ones': ['100.63.255.255', '100.128.0.0'],
  'beside loopback': ['126.255.255.255', '128.0.0.1'],
  'beside link-local': ['169.253.255.255'],
  'beside benchmarks': ['198.17.255.255', '198.20.0.1'],
  'beside multicast': ['223.255.255.255'],
  'known services': ['1.1.1.1', '8.8.8.8'],
  'known services, version 6': [
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
    '2620:fe::fe',
    '2001:4860:4860::8888',
  ],
};

describe('refusedRange', () => {
  it.each(Object.entries(refused))('refuses addresses %s: %j', (_network, addresses) => {
    expect(addresses.filter((address) => refusedRange(address) === null)).toEqual([]);
  });

  it.each(['', 'localhost', '256.1.1.1', '1.2.3.4.5', ':::1'])('refuses %j, which is no address', (address) => {
    expect(refusedRange(address)).toBe('unreadable');
  });

  it.each(Object.entries(admitted))('lets public addresses %s pass: %j', (_network, addresses) => {
    expect(addresses.filter((address) => refusedRange(address) !== null)).toEqual([]);
  });
});

describe('sameAddress', () => {
  it('compares addresses, not spellings', () => {
    expect(sameAddress('::1', '0:0:0:0:0:0:0:1')).toBe(true);
    expect(sameAddress('10.0.0.1', '::ffff:10.0.0.1')).toBe(true);
    expect(sameAddress('10.0.0.1', '10.0.0.2')).toBe(false);
  });
});
