import { expect } from 'chai';
import { fillLinkTarget, urlComponent, wholeUrl } from '../../../../common/domain/link-targets.ts';

describe('a value in an address', () => {
  it('keeps no special character of addresses when it is a component', () => {
    expect(urlComponent('a b/c?d=e&f#g:h@i%j"\'<>()\r\nü🎉\ud800')).to.equal(
      'a%20b%2Fc%3Fd%3De%26f%23g%3Ah%40i%25j%22%27%3C%3E%28%29%0D%0A%C3%BC%F0%9F%8E%89%EF%BF%BD',
    );
    expect(urlComponent('A-z_0.9~')).to.equal('A-z_0.9~');
  });

  const wholes: [string, string][] = [
    ['https://x.example/a?b=c&d=%20#e', 'https://x.example/a?b=c&d=%20#e'],
    [' HTTP://x.example/ü "\' ', 'HTTP://x.example/%C3%BC%20%22%27'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['tel:+4912', 'tel:+4912'],
    ['javascript:alert(1)', 'javascript%3Aalert%281%29'],
    [' \tJaVaScRiPt:alert(1)', 'JaVaScRiPt%3Aalert%281%29'],
    ['java\nscript:x', 'java%0Ascript%3Ax'],
    ['data:text/html,x', 'data%3Atext%2Fhtml%2Cx'],
    ['//evil.example', '%2F%2Fevil.example'],
    ['https:evil', 'https%3Aevil'],
    ['', ''],
  ];
  for (const [value, url] of wholes)
    it(`reads as a whole address: ${JSON.stringify(value)}`, () => expect(wholeUrl(value)).to.equal(url));
});

describe('the target of a click', () => {
  const values = new Map([
    ['email', 'a+b@c.example'],
    ['host', 'x.example'],
    ['evil', '/\r\nSet-Cookie: x'],
  ]);
  const targets: [string, string | null][] = [
    ['https://x.example', 'https://x.example'],
    ['http://x.example:80/a?b=c&d=e#f', 'http://x.example:80/a?b=c&d=e#f'],
    [
      'https://x.example/?e=((email))&n=((name|my friend))',
      'https://x.example/?e=a%2Bb%40c.example&n=my%20friend',
    ],
    ['https://((host))/', 'https://x.example/'],
    ['https://((evil))/', null],
    ['https://x.example/((evil))', 'https://x.example/%2F%0D%0ASet-Cookie%3A%20x'],
    ['https://münchen.example/ü x', 'https://xn--mnchen-3ya.example/%C3%BC%20x'],
    ['https:\\\\x.example', 'https://x.example/'],
    ['javascript:alert(1)', null],
    ['//x.example', null],
    ['((host))', null],
    ['', null],
  ];
  for (const [template, url] of targets) {
    it(`follows ${JSON.stringify(template)}`, () => expect(fillLinkTarget(template, values)).to.equal(url));
  }
});
