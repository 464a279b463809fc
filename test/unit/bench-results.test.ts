import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { readResults, resultsPage } from '../../bench/support/results.ts';

describe('the page of results', () => {
  const page = readFileSync('bench/RESULTS.md', 'utf8');
  const beginning = '## How cost grows';
  const figures = (text: string): string => text.slice(text.indexOf(beginning));

  it('stays the same when it is written again from its own figures', () => {
    const again = resultsPage(readResults(page));
    expect(again).to.include(beginning);
    expect(figures(again)).to.equal(figures(page));
  });

  it('keeps each run, goal, date, machine and commit of a program', () => {
    const measured = [
      {
        name: 'send',
        on: '2026-11-24',
        machine: 'Some CPU (R)',
        commit: '0123abcd',
        runs: [
          [
            { what: 'rate', value: 9541, unit: 'mails/s', goal: { atLeast: 9000 } },
            { what: 'CPU', value: 0.62, unit: 's', goal: { atMost: 0.6 } },
            { what: 'memory', value: 180, unit: 'MB' },
          ],
          [
            { what: 'rate', value: 8999, unit: 'mails/s', goal: { atLeast: 9000 } },
            { what: 'CPU', value: 0.59, unit: 's', goal: { atMost: 0.6 } },
            { what: 'memory', value: 178, unit: 'MB' },
          ],
        ],
      },
      { name: 'rings', on: '2026-11-25', machine: 'Other CPU', runs: [] },
      { name: 'ids', on: '2026-11-25', machine: 'Other CPU', commit: '0123abcd-dirty', runs: [] },
    ];
    expect(readResults(resultsPage(measured))).to.deep.equal(measured);
  });
});
