import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const MOST_WORDS = 1500;
/** All pages together, with what programs write. */
const MOST_IN_ALL = 45_000;
/** Pages that a program writes from a table of the code. */
const GENERATED = ['contract.md', 'settings.md'];
/** A part of a page that a program writes. */
const GENERATED_PART = /<!-- begin (\w+) -->[\s\S]*?<!-- end \1 -->/g;

const all = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((page) => page.endsWith('.md'));
const pages = all.filter((page) => !GENERATED.includes(page));
const wordsIn = (text: string): number => text.trim().split(/\s+/).length;

describe('a page of docs', () => {
  for (const page of pages)
    it(`${page} has at most ${MOST_WORDS} words`, () => {
      const text = readFileSync(`docs/${page}`, 'utf8').replace(GENERATED_PART, '');
      expect(wordsIn(text)).to.be.at.most(MOST_WORDS);
    });

  it('exists for each exception', () => {
    for (const page of GENERATED) expect(readFileSync(`docs/${page}`, 'utf8')).to.have.length.above(0);
    expect(readFileSync('docs/replies.md', 'utf8')).to.match(GENERATED_PART);
  });
});

describe('docs/', () => {
  it(`has at most ${MOST_IN_ALL} words`, () => {
    const words = all.map((page) => wordsIn(readFileSync(`docs/${page}`, 'utf8')));
    expect(
      words.reduce((sum, one) => sum + one, 0),
      'cut what is said twice',
    ).to.be.at.most(MOST_IN_ALL);
  });
});
