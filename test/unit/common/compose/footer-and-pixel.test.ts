import { expect } from 'chai';
import { signToken } from '../../../../common/domain/tokens.ts';
import {
  ADDRESS,
  compose,
  htmlOf,
  KEY,
  PUBLIC_URL,
  recipient,
  textOf,
} from '../../../support/composed-mails.ts';

const PAGE = `${PUBLIC_URL}/preferences/${signToken(KEY, 'preferences', { account: 42, id: 4711 })}`;
const count = (text: string, part: string): number => text.split(part).length - 1;

describe('the footer', () => {
  // The template (as HTML and as text), how often the page's and the sender's address then occur, and whether they were added.
  const cases: [string, number, number][] = [
    ['<p>x</p>', 1, 1],
    ['<p>((sender_address))</p>', 1, 2],
    ['<p>((unsubscribe_preferences))</p>', 1, 1],
    ['<p>((unsubscribe_preferences)) ((sender_address))</p>', 1, 1],
    ['<p>((unsubscribe_preferences|x)) ((sender_address|y))</p>', 1, 1],
  ];
  for (const [body, pages, addresses] of cases) {
    it(`adds what is missing in ${body}`, async () => {
      const html = `<html><body>${body}</body></html>`;
      for (const message of [compose({ html }), compose({ html: 'x', text: body })]) {
        const shown = message.includes(Buffer.from('<html>')) ? await htmlOf(message) : await textOf(message);
        expect(count(shown, PAGE)).to.equal(pages);
        expect(count(shown, ADDRESS)).to.equal(addresses);
      }
      const derived = await textOf(compose({ html }));
      expect(count(derived, PAGE)).to.equal(pages);
      expect(count(derived, ADDRESS)).to.equal(addresses);
    });
  }

  it('ignores invisible content', async () => {
    const hidden =
      '<title>((unsubscribe_preferences))</title><!-- ((unsubscribe_preferences)) ((sender_address)) -->';
    const shown = await htmlOf(compose({ html: `<html><head>${hidden}</head><body></body></html>` }));
    expect(shown).to.include(`<a href="${PAGE}"`).and.include(`${ADDRESS}<br>`);
  });

  it('counts a link around an image', async () => {
    const html =
      '<body><a href="((unsubscribe_preferences))"><img src="x.png" alt="off"></a>((sender_address))</body>';
    expect(await htmlOf(compose({ html }))).to.equal(
      `<body><a href="${PAGE}"><img src="x.png" alt="off"></a>${ADDRESS}</body>`,
    );
    expect(await textOf(compose({ html }))).to.equal(`off [${PAGE}]${ADDRESS}`);
  });

  it('stands before the last </body>, or </html>, or at the end', async () => {
    const places: [string, RegExp][] = [
      ['<html><body>x</body></html>', /<\/a><\/div><\/body>$/],
      ['<body>x<!-- </body> --></BODY >', /<\/a><\/div><\/BODY >$/],
      ['<html>x</html>', /<\/a><\/div>$/],
      ['x', /<\/a><\/div>$/],
      ['<body>x</body><body>y</body>z', /y<div.*<\/a><\/div><\/body>z$/],
    ];
    for (const [html, end] of places) expect(await htmlOf(compose({ html }))).to.match(end);
  });

  it('has the language and direction of the mail, else English', async () => {
    for (const [tag, start, link] of [
      ['de-AT', ' lang="de" dir="ltr">', 'Abmelden oder Einstellungen ändern'],
      ['ja', ' lang="ja" dir="ltr">', '配信停止または設定の変更'],
      ['nn', ' lang="nb" dir="ltr">', 'Meld deg av eller endre innstillingene'],
      ['und', ' lang="en" dir="ltr">', 'Unsubscribe or change your preferences'],
      ['constructor', ' lang="en" dir="ltr">', 'Unsubscribe or change your preferences'],
    ] as const) {
      const message = compose({ html: `<html lang="${tag}"><body>x</body></html>` });
      expect(await htmlOf(message))
        .to.include(start)
        .and.include(`>${link}</a>`);
      expect(await textOf(message)).to.include(`${link}: ${PAGE}`);
    }
    expect(await htmlOf(compose({ html: '<html lang=ar>x' }))).to.match(
      new RegExp(` lang="ar" dir="rtl"><bdi>${ADDRESS}</bdi><br>`),
    );
  });

  it('can be read on dark mails: its ground is its own', async () => {
    const shown = await htmlOf(compose({ html: '<body style="background:#000">x</body>' }));
    expect(shown).to.match(/<div style="[^"]*color:#6b6b6b;background-color:#ffffff"/);
  });

  it('escapes the address', async () => {
    const values = new Map([['sender_address', '<b>A & "B"</b>']]);
    expect(await htmlOf(compose({ values }))).to.include('&lt;b&gt;A &amp; &quot;B&quot;&lt;/b&gt;<br>');
    expect(await textOf(compose({ values }))).to.include('\n\n<b>A & "B"</b>\nUnsubscribe');
  });

  it('works without an address', async () => {
    expect(await htmlOf(compose({ html: '<p>((unsubscribe_preferences))</p>', values: new Map() }))).to.equal(
      `<p>${PAGE}</p>`,
    );
  });
});

describe('the preheader', () => {
  const preheader = 'For ((first_name|you)) & <all>';

  it('stands hidden after <body>, escaped and padded with blanks', async () => {
    const html = '<html><head></head><body class="x"><p>y</p></body></html>';
    const sent = await htmlOf(compose({ html, preheader }, recipient({ first_name: '<Zoë>' })));
    expect(sent).to.match(
      /<body class="x"><div style="display:none;[^"]*">For &lt;Zoë&gt; &amp; &lt;all&gt;(&zwnj;&nbsp;)+<\/div><p>y/,
    );
  });

  it('stands as early as possible when there is no <body>', async () => {
    const places: [string, string][] = [
      ['<p>y', '<div style'],
      ['<!DOCTYPE html><p>y', '</head><div style'],
      [
        '<!doctype html><html lang=en><p>y',
        '<!doctype html><html lang=en><head><meta charset="utf-8"></head><div style',
      ],
      ['<html><head><title>t</title></head><p>y', '<title>t</title></head><div style'],
      [
        '<!--[if mso]><body><![endif]--><!--[if !mso]><!--><body class=x><!--<![endif]-->',
        '<body class=x><div style',
      ],
    ];
    for (const [html, start] of places) expect(await htmlOf(compose({ html, preheader }))).to.include(start);
  });

  it('disappears when it is blank, and never shows in the plain text', async () => {
    expect(await htmlOf(compose({ preheader: ' ' }))).to.not.include('display:none');
    expect(await textOf(compose({ preheader }))).to.not.include('For you');
  });
});
