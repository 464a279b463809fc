import { expect } from 'chai';
import { decodeHtml, escapeHtml } from '../../../common/domain/html-escape.ts';
import { fillLinkTarget, urlComponent, wholeUrl } from '../../../common/domain/link-targets.ts';
import { postalAddress } from '../../../common/domain/postal-address.ts';
import { mjmlOf } from '../../../common/domain/template-json.ts';

describe('HTML escapes', () => {
  it('make text safe and come back', () => {
    const text = `<a href="x" title='y'>&amp;</a>`;
    expect(escapeHtml(text)).to.equal('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;');
    expect(decodeHtml(escapeHtml(text))).to.equal(text);
  });

  const references: [string, string][] = [
    ['&amp;&lt;&gt;&quot;&apos;&nbsp;', '&<>"\'\u00a0'],
    ['&uuml;&Uuml;&eacute;&szlig;&euro;&hellip;', 'üÜéß€…'],
    ['&#38;&#x26;&#X1F389;', '&&🎉'],
    ['&#0;&#xD800;&#x110000;', '\ufffd\ufffd\ufffd'],
    ['a&copy=2&lt=3&unknown;&#;&;', 'a&copy=2&lt=3&unknown;&#;&;'],
    ['&amp;lt;', '&lt;'],
  ];
  for (const [html, text] of references) it(`reads ${html}`, () => expect(decodeHtml(html)).to.equal(text));
});

describe('values in addresses', () => {
  it('as pieces hold nothing that structures an address', () => {
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
    it(`as a whole: ${JSON.stringify(value)}`, () => expect(wholeUrl(value)).to.equal(url));
});

describe('where a click leads', () => {
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
    it(JSON.stringify(template), () => expect(fillLinkTarget(template, values)).to.equal(url));
  }
});

describe('a postal address', () => {
  it('is one line in a fixed order', () => {
    expect(
      postalAddress({
        country: 'Germany',
        zip_code: '80331',
        state: 'Bavaria',
        city: 'Munich',
        company_address2: 'Back yard',
        company_address: 'Long Street 1',
      }),
    ).to.equal('Long Street 1, Back yard, Munich, Bavaria, 80331, Germany');
  });
  it('leaves out what is blank and breaks no line', () => {
    expect(postalAddress({ company_address: ' a\r\nb ', city: null, state: ' ', country: 'C' })).to.equal(
      'a b, C',
    );
    expect(postalAddress({})).to.equal('');
  });
});

describe('a template_json', () => {
  it('has its MJML under mjml, whatever else is in it', () => {
    expect(mjmlOf('{"mjml":"<mjml></mjml>","project":{"x":1}}')).to.equal('<mjml></mjml>');
  });
  for (const text of [
    '',
    'x',
    'null',
    '1',
    '"mjml"',
    '[]',
    '["mjml"]',
    '{}',
    '{"mjml":1}',
    '{"mjml":{}}',
    '{"mjml":" "}',
    '{"__proto__":{"mjml":"x"}}',
  ]) {
    it(`is none: ${text}`, () => expect(mjmlOf(text)).to.equal(null));
  }
});
