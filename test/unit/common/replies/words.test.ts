import { expect } from 'chai';
import fc from 'fast-check';
import { createSearch } from '../../../../common/replies/search.ts';
import { partsOfPattern, standIn, wordsOf } from '../../../../common/replies/words.ts';

const fits = (pattern: string, text: string): boolean => standIn(wordsOf(text), partsOfPattern(pattern));

describe('the reader of a reply’s words', () => {
  it('turns a reply into small letters, without punctuation, apostrophes and addresses', () => {
    expect(wordsOf("550-5.1.1 <a@b.example>: User DOESN’T exist; isn't (here)!")).to.equal(
      ' 550 5 1 1 user doesnt exist isnt here ',
    );
    expect(wordsOf('')).to.equal(' ');
    expect(wordsOf('Empfänger 不存在。')).to.equal(' empfänger 不存在 ');
  });

  it('finds a pattern whole, or in part when it has a star', () => {
    expect(fits('user unknown', '550 User unknown.')).to.equal(true);
    expect(fits('user unknown', '550 superuser unknown')).to.equal(false);
    expect(fits('*user unknown', '550 superuser unknown')).to.equal(true);
    expect(fits('quota', '550 quotas')).to.equal(false);
    expect(fits('quota*', '550 quotas')).to.equal(true);
    expect(fits('mailbox*full', 'mailbox for this user is full')).to.equal(true);
    expect(fits('mailbox*full', 'full mailbox')).to.equal(false);
    expect(fits('user*unknown', 'user unknown')).to.equal(true);
  });

  it('finds exactly the literals that one pass finds', () => {
    const letters = fc
      .array(fc.constantFrom('a', 'b', ' ', 'ä'), { minLength: 1, maxLength: 6 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(
        fc.uniqueArray(letters, { minLength: 1, maxLength: 12 }),
        fc.array(fc.constantFrom('a', 'b', ' ', 'ä', 'x', '漢'), { maxLength: 60 }),
        (literals, text) => {
          const found = new Set<number>();
          createSearch(literals).find(text.join(''), (index) => found.add(index));
          const expected = literals.flatMap((literal, index) =>
            text.join('').includes(literal) ? [index] : [],
          );
          expect([...found].sort((one, other) => one - other)).to.deep.equal(expected);
        },
      ),
    );
  });
});
