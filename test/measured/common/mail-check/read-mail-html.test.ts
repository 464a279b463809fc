import { expect } from 'chai';
import { readMailHtml } from '../../../../common/mail-check/read-mail-html.ts';
import { ownTime } from '../../../support/own-time.ts';

describe('reading the HTML of a mail', () => {
  for (const [name, html] of [
    [
      '10,000 links',
      Array.from({ length: 10_000 }, (_, n) => `<a href="https://a.example/${n}">x</a>`).join(''),
    ],
    ['100,000 broken links', Array.from({ length: 100_000 }, (_, n) => `<a href="${n}"></a>`).join('')],
    ['a tag that does not end', `<a ${'href="'.repeat(300_000)}`],
    ['a million opening brackets', '<'.repeat(1_000_000)],
    ['one long style', `<style>${'a{b:c(d(e(;'.repeat(150_000)}</style>`],
    ['values of functions alone', `<p style="a:${'calc('.repeat(300_000)}">`],
    ['placeholders back to back', `<a href="https://a.example/${'((x))'.repeat(300_000)}">`],
  ] as const)
    it(`takes linear time for ${name}`, async () => {
      expect(await ownTime(() => readMailHtml(html, false), 1)).to.be.below(3000);
    });
});
