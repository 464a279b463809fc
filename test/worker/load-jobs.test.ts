import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { JOB_NAMES } from '../../common/jobs/catalogue.ts';
import { loadJobs } from '../../worker/load-jobs.ts';

describe('the jobs of a worker', () => {
  it('are those of the catalogue, each from the file that has its name', async () => {
    const jobs = await loadJobs();
    expect(Object.keys(jobs)).to.have.members(JOB_NAMES);
    for (const name of JOB_NAMES) {
      expect(jobs[name].name).to.equal(name);
      expect(jobs[name].doing, name).to.match(/^[A-Z]/);
    }
  });

  it('have no file that the catalogue does not know', () => {
    const files = readdirSync(new URL('../../worker/jobs/', import.meta.url));
    expect(files).to.have.members(JOB_NAMES.map((name) => `${name}.ts`));
  });

  it('are not loaded when one of the catalogue has no file: the worker does not start', async () => {
    const refused = await loadJobs(['send-notices', 'send-letters']).catch((error: unknown) => error);
    expect(String(refused)).to.match(/^Error: the catalogue has a job that .* \.\/jobs\/send-letters\.ts$/);
  });
});
