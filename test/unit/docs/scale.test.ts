import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { QUESTIONS } from '../../../common/store/everywhere.ts';
import { LARGE_COLLECTIONS } from '../../../common/store/large-collections.ts';

const page = readFileSync('docs/scale.md', 'utf8');

describe('the page on scale', () => {
  it('lists the questions over all accounts', () => {
    const rows = Object.entries(QUESTIONS).map(
      ([name, { reason, bound }]) => `| \`${name}\` | ${reason} | ${bound} |`,
    );
    const table = ['| question | reason | bound |', '|---|---|---|', ...rows].join('\n');
    expect(/<!-- begin questions -->\n([\s\S]*)\n<!-- end questions -->/.exec(page)?.[1]).to.equal(table);
    expect(rows).to.have.length.at.most(15);
  });

  it('lists the collections whose commands are watched', () => {
    expect(page).to.include(`${[...LARGE_COLLECTIONS].map((name) => `\`${name}\``).join(', ')}.`);
  });
});
