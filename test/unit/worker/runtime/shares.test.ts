import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { JOB_NAMES, JOBS, QUEUES } from '../../../../common/jobs/catalogue.ts';
import { lanesOf } from '../../../../worker/runtime/lanes.ts';
import { createStarts } from '../../../../worker/sending/starts.ts';

/** Longest turn of a job, in milliseconds. */
const LONGEST_MS = 5000;

const worker = new URL('../../../../worker/', import.meta.url);
const sources = readdirSync(worker, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(new URL(file, worker), 'utf8'))
  .join('\n');

describe('the share of an account in a worker', () => {
  for (const name of JOB_NAMES) {
    it(`is bounded by a turn, or by less: ${name}`, () => {
      const { turn } = JOBS[name];
      if (typeof turn === 'number') {
        expect(turn).to.be.within(1, LONGEST_MS);
        // The job measures its turn by the catalogue.
        expect(sources).to.match(
          new RegExp(`(?:beginTurn|stepByStep|turnMsOf|beginImportTurn|callingWebhooks)\\(\\s*'${name}'`),
        );
      } else {
        expect(turn).to.be.a('string').with.length.above(0);
      }
    });

    it(`is in a line of its account: ${name}`, () => {
      const payload = { userId: 7, mailId: 'm' } as never;
      expect(JOBS[name].account(payload)).to.equal(name === 'mail-password' ? 'password-mail-m' : 7);
    });
  }

  const lanes = lanesOf({ config: { workerSlices: 4 }, starts: createStarts() } as never);
  for (const queue of QUEUES) {
    it(`leaves a lane to other accounts: ${queue}`, () => {
      const { all, each } = lanes[queue];
      expect(each).to.be.within(1, all - 1);
    });
  }
});
