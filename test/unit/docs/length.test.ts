import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const MOST_WORDS = 1500;
/** Pages that a program writes from a table of the code. */
const GENERATED = ['contract.md', 'settings.md'];
/** A part of a page that a program writes. */
const GENERATED_PART = /<!-- begin (\w+) -->[\s\S]*?<!-- end \1 -->/g;

const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter(
  (page) => page.endsWith('.md') && !GENERATED.includes(page),
);

describe('a page of docs', () => {
  for (const page of pages)
    it(`${page} has at most ${MOST_WORDS} words`, () => {
      const text = readFileSync(`docs/${page}`, 'utf8').replace(GENERATED_PART, '');
      expect(text.trim().split(/\s+/).length).to.be.at.most(MOST_WORDS);
    });

  it('exists for each exception', () => {
    for (const page of GENERATED) expect(readFileSync(`docs/${page}`, 'utf8')).to.have.length.above(0);
    expect(readFileSync('docs/replies.md', 'utf8')).to.match(GENERATED_PART);
  });
});
