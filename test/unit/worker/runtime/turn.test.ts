import { expect } from 'chai';
import { createYielding } from '../../../../common/fairness/yielding.ts';
import { stepByStep } from '../../../../worker/runtime/turn.ts';
import { createStarts } from '../../../../worker/sending/starts.ts';
import { neverStopping, stoppingAfter } from '../../../support/stopping.ts';

describe('a job step by step', () => {
  const workerWith = (stopping: AbortSignal) => ({
    stopping,
    starts: createStarts({ eachMs: 60_000, mostMs: 60_000 }),
    messageStarts: createYielding({ mostMs: 60_000 }),
  });

  it('ends with the step that finds no work', async () => {
    const left = [1, 2, 3];
    const step = async () => left.pop() !== undefined;
    expect(await stepByStep('automation-walk', workerWith(neverStopping()), step)).to.equal(undefined);
    expect(left).to.deep.equal([]);
  });

  it('has more work when its turn is over', async () => {
    let steps = 0;
    const step = async () => {
      steps += 1;
      return true;
    };
    expect(await stepByStep('automation-walk', workerWith(stoppingAfter(3)), step)).to.equal('more');
    expect(steps).to.equal(3);
  });

  it('waits between two steps while a send or a message starts', async () => {
    const worker = workerWith(neverStopping());
    for (const begin of [() => worker.starts.begin(1), () => worker.messageStarts.begin()]) {
      let end: (() => void) | null = null;
      let steps = 0;
      const done = stepByStep('automation-walk', worker, async () => {
        steps += 1;
        end ??= begin();
        return steps < 2;
      });
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(steps).to.equal(1);
      end!();
      await done;
      expect(steps).to.equal(2);
    }
  });
});
