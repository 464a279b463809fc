import { expect } from 'chai';
import { decodeHtml, escapeHtml } from '../../../../common/domain/html-escape.ts';

describe('the escaping of HTML', () => {
  it('makes text safe and can be reversed', () => {
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
