import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { JOB_PROCESSORS } from '../../../worker/all-jobs.ts';

describe('the table of a worker’s jobs', () => {
  it('lists each file that defines a job, under the name of the file', () => {
    const worker = new URL('../../../worker/', import.meta.url);
    const files = readdirSync(worker, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const names: string[] = [];
    for (const file of files) {
      const defined = readFileSync(new URL(file, worker), 'utf8').matchAll(
        /(default|=) defineJob\(\s*'([^']+)'/g,
      );
      for (const [, how, name] of defined) {
        // A second job of the same work is next to the first.
        if (how === 'default') expect(file).to.match(new RegExp(`(?:^|/)${name}\\.ts$`));
        names.push(name!);
      }
    }
    expect(names).to.have.members(Object.values(JOB_PROCESSORS).map(({ name }) => name));
  });
});
