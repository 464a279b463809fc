import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { JOB_PROCESSORS } from '../../../worker/all-jobs.ts';

describe('the table of a worker’s jobs', () => {
  it('lists each file that defines a job, under the name of the file', () => {
    const worker = new URL('../../../worker/', import.meta.url);
    const files = readdirSync(worker, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        file.endsWith('.ts') && readFileSync(new URL(file, worker), 'utf8').includes('default defineJob('),
    );
    const names = files.map((file) => file.slice(file.lastIndexOf('/') + 1, -'.ts'.length));
    expect(names).to.have.members(Object.values(JOB_PROCESSORS).map(({ name }) => name));
  });
});
