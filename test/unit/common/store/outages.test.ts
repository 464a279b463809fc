import { expect } from 'chai';
import type { Logger } from '../../../../common/log.ts';
import { createOutage } from '../../../../common/store/outages.ts';
import { until } from '../../../support/until.ts';

describe('the log of an outage', () => {
  let lines: { fields: Record<string, unknown>; words: string }[];
  let log: Logger;
  beforeEach(() => {
    lines = [];
    log = {
      warn: (fields: Record<string, unknown>, words: string) => lines.push({ fields, words }),
    } as never;
  });

  const words = { store: 'The store', effect: 'all waits' };

  it('contains a line at the start, one now and then, and one at the end, however much fails', async () => {
    const outage = createOutage(words, { lookMs: 5, tellMs: 50 });
    let back = false;
    const error = new Error('no server');
    for (let failed = 0; failed < 500; failed += 1) outage.away(error, log, () => back);
    expect(lines).to.have.length(1);
    expect(lines[0]!.words).to.equal('store not reachable');
    expect(lines[0]!.fields).to.deep.equal({ ...words, err: error });
    await until(() => lines.length === 3);
    expect(lines.slice(1).map((line) => line.words)).to.deep.equal(
      Array(2).fill('store still not reachable'),
    );
    expect(lines[1]!.fields).to.include({ store: 'The store', failures: 500 });
    back = true;
    await until(() => lines.at(-1)!.words === 'store reachable again');
    const told = lines.length;
    outage.away(error, log, () => true);
    expect(lines.at(told)!.words).to.equal('store not reachable');
    await until(() => lines.at(-1)!.fields['failures'] === 1);
  });

  it('reports no end while something still fails, or while it can not be checked', async () => {
    const outage = createOutage(words, { lookMs: 20, tellMs: 10_000 });
    let [asked, failed] = [0, 0];
    const failing = setInterval(() => {
      failed += 1;
      outage.away(new Error('full'), log, () => asked++ > 1);
    }, 2);
    // Five looks at least.
    await until(() => failed > 50);
    expect(lines).to.have.length(1);
    expect(asked).to.equal(0);
    clearInterval(failing);
    await until(() => lines.length === 2);
    expect(asked).to.equal(3);
  });
});
