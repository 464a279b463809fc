import { expect } from 'chai';
import { linkTextProblems } from '../../../../common/mail-check/link-texts.ts';

const SHOP = 'https://shop.com/offers?x=1';

/** A link, its text, and what is found; where it leads through the service, also the last. */
const TABLE: readonly (readonly [
  href: string,
  shown: string,
  codes: readonly string[],
  tracked: readonly string[],
])[] = [
  [SHOP, 'Our offers', [], []],
  [SHOP, ' www.shop.com ', [], ['link_text_tracked']],
  [SHOP, 'https://news.shop.com/x', [], ['link_text_tracked']],
  [SHOP, 'HTTPS://SHOP.COM', [], ['link_text_tracked']],
  [SHOP, 'paypal.com', ['link_text_foreign'], ['link_text_foreign']],
  [SHOP, 'http://bank.example/login', ['link_text_foreign'], ['link_text_foreign']],
  [SHOP, 'shop.com.evil.net', ['link_text_foreign'], ['link_text_foreign']],
  [SHOP, 'offer.pdf', [], []],
  [SHOP, 'See shop.org for more', [], []],
  [SHOP, 'ada@bank.com', [], []],
  [SHOP, 'e.g. this', [], []],
  ['https://xn--bcher-kva.de/', 'bücher.de', [], ['link_text_tracked']],
  ['https://shop.com/((code))', 'bank.com', ['link_text_foreign'], ['link_text_foreign']],
  ['((unsubscribe_preferences))', 'bank.com', [], []],
  ['mailto:ada@shop.com', 'bank.com', [], []],
  ['https://bit.ly/3x', 'Offers', ['link_shortened'], ['link_shortened']],
  ['https://shop.com/setup.EXE', 'Offers', ['link_program'], ['link_program']],
  ['https://shop.com/?file=setup.exe', 'Offers', [], []],
  ['https://shop.com', 'Offers', [], []],
  ['https://', 'bank.com', [], []],
];

describe('the text of a link', () => {
  for (const [href, shown, codes, tracked] of TABLE)
    it(`${shown} with ${href} gives ${codes.join(' ') || 'no problem'}`, () => {
      const found = (by: boolean) => linkTextProblems(href, shown, by).map(({ code }) => code);
      expect([found(false), found(true)]).to.deep.equal([codes, tracked]);
    });

  it('is read in little time, whatever it is', () => {
    for (const shown of [
      'a.'.repeat(100_000),
      `${'a'.repeat(2000)}!`,
      `${'a-'.repeat(1000)}.`,
      'https://'.repeat(250),
    ])
      expect(linkTextProblems(SHOP, shown, true)).to.deep.equal([]);
  });
});
