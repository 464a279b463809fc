import { execFileSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { expect } from 'chai';

/** The niceness of a program that is started with `given` more niceness than ours and imports the worker's first import. */
function niceness(given: number): number {
  const module = new URL('../../../../worker/sending/priority.ts', import.meta.url).href;
  const program = `await import('${module}'); console.log((await import('node:os')).getPriority())`;
  const node = [process.execPath, '--import', './local/typescript.mjs', '--input-type=module', '-e', program];
  return Number(execFileSync('nice', ['-n', String(given), ...node], { encoding: 'utf8' }));
}

describe('the priority of a worker', () => {
  it('stands below that of the API and the stores', () => {
    expect(niceness(0)).to.equal(Math.max(getPriority(), 5));
  });

  it('stays unchanged when it was started with a lower one', () => {
    expect(niceness(7)).to.equal(getPriority() + 7);
  });
});
