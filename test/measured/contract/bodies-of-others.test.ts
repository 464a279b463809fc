import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { answersOf, HEAP_MB, type HeldBodies, startHeldBodies } from '../../support/held-bodies.ts';

describe('a process with bodies of another account', function () {
  this.timeout(120_000);
  let bodies: HeldBodies;
  before(async () => {
    bodies = await startHeldBodies('measured-bodies-of-others');
  });
  after(() => bodies?.stop());

  it('takes no more memory than it may have', async () => {
    for (const { run } of Object.values(bodies.attacks)) await answersOf(run());
    await bodies.inSmallChunks();
    await bodies.expectToWork();
    const status = readFileSync(`/proc/${bodies.tried.child.pid}/status`, 'utf8');
    const [, peakKb] = /VmHWM:\s+(\d+) kB/.exec(status)!;
    expect(Number(peakKb) / 1024).to.be.below(HEAP_MB);
  });
});
