import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { withTimeLimit } from '../../../../common/batching/late.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Whether it aborts, while garbage is collected all the time. */
async function aborted(signal: AbortSignal): Promise<string> {
  const collecting = setInterval(collectGarbage, 20);
  try {
    await once(signal, 'abort');
    return (signal.reason as Error).name;
  } finally {
    clearInterval(collecting);
  }
}

describe('a time limit', () => {
  it('ends, however often garbage is collected before', async () => {
    expect(await aborted(withTimeLimit(new AbortController().signal, 300))).to.equal('TimeoutError');
  });

  it('ends earlier with the signal that it is for', async () => {
    const controller = new AbortController();
    const ended = aborted(withTimeLimit(controller.signal, 60_000));
    controller.abort();
    expect(await ended).to.equal('AbortError');
  });
});
