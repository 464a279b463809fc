import { expect } from 'chai';
import { compileMail } from '../../../../common/compose/compile-mail.ts';
import { renderMail } from '../../../../common/compose/render-mail.ts';
import { readToken } from '../../../../common/domain/tokens.ts';
import {
  compose,
  documentOf,
  faults,
  htmlOf,
  KEY,
  recipient,
  source,
  textOf,
} from '../../../support/composed-mails.ts';

const track = (html: string) => compileMail(source({ html, tracking: true }));

describe('the tracking of links', () => {
  // The HTML, and the target in the table; null when the link is not rewritten.
  const cases: [string, string | null][] = [
    ['<a href="https://x.example/a">', 'https://x.example/a'],
    ["<a href='http://x.example'>", 'http://x.example'],
    ['<a href=https://x.example/a?b=c>', 'https://x.example/a?b=c'],
    ['<A\nclass=x HREF = "HTTPS://X.example/" target=_blank>', 'HTTPS://X.example/'],
    ['<area href="https://x.example/a">', 'https://x.example/a'],
    ['<a href="https://x.example/?a=1&amp;b=2&copy=3&#38;d">', 'https://x.example/?a=1&b=2&copy=3&d'],
    ['<a href="  https://x.example/a\n b ">', 'https://x.example/a b'],
    ['<a href="https://x.example/?e=((email))">', 'https://x.example/?e=((email))'],
    ['<a href="https://x.example/((a|b &amp; c))/">', 'https://x.example/((a|b & c))/'],
    ['<a href="https://x.example/((sender_name))">', 'https://x.example/The%20Shop'],
    ['<a href="https://((host))/">', 'https://((host))/'],
    ['<a href="https://ü.example/ü">', 'https://ü.example/ü'],
    ['<!--[if mso]><a href="https://x.example/a"><![endif]-->', 'https://x.example/a'],
    ['<a href="((website))">', null],
    ['<a href=" ((website))/path">', null],
    ['<a href="((unsubscribe_preferences))">', null],
    ['<a href="https://x.example/?back=((unsubscribe_preferences))">', null],
    ['<a href="mailto:a@b.example">', null],
    ['<a href="tel:+49">', null],
    ['<a href="#top">', null],
    ['<a href="cid:x">', null],
    ['<a href="//x.example">', null],
    ['<a href="/x">', null],
    ['<a href="https:///x">', null],
    ['<a href="">', null],
    ['<a href>', null],
    ['<a data-href="https://x.example/a">', null],
    ['<link href="https://x.example/a.css">', null],
    ['<img src="https://x.example/a.png">', null],
    ['<v:rect href="https://x.example/a">', null],
    ['<!-- <a href="https://x.example/a"> -->', null],
    ['<style><a href="https://x.example/a"></style>', null],
    ['<p title=\'<a href="https://x.example/a">\'>', null],
    ['&lt;a href="https://x.example/a">', null],
  ];
  for (const [html, url] of cases) {
    it(`${url === null ? 'leaves alone' : 'rewrites'} ${html.replaceAll('\n', ' ')}`, async () => {
      const { links } = track(`<body>${html}</body>`);
      expect(links).to.deep.equal(url === null ? [] : [{ id: 1, url }]);
      expect(compileMail(source({ html, tracking: false })).links).to.deep.equal([]);
      const sent = await htmlOf(compose({ html: `<body>${html}</body>`, tracking: true }));
      expect(sent.split('<div')[0]!.includes('/c/')).to.equal(url !== null);
    });
  }

  it('numbers links in the order of first appearance, with one id for each address', async () => {
    const html = ['b', 'a', 'b', 'c', 'a'].map((x) => `<a href="https://${x}.example">${x}</a>`).join('');
    const mail = track(html);
    expect(mail.links.map(({ id, url }) => [id, url])).to.deep.equal([
      [1, 'https://b.example'],
      [2, 'https://a.example'],
      [3, 'https://c.example'],
    ]);
    const sent = await htmlOf(renderMail(mail, recipient({}, { deliveryId: 2 ** 52 + 1 })));
    const clicked = [...sent.matchAll(/<a href="https:\/\/mail\.example\/c\/([\w-]+)">/g)].map(([, token]) =>
      readToken(KEY, 'click', token!),
    );
    expect(clicked).to.deep.equal(
      [1, 2, 1, 3, 2].map((second) => ({ account: 42, id: 2 ** 52 + 1, second })),
    );
  });

  it('changes nothing around the links', async () => {
    const html = `<body><a class="x" href='https://x.example/?a=1' target=_blank>go</a> and <a href=https://y.example>y</a></body>`;
    const sent = await htmlOf(compose({ html, tracking: true }));
    expect(sent.replaceAll(/\/c\/[\w-]{40}/g, '/c/T')).to.match(
      /^<body><a class="x" href='https:\/\/mail\.example\/c\/T' target=_blank>go<\/a> and <a href="https:\/\/mail\.example\/c\/T">y<\/a>/,
    );
  });

  it('keeps the plain text readable', async () => {
    const html = '<p><a href="https://x.example/?a=1&amp;e=((email))">Go</a></p>';
    const text = await textOf(compose({ html, tracking: true }, recipient({ email: 'a b@c' })));
    expect(text).to.match(/^Go \[https:\/\/x\.example\/\?a=1&e=a%20b%40c\]/);
  });

  it('takes thousands of links', () => {
    const html = Array.from({ length: 3000 }, (_, at) => `<a href="https://x.example/${at}">${at}</a>`).join(
      '',
    );
    const mail = track(html);
    expect(mail.links).to.have.lengthOf(3000);
    expect(faults(renderMail(mail, recipient()))).to.deep.equal([]);
  });

  it('adds a hidden link that is not in the table, only with tracking', async () => {
    const html = '<html><body><a href="https://x.example">x</a></body></html>';
    const mail = track(html);
    expect(mail.links).to.have.lengthOf(1);
    const message = renderMail(mail, recipient());
    const sent = await documentOf(message);
    const hidden =
      /<div style="display:none;mso-hide:all" aria-hidden="true"><a href="https:\/\/mail\.example\/c\/([\w-]{40})" tabindex="-1" rel="nofollow"><\/a><\/div><img/.exec(
        sent,
      )!;
    expect(readToken(KEY, 'click', hidden[1]!)).to.deep.equal({ account: 42, id: 4711, second: 0 });
    expect(await textOf(message)).to.not.include('/c/');
    expect(await htmlOf(compose({ html, tracking: false })))
      .to.not.include('/c/')
      .and.not.include('aria-hidden');
  });

  it('adds the pixel at the end of the body, only with tracking', async () => {
    const html = '<html><body><p>x</p></body></html>';
    const sent = await documentOf(compose({ html, tracking: true }));
    const [, token] =
      /<img src="https:\/\/mail\.example\/o\/([\w-]{40})" width="1" height="1" alt=""[^>]*><\/body><\/html>$/.exec(
        sent,
      )!;
    expect(readToken(KEY, 'open', token!)).to.deep.equal({ account: 42, id: 4711, second: 0 });
    expect(await htmlOf(compose({ html, tracking: false }))).to.not.include('<img');
  });
});
