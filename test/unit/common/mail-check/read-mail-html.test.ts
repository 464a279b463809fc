import { expect } from 'chai';
import { builtInTemplates } from '../../../../common/data/templates.ts';
import { readMailHtml } from '../../../../common/mail-check/read-mail-html.ts';

const codes = (html: string, mjml = false): string[] =>
  readMailHtml(html, mjml).problems.map(({ code, where }) => `${code} ${where}`);
const support = (html: string, mjml = false): string[] =>
  readMailHtml(html, mjml)
    .problems.filter(({ code }) => code === 'client_support')
    .map(({ text }) => text.split(' is not shown by ')[0]!);

describe('the reader of a mail’s HTML', () => {
  it('collects the links that can be asked, each once, without their fragments', () => {
    const { links, problems } = readMailHtml(
      `<a href="https://a.example/x?y=1#z">1</a><a href=" https://a.example/x?y=1 ">2</a><area href="http://b.example">
       <a href="mailto:me@a.example">3</a><a href="tel:+1">4</a><a href="#below">5</a><a name="below">6</a>
       <a href="((unsubscribe_preferences))">7</a><a href="https://c.example/((first_name))">8</a>
       <link href="https://d.example/x.css"><img alt="" src="https://e.example/x.png">`,
      false,
    );
    expect(links).to.deep.equal(['https://a.example/x?y=1', 'http://b.example/']);
    expect(problems.filter(({ code }) => code !== 'client_support')).to.deep.equal([]);
  });

  for (const href of [
    '',
    ' ',
    '#',
    'www.shop.example',
    '/offers',
    'https://',
    'https://a b.example',
    'http://a.example:99999/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://a.example/',
    `https://a.example/${'x'.repeat(9000)}`,
  ])
    it(`names a link that can not be opened: ${JSON.stringify(href.slice(0, 40))}`, () => {
      const { problems, links } = readMailHtml(`<a href="${href}">x</a>`, false);
      expect(links).to.deep.equal([]);
      expect(problems.map(({ level, code }) => [level, code])).to.deep.equal([['error', 'link_invalid']]);
    });

  it('names images without text, and not those for decoration', () => {
    expect(
      codes(
        '<img src="https://a.example/1.png"><img src="https://a.example/2.png" alt=""><img src="//a.example/3.png" alt="A cat"><img srcset="https://a.example/4.png 2x">',
      ),
    ).to.deep.equal(['image_text_missing https://a.example/1.png', 'image_text_missing template']);
  });

  for (const src of [
    'cid:logo@x',
    'logo.png',
    '/images/logo.png',
    'file:///C:/logo.png',
    'http://localhost:3000/logo.png',
    'https://10.0.0.7/logo.png',
    'https://[::1]/logo.png',
    'https://intranet/logo.png',
    'https://printer.local/logo.png',
    'https://a.example:99999/logo.png',
  ])
    it(`names an image that no recipient can load: ${src}`, () => {
      const { problems } = readMailHtml(`<img alt="" src="${src}"><img alt="" src="${src}">`, false);
      expect(problems.map(({ level, code, where }) => [level, code, where])).to.deep.equal([
        ['error', 'image_unreachable', src],
      ]);
    });

  for (const [html, src] of [
    [
      '<img alt="" src="https://a.example/1.png" srcset="https://a.example/1.png 1x, logo@2.png 2x">',
      'logo@2.png',
    ],
    ['<picture><source srcset="logo.webp"></picture>', 'logo.webp'],
    ['<table background="images/paper.png"></table>', 'images/paper.png'],
    ['<td style="background-image:url(cid:paper)"></td>', 'cid:paper'],
    [`<td style="background:#fff url( 'paper.png' ) no-repeat"></td>`, 'paper.png'],
    ['<style>.a{background:url("http://localhost/paper.png")}</style>', 'http://localhost/paper.png'],
    ['<video poster="file:///C:/film.png"></video>', 'file:///C:/film.png'],
    ['<input type="image" src="button.png">', 'button.png'],
  ] as const)
    it(`names an image that no recipient can load in ${html}`, () => {
      const { problems } = readMailHtml(html, true);
      expect(
        problems.filter(({ code }) => code === 'image_unreachable').map(({ level, where }) => [level, where]),
      ).to.deep.equal([['error', src]]);
    });

  it('asks for images of style sheets and backgrounds, and for no fonts', () => {
    const html = `<style>@import url(more.css); @font-face{src:url(font.woff)} .a{background:url(https://a.example/1.png)}</style>
      <td background="https://a.example/2.png" style="background:url(data:image/png;base64,AA==) url(((picture)))"></td>`;
    const { problems, images } = readMailHtml(html, true);
    expect(problems.filter(({ code }) => code === 'image_unreachable')).to.deep.equal([]);
    expect(images).to.deep.equal(['https://a.example/1.png', 'https://a.example/2.png']);
  });

  it('leaves images with placeholders, of the service itself and inside the mail alone', () => {
    const html =
      '<img alt="" src="((picture))"><img alt="" src="http://localhost:3000/images/a.png"><img alt="" src="https://a.example/((x)).png">';
    expect(readMailHtml(html, false, 'http://localhost:3000').problems).to.deep.equal([]);
  });

  for (const [html, code] of [
    ['<script>x</script>', 'script_in_mail'],
    ['<iframe src="https://a.example/"></iframe>', 'script_in_mail'],
    ['<p onclick="x()">y</p>', 'script_in_mail'],
    ['<html ⚡4email><p>y</p>', 'script_in_mail'],
    ['<form action="https://a.example/"><input name="x"></form>', 'form_in_mail'],
  ] as const)
    it(`names what mail clients remove in ${html}`, () => {
      const { problems } = readMailHtml(html, true);
      expect(problems.filter((one) => one.code === code)).to.have.length(1);
    });

  for (const image of [
    '<img alt="">',
    '<img alt="" src="">',
    '<img alt="A cat" src="  ">',
    '<img>',
    '<img alt="" src="&lt;svg xmlns=&quot;http://www.w3.org/2000/svg&quot; viewBox=&quot;0 0 24 24&quot;&gt;&lt;/svg&gt;">',
  ])
    it(`names an image that was not chosen: ${image}`, () => {
      const { problems } = readMailHtml(`<p>Hi</p>${image}`, true);
      expect(problems.map(({ level, code, where }) => [level, code, where])).to.deep.equal([
        ['error', 'image_missing', 'template'],
      ]);
    });

  it('takes the addresses that images can have', () => {
    for (const src of [
      'https://a.example/1.png',
      '((image))',
      'data:image/png;base64,AA==',
      'cid:logo',
      '//a.example/1.png',
    ])
      expect(codes(`<img alt="" src="${src}">`)).to.not.include('image_missing template');
  });

  it('names what big mail clients do not show, once for each feature', () => {
    expect(
      support(
        `<style>@font-face{font-family:x} .a:nth-child(2){display:grid;gap:1rem} .b{width:calc(1px + 2px)}</style>
         <p style="position:absolute;background:linear-gradient(red,blue)"></p><p style="position:absolute"></p>
         <video></video><form><input type="radio"></form><img alt="" src="x.webp?1"><img alt="" src="data:image/png;base64,AA==">`,
      ),
    ).to.have.members([
      '@font-face',
      ':nth-child',
      'display:grid',
      'gap, column-gap, row-gap',
      'rem unit',
      'CSS calc() function',
      'position',
      'linear-gradient()',
      '<video> element',
      '<form> element',
      '<input type="radio"> element',
      'webP image format',
      'Base 64 image format',
    ]);
    expect(support('<p style="color:red;border-radius:4px;padding:1px 2px">x</p>')).to.deep.equal([]);
  });

  it('ignores tags in comments', () => {
    expect(codes('<!-- <a href=""><img> --><!--[if mso]><a href="">x</a><![endif]-->')).to.deep.equal([]);
  });

  it('leaves Outlook on Windows out when MJML wrote the HTML', () => {
    const html = '<p style="display:flex">x</p>';
    expect(support(html)).to.deep.equal(['display:flex']);
    expect(support(html, true)).to.deep.equal([]);
  });

  for (const { template_name, html_code } of builtInTemplates().filter(({ is_blank }) => is_blank === 0))
    it(`finds nothing in a built-in template: ${template_name}`, () => {
      expect(codes(html_code, true)).to.deep.equal([]);
    });
});
