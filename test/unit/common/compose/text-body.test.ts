import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { BLANK_TEMPLATE_ID, builtInTemplates } from '../../../../common/data/templates.ts';
import { compose, faults, recipient, textOf } from '../../../support/composed-mails.ts';

/** The plain text of a mail up to the footer. */
const render = async (html: string, values: Record<string, string> = {}): Promise<string> =>
  (await textOf(compose({ html }, recipient(values)))).split('\n\nLong Street 1')[0]!;

describe('the plain text', () => {
  const cases: [string, string][] = [
    ['<h1>Big &amp; bold</h1><p>Hi ((a)),</p><p>bye</p>', 'Big & bold\n\nHi <A> & ((b)),\n\nbye'],
    ['<p>((missing|Fr&uuml;nd &lt;x&gt;))</p>', 'Fründ <x>'],
    ['<a href="https://x.example/">https://x.example/</a>', 'https://x.example/'],
    ['<a href="https://x.example/?a=1&amp;b=2">Go</a>', 'Go [https://x.example/?a=1&b=2]'],
    ['<a href="#x">up</a><img src="x.png" alt="A ((a))"><img src="y.png">', 'upA <A> & ((b))'],
    ['<title>t</title><style>p{}</style><script>x</script><p>y ((a))</p>', 'y <A> & ((b))'],
    ['<div style="display:none">hidden</div><span style="color:red; DISPLAY: none">too</span><p>y</p>', 'y'],
    ['<div style="mso-hide:all;max-height:0">hidden</div><p hidden>too</p><p>y</p>', 'y'],
    ['<!-- ((a)) --><!--[if mso]><p>((a))</p><![endif]-->y', 'y'],
    ['<ul><li>one<li>two ((a))</ul>', ' * one\n * two <A> & ((b))'.trim()],
    ['<p>\ue0000\ue001 x \ue000</p>', '0 x'],
    ['<p ((a)) onclick="((a))">x<script>((a))</script></p>', 'x'],
    // Previews that authors hide, and pad so that no other text follows them in the list of mails.
    [
      '<div style="font-size:0;max-height:0;overflow:hidden">Preview &#847;&zwnj;&nbsp;&hairsp;</div><p>y</p>',
      'y',
    ],
    ['<span style="color:#fff; visibility: hidden">Preview</span><p>y</p>', 'y'],
    ['<div>Preview&zwnj;&nbsp;&zwnj;&nbsp;&zwnj;&nbsp;</div><p>y</p>', 'Preview\n\ny'],
    ['<div>A ((a))&#847;&zwnj;&nbsp;&#8202;&#847;b</div>', 'A <A> & ((b)) b'],
    ['<table><tr><td>&#847;&zwnj;&nbsp;&hairsp;&#847;&shy;</td></tr></table><p>y</p>', 'y'],
    ['<p>x</p><p>&#8202;</p><p>&#8203;</p><p>&nbsp;</p><p>y</p>', 'x\n\ny'],
    ['<div>x<br><br><br><br>y</div>', 'x\n\ny'],
    // The characters have a meaning between letters and in emoji.
    [
      '<p>می&zwnj;خواهم co&shy;op 👩&zwj;👩&zwj;👧 10&nbsp;km</p>',
      'می\u200cخواهم co\u00adop 👩\u200d👩\u200d👧 10\u00a0km',
    ],
    ['<pre>x    y</pre>', 'x    y'],
    [
      '<table><tr><th>Item<th>Price<tr><td>Item 1<td>13.50 €<tr><td><td>((a))</table>',
      'Item | Price\nItem 1 | 13.50 €\n<A> & ((b))',
    ],
    ['<table role="presentation"><tr><td><p>left</p><td><p>right</p></table>', 'left\n\nright'],
    [
      '<a href="https://x/1"><img src=s alt="Sale"></a><a href="https://x/2"><img src=t></a>',
      'Sale [https://x/1] https://x/2',
    ],
    ['<a href="MAILTO:ada@example.com?subject=Re%3A">Write</a>', 'Write [ada@example.com]'],
    ['<html><body><p>a</p></body></html><p>after', 'a\n\nafter'],
    ['<svg><text>x</text></svg><noscript>x</noscript><select><option>x</select>y', 'y'],
    ['<ol start="0" type="i"><li>a<li>b</ol>', '0. a\n 1. b'],
    ['<ol start="x" type="A"><li>a<li>b</ol>', '1. a\n 2. b'],
    ['<ol start="2" type="a"><li>a<li>b</ol>', 'b. a\n c. b'],
    ['<img src="s.gif" alt="spacer.gif"><img src=o width="1" height="1" alt="o"><p>y</p>', 'y'],
    ['<img src="t.png" alt="Our team.">', 'Our team.'],
    ['', ''],
  ];
  for (const [html, text] of cases) {
    it(`follows ${html}`, async () => expect(await render(html, { a: '<A> & ((b))' })).to.equal(text));
  }

  it('keeps the figures of an order apart', async () => {
    const html = readFileSync(new URL('../../../fixtures/designs/order-table.html', import.meta.url), 'utf8');
    expect(await render(html)).to.equal(
      [
        'Your order 4711',
        '',
        'Item | Quantity | Price',
        'Cable 2 | 3 | 4.50 EUR',
        'Lamp | 1 | 29.00 EUR',
        'Total | 33.50 EUR',
        '',
        'Sale [https://example.com/a] | New [https://example.com/b]',
        '',
        'Questions? Write to us [help@example.com].',
      ].join('\n'),
    );
  });

  it('repeats the source’s own text, if it has one', async () => {
    const text = 'Hi ((a)) & <all>\n((unsubscribe_preferences)) ((sender_address))';
    expect(await textOf(compose({ text }, recipient({ a: '<b>' })))).to.match(
      /^Hi <b> & <all>\nhttps:.* Long Street 1/,
    );
    expect(await textOf(compose({ text: ' ' }))).to.match(/^Hello/);
  });

  it('repeats the subject when the HTML nests too deep', async () => {
    for (const html of [
      '<div>'.repeat(200_000),
      '<div></b>'.repeat(100_000),
      '<table><tr><td>'.repeat(5000),
    ]) {
      const message = compose({ html, subject: 'Deep ((a))' }, recipient({ a: 'A' }));
      expect(faults(message)).to.deep.equal([]);
      expect(await textOf(message)).to.match(/^Deep A\n\nLong Street/);
    }
  });

  it('follows HTML without end tags', async () => {
    expect(await render('<p>one<br>'.repeat(3000))).to.match(/^(one\n+){2999}one/);
  });
});

describe('the plain text of built-in templates', () => {
  for (const { html_code, template_name } of builtInTemplates().filter(
    ({ id }) => id !== BLANK_TEMPLATE_ID,
  )) {
    it(`contains no lines that show nothing: ${template_name}`, async () => {
      const text = await textOf(compose({ html: html_code, preheader: 'Hidden preview' }));
      expect(text).to.not.match(/\n\n\n|[^\S\n]\n|[\u200b-\u200d\ufeff]|\u034f|\u00a0{2}/);
      expect(text).to.not.include('Hidden preview');
    });
  }
});
