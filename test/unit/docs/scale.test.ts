import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { costTables } from '../../../bench/cost-model.ts';
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

  it('has the costs that the measured figures give', () => {
    const costs = costTables(readFileSync('bench/RESULTS.md', 'utf8'));
    const page = readFileSync('bench/COSTS.md', 'utf8');
    expect(/<!-- begin costs -->\n([\s\S]*)\n<!-- end costs -->/.exec(page)?.[1]).to.equal(costs);
  });

  it('lists the collections whose commands are watched', () => {
    expect(page).to.include(`${[...LARGE_COLLECTIONS].map((name) => `\`${name}\``).join(', ')}.`);
  });
});
