import { expect } from 'chai';
import { shorten } from '../../../../worker/notices/mails/shorten.ts';

describe('a typed name in the service’s own mails', () => {
  it('takes 80 characters at most, on one line', () => {
    expect(shorten('x'.repeat(80))).to.have.length(80);
    expect(Array.from(shorten('🎉'.repeat(200)))).to.have.length(80);
    expect(shorten('x'.repeat(81))).to.equal(`${'x'.repeat(79)}…`);
    expect(shorten(' Spring\r\n\t news ')).to.equal('Spring news');
    expect(shorten('x'.repeat(1e6))).to.have.length(80);
  });

  it('contains nothing that mail readers turn into links', () => {
    for (const [typed, shown] of [
      ['Win at https://evil.example/now', 'Win at evil. example/now'],
      ['www.evil.example', 'www. evil. example'],
      ['HTTP:////evil.example', 'evil. example'],
      ['a@evil.example', 'a@evil. example'],
      ['ünïcode.example', 'ünïcode. example'],
      ['evil。example and evil．example', 'evil。 example and evil． example'],
      [`${'x'.repeat(30)}https://3232235777/`, '3232235777/'],
      ['hthttp://tp://evil.example', 'evil. example'],
      ['e\u200Bvil.\u202Eexample\u0085now\u2028here\0', 'e vil. example now here'],
      ['Version 2.5, e.g. Smith & Co.', 'Version 2.5, e. g. Smith & Co.'],
    ])
      expect(shorten(typed!)).to.equal(shown);
  });
});
