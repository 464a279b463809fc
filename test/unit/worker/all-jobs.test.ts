import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { JOB_PROCESSORS } from '../../../worker/all-jobs.ts';

describe('the jobs of a worker', () => {
  it('lists each file of worker/jobs, under the name of the file', () => {
    const files = readdirSync(new URL('../../../worker/jobs/', import.meta.url));
    expect(files).to.have.members(Object.values(JOB_PROCESSORS).map(({ name }) => `${name}.ts`));
  });
});
