import { expect } from 'chai';
import { wireAddress } from '../../../../../../worker/sending/transport/smtp/addresses.ts';

describe('transport: addresses on the wire', () => {
  it('keeps ASCII unchanged, and turns the domain into ASCII', () => {
    expect(wireAddress('A.b+c@Example.com')).to.deep.equal({
      text: 'A.b+c@Example.com',
      international: false,
    });
    expect(wireAddress('no-reply@localhost')?.text).to.equal('no-reply@localhost');
    expect(wireAddress('root@[10.0.0.1]')?.text).to.equal('root@[10.0.0.1]');
    expect(wireAddress('info@münchen.de')).to.deep.equal({
      text: 'info@xn--mnchen-3ya.de',
      international: false,
    });
    expect(wireAddress('jörg@münchen.de')).to.deep.equal({
      text: 'jörg@xn--mnchen-3ya.de',
      international: true,
    });
  });

  it('refuses texts that are no address, or may be several', () => {
    const bad = [
      '',
      '@',
      'a',
      'a@',
      '@b',
      'a@b@c',
      'a b@c.de',
      'a@b c.de',
      'a>,<b@c.de',
      'a@b.de>',
      'a@b%40c.de',
    ];
    const worse = [
      'a\r\n@b.de',
      'a@b.de\r\nDATA',
      'ö\u0085@b.de',
      'ö\u2028@b.de',
      'ö\u00a0@b.de',
      'ö@b.de,c@d.de',
      'a\0@b.de',
    ];
    for (const address of [...bad, ...worse])
      expect(wireAddress(address), JSON.stringify(address)).to.equal(null);
  });
});
