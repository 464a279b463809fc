import { expect } from 'chai';
import { refusedPartOf } from '../../../../common/guarded/urls.ts';

const part = (text: string, loopback = false) => refusedPartOf(new URL(text), { loopback });

describe('the part of a URL that a guarded request refuses', () => {
  for (const text of [
    'https://shop.example/hook',
    'https://shop.example:443/',
    'https://shop.example:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://shop.example./hook?a=1',
  ])
    it(`is none of ${text}`, () => expect(part(text)).to.equal(null));

  for (const [text, refused] of [
    ['http://shop.example/', 'scheme'],
    ['ftp://shop.example/', 'scheme'],
    ['https://ada:secret@shop.example/', 'login'],
    ['https://shop.example/#here', 'fragment'],
    ['https://shop.example:22/', 'port'],
    ['https://10.0.0.1/', 'address'],
    ['https://0x7f.1/', 'address'],
    ['https://[::1]/', 'address'],
    ['https://[::ffff:10.0.0.1]/', 'address'],
    ['https://169.254.169.254/', 'address'],
    ['https://168.63.129.16/', 'address'],
    ['https://localhost/', 'address'],
    ['https://api.localhost./', 'address'],
    ['https://mongodb/', 'address'],
    ['https://printer.local/', 'address'],
    ['https://metadata.google.internal/', 'address'],
    ['https://nowhere.invalid/', 'address'],
  ] as const)
    it(`is the ${refused} of ${text}`, () => expect(part(text)).to.equal(refused));

  it('allows the loopback alone where it is allowed', () => {
    for (const text of [
      'http://localhost:4000/',
      'http://127.0.0.1:4000/',
      'http://[::1]:4000/',
      'https://localhost/',
    ])
      expect(part(text, true), text).to.equal(null);
    expect(part('http://10.0.0.1/', true)).to.equal('scheme');
    expect(part('https://10.0.0.1/', true)).to.equal('address');
    expect(part('http://shop.example/', true)).to.equal('scheme');
  });
});
