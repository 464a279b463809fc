import { expect } from 'chai';
import type { Logger } from '../../../../common/log.ts';
import { createLostJobs } from '../../../../worker/runtime/queues.ts';
import { until } from '../../../support/until.ts';

describe('the log of jobs that Redis has lost', () => {
  it('reports them once a minute, without their names', () => {
    const lines: unknown[][] = [];
    const log = { warn: (...line: unknown[]) => lines.push(line) } as unknown as Logger;
    const isLost = createLostJobs(log);
    expect(isLost(new Error('Missing key for job deliver-slice-send-1-0-0. moveToFinished'))).to.equal(true);
    expect(isLost(new Error('could not renew lock for job import-contacts-1'))).to.equal(true);
    expect(isLost(new Error('Missing lock for job 1. moveToFinished'))).to.equal(true);
    expect(isLost(new Error('connect ECONNREFUSED'))).to.equal(false);
    expect(lines).to.have.length(1);
    expect(lines[0]![1]).to.match(/^Redis lost running jobs/);
  });

  it('reports them again after a while, with all that were lost meanwhile', async () => {
    const counts: number[] = [];
    const log = { warn: ({ jobs }: { jobs: number }) => counts.push(jobs) } as unknown as Logger;
    const isLost = createLostJobs(log, 50);
    let lost = 0;
    await until(() => {
      lost += 1;
      isLost(new Error('Missing key for job 1. retry'));
      return counts.length === 3;
    });
    expect(counts[0]).to.equal(1);
    expect(counts[0]! + counts[1]! + counts[2]!).to.equal(lost);
  });
});
