import { execFileSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { expect } from 'chai';

/** The niceness of a program that was started by `given` less urgent than we are and imports what the worker imports first. */
function niceness(given: number): number {
  const module = new URL('../../worker/priority.ts', import.meta.url).href;
  const program = `await import('${module}'); console.log((await import('node:os')).getPriority())`;
  const node = [process.execPath, '--import', './local/tsx.mjs', '--input-type=module', '-e', program];
  return Number(execFileSync('nice', ['-n', String(given), ...node], { encoding: 'utf8' }));
}

describe('the priority of a worker', function () {
  this.timeout(30_000);

  it('is behind that of the API and the stores', () => {
    expect(niceness(0)).to.equal(Math.max(getPriority(), 5));
  });

  it('stays where it was started as less urgent', () => {
    expect(niceness(7)).to.equal(getPriority() + 7);
  });
});
