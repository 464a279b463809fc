import type { RefusedPart } from '../../common/guarded/urls.ts';

/** Addresses of all kinds. */
export const ADDRESSES: readonly string[] = [
  '93.184.216.34',
  '1.1.1.1',
  '2606:4700:4700::1111',
  '::ffff:1.1.1.1',
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
];

/** URLs that a guarded request refuses for any answer of the DNS, by the part that is wrong. */
export const REFUSED_URLS: Readonly<Record<RefusedPart, readonly string[]>> = {
  scheme: ['http://shop.example/hook', 'ftp://shop.example/hook'],
  login: ['https://ada:secret@shop.example/hook'],
  fragment: ['https://shop.example/hook#here'],
  port: ['https://shop.example:22/', 'https://shop.example:25/', 'https://shop.example:1023/'],
  address: [
    'https://10.0.0.1/',
    'https://0xa.0.0.1/',
    'https://167772161/',
    'https://169.254.169.254/latest',
    'https://[fd12:3456::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://metadata.internal./',
    'https://printer.local/',
    'https://shop.invalid/',
    'https://intranet/',
    'https://router.home.arpa/',
  ],
};

export const ALLOWED_URLS: readonly string[] = [
  'https://shop.example/hook?a=1',
  'https://shop.example./hook',
  'https://shop.example:8443/',
  'https://93.184.216.34/',
  'https://[2606:4700:4700::1111]/',
  'https://käse.example/',
  'https://local.example/',
];
