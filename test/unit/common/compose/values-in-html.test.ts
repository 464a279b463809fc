import { expect } from 'chai';
import { compose, htmlOf, recipient } from '../../../support/composed-mails.ts';

const EVIL = `"'><img src=x onerror=alert(1)> javascript:alert(1)`;

/** The HTML of a mail up to the footer. */
const render = async (html: string, value: string): Promise<string> =>
  (await htmlOf(compose({ html }, recipient({ v: value })))).split('<div style="padding')[0]!;

describe('the escaping of values in HTML', () => {
  const TEXT = '&quot;&#39;&gt;&lt;img src=x onerror=alert(1)&gt; javascript:alert(1)';
  const PIECE = '%22%27%3E%3Cimg%20src%3Dx%20onerror%3Dalert%281%29%3E%20javascript%3Aalert%281%29';
  const cases: [string, string][] = [
    ['<p>((v))</p>', `<p>${TEXT}</p>`],
    ['<p title="((v))" lang=\'((v))\'>', `<p title="${TEXT}" lang='${TEXT}'>`],
    ['<title>((v))</title>', `<title>${TEXT}</title>`],
    ['<!-- ((v)) -->', `<!-- ${TEXT} -->`],
    [
      '<!--[if mso]><p title="((v))">((v))</p><![endif]-->',
      `<!--[if mso]><p title="${TEXT}">${TEXT}</p><![endif]-->`,
    ],
    ['<a href="((v))">', `<a href="${PIECE}">`],
    ["<a href='https://x.example/((v))'>", `<a href='https://x.example/${PIECE}'>`],
    ['<a href=((v))>', `<a href=${PIECE}>`],
    ['<img src=https://x.example/((v)) alt=x>', `<img src=https://x.example/${PIECE} alt=x>`],
    ['<v:fill src="https://x.example/((v))"/>', `<v:fill src="https://x.example/${PIECE}"/>`],
    ['<td background="((v))">', `<td background="${PIECE}">`],
    ['<script>x = "((v))"</script>', '<script>x = ""</script>'],
    ['<p onclick="((v))">', '<p onclick="">'],
    ['<iframe srcdoc="((v))">', '<iframe srcdoc="">'],
    ['<p ((v))>', '<p >'],
    ['<p ((v))="x">', '<p ="x">'],
    ['<((v))>', '<>'],
    ['</((v))>', '</>'],
    ['<p style="color:((v));">', '<p style="color:img srcx onerroralert1 javascriptalert1;">'],
    ['<style>p{color:((v))}</style>', '<style>p{color:img srcx onerroralert1 javascriptalert1}</style>'],
    ['<p style=((v))>', '<p style=>'],
    ['a < b ((v))', `a < b ${TEXT}`],
    ['<p title="a>b ((v))">((v))', `<p title="a>b ${TEXT}">${TEXT}`],
    ['<!-->((v))', `<!-->${TEXT}`],
    ['<!--x--!>((v))', `<!--x--!>${TEXT}`],
    ['<?xml x="((v))"?>((v))', `<?xml x=""?>${TEXT}`],
    ['<style>a</style ><p title=((v))>', '<style>a</style ><p title='],
  ];
  for (const [html, sent] of cases) {
    it(`escapes the values of ${html} for their places`, async () => {
      const shown = await render(html, EVIL);
      if (sent.endsWith('title=')) expect(shown).to.match(/<p title=[\w.;&#-]+>$/);
      else expect(shown).to.equal(sent);
    });
  }

  it('keeps a value that is an address at the start of an address', async () => {
    const html = '<a href="((v))"><img src="((v))">';
    expect(await render(html, 'https://x.example/ü?a=1&b="2"')).to.equal(
      '<a href="https://x.example/%C3%BC?a=1&amp;b=%222%22"><img src="https://x.example/%C3%BC?a=1&amp;b=%222%22">',
    );
    expect(await render('<a href=" &#32;((v))">', 'javascript:x')).to.equal(
      '<a href=" &#32;javascript%3Ax">',
    );
  });

  it('treats a fallback as plain text that was written in HTML', async () => {
    expect(await render('<p>((v|Fr&uuml;nd &amp; Co > "x"))</p>', '')).to.equal(
      '<p>Fründ &amp; Co &gt; &quot;x&quot;</p>',
    );
    expect(await render('<img src="https://x.example/?n=((v|Fr&uuml;nd))">', '')).to.equal(
      '<img src="https://x.example/?n=Fr%C3%BCnd">',
    );
  });

  it('leaves a template without placeholders unchanged, byte for byte', async () => {
    const html =
      '<!DOCTYPE html>\n<html LANG=de><HEAD><meta charset=UTF-8><style>a > b { content: "<" }</style></HEAD><body bgcolor=#fff>\n' +
      "<!-- c --><p class='x' hidden data-x=\"a'b\">5 < 6 && &nbsp;&amp; </p><br/><a href=mailto:x@y.example>x</a>\n" +
      '<script>if (a < b) "</p>"</script><![CDATA[x]]><p title="unclosed';
    expect((await htmlOf(compose({ html }))).startsWith(html)).to.equal(true);
  });
});
