import { expect } from 'chai';
import { readMailHtml } from '../../../../common/mail-check/read-mail-html.ts';

const ABOUT = new Set(['text_contrast', 'text_hidden']);
const found = (html: string): string[] =>
  readMailHtml(html, false)
    .problems.filter(({ code }) => ABOUT.has(code))
    .map(({ code, text }) => `${code} ${/“(.*)”/.exec(text)![1]}`);

/** HTML, and what of it can hardly be read. Each is a sibling of another that can. */
const CONTRASTS: readonly (readonly [html: string, texts: readonly string[]])[] = [
  ['<p>x</p>', []],
  ['<p style="color:#767676">x</p>', []],
  ['<p style="color:#bbb">x</p>', ['x']],
  ['<p style="color: LightGrey">x</p>', ['x']],
  ['<p style="color:rgb(250, 250, 250)">x</p>', ['x']],
  ['<p style="color:rgba(0,0,0,.2)">x</p>', ['x']],
  ['<p style="color:rgba(0,0,0,.7)">x</p>', []],
  ['<p style="color:hsl(0 0% 90%)">x</p>', ['x']],
  ['<p style="color:((colour))">x</p>', []],
  ['<p style="color:nonsense">x</p>', []],
  ['<p style="color:#fff">&nbsp;&zwnj; </p>', []],
  ['<p style="color:#fff"><img alt="x" src="https://a.example/x.png"></p>', []],
  ['<div style="background:#222"><p>x</p></div>', ['x']],
  ['<div style="background:#222;color:#fff"><p>x</p></div>', []],
  ['<div style="background-color:#222;color:#fff"><p style="background:#fff">x</p></div>', ['x']],
  ['<div style="background:#222 url(https://a.example/x.png)"><p>x</p></div>', []],
  ['<div style="background-image:linear-gradient(#000,#222)"><p>x</p></div>', []],
  ['<div style="background:#222;background:none"><p>x</p></div>', []],
  ['<div style="background-color:rgba(0,0,0,0.9)"><p>x</p></div>', ['x']],
  ['<table bgcolor="#111111"><tr><td>x</td></tr></table>', ['x']],
  ['<table bgcolor="111111"><tr><td><font color="#eeeeee">x</font></td></tr></table>', []],
  ['<table background="https://a.example/x.png" bgcolor="#111"><tr><td>x</td></tr></table>', []],
  ['<body bgcolor="#000" text="#fff"><p>x</p></body>', []],
  ['<div style="background:#003"><a href="https://a.example">x</a></div>', ['x']],
  ['<div style="background:#003"><a href="https://a.example" style="color:#fff">x</a></div>', []],
  [
    '<div style="background:#003;color:#fff"><a href="https://a.example" style="color:inherit">x</a></div>',
    [],
  ],
  ['<style>.faint{color:#eee}</style><p class="faint">x</p>', ['x']],
  ['<style>.faint{color:#eee}.dark{color:#111!important}</style><p class="faint dark">x</p>', []],
  ['<style>p{color:#eee}</style><p style="color:#111">x</p>', []],
  ['<style>p{color:#eee!important}</style><p style="color:#111">x</p>', ['x']],
  ['<style>#a p{color:#eee}</style><p>x</p>', []],
  ['<style>@media (prefers-color-scheme:dark){p{color:#eee}}</style><p>x</p>', []],
  ['<style>.box{background:#111}</style><div class="box">x</div>', ['x']],
  ['<!--[if mso]><p style="color:#fff">x</p><![endif]-->', []],
  ['<p style="color:#fff;display:none">x</p>', []],
];

/** The same for texts that no reader sees. */
const HIDDEN: readonly (readonly [html: string, texts: readonly string[]])[] = [
  ['<p>Hi</p><p style="font-size:0">x</p>', ['x']],
  ['<p>Hi</p><div style="font-size:0"><p style="font-size:14px">x</p></div>', []],
  ['<p>Hi</p><p style="display:none">x</p>', ['x']],
  ['<p>Hi</p><p hidden>x</p>', ['x']],
  ['<p>Hi</p><p style="visibility:hidden">x</p>', ['x']],
  ['<p>Hi</p><p style="opacity:0">x</p>', ['x']],
  ['<p>Hi</p><p style="max-height:0;overflow:hidden">x</p>', ['x']],
  ['<style>.no{display:none}</style><p>Hi</p><p class="no">x</p>', ['x']],
  [
    '<style>.phone{display:none}@media (max-width:600px){.phone{display:block!important}}</style><p>Hi</p><p class="phone">x</p>',
    [],
  ],
  ['<div style="display:none">A preview</div><p>Hi</p>', []],
  [`<div style="display:none">${'word '.repeat(100)}</div><p>Hi</p>`, [`${'word '.repeat(8).trim()}…`]],
  ['<p>Hi</p><div style="display:none"><img alt="x" src="https://a.example/x.png"></div>', []],
  ['<p>Hi</p><details><summary>More</summary>x</details>', []],
];

describe('the legibility of a mail', () => {
  for (const [html, texts] of CONTRASTS)
    it(`finds ${texts.join() || 'nothing'} too faint in ${html}`, () => {
      expect(found(html)).to.deep.equal(texts.map((text) => `text_contrast ${text}`));
    });

  for (const [html, texts] of HIDDEN)
    it(`finds ${texts.join() || 'nothing'} hidden in ${html.slice(0, 120)}`, () => {
      expect(found(html)).to.deep.equal(texts.map((text) => `text_hidden ${text}`));
    });

  it('says the colours and their contrast, once for each pair', () => {
    const { problems } = readMailHtml('<p style="color:#ccc">One</p><p style="color:#cccccc">Two</p>', false);
    expect(problems.map(({ text }) => text)).to.deep.equal([
      '“One” can hardly be read: #cccccc on #ffffff has a contrast of 1.6 to 1. Choose colours with 4.5 to 1 or more.',
    ]);
  });

  it('reads many elements, style sheets and rules in linear time', () => {
    const rules = Array.from({ length: 5000 }, (_, at) => `.c${at}{color:#${(at % 4096).toString(16)}}`).join(
      '',
    );
    const sheets = `<style>${rules}</style>`.repeat(30);
    const texts = Array.from(
      { length: 20_000 },
      (_, at) => `<p class="c${at % 5000}" style="background:#${at % 1000}">x</p>`,
    );
    readMailHtml(sheets + texts.join(''), false);
  }).timeout(30_000);
});
