import { expect } from 'chai';
import type { Renderer } from '../../../../common/rendering/renderer.ts';
import { isPending, renderSoon } from '../../../../worker/sending/renderer.ts';
import { INLINE_STYLES } from '../../../support/hostile-designs.ts';
import { mjml, type Renderers, startRenderers } from '../../../support/renderers.ts';
import { until } from '../../../support/until.ts';

/** As many designs as an account may have waiting. */
const DESIGNS = 8;
/** The first one computes for this long; a job waits 300 ms for it. */
const CPU_MS = 1000;

describe('a worker that waits for designs', () => {
  let renderers: Renderers;
  let renderer: Renderer;

  before(async () => {
    renderers = await startRenderers('worker-renderer');
    renderer = renderers.another({ RENDER_CPU_MS: String(CPU_MS) });
  });
  after(() => renderers.stop());

  it('waits long for only one slow design of an account at a time', async () => {
    for (let at = 0; at < DESIGNS; at += 1) {
      const design = mjml(`${INLINE_STYLES}<!-- ${at} -->`);
      expect(await renderSoon(renderer, design, 1, `send-${at}`)).to.deep.equal({ state: 'pending' });
    }
    // It would have ended if jobs had waited long for each.
    expect(isPending(renderer, 'send-0')).to.equal(true);
    expect(isPending(renderer, `send-${DESIGNS}`)).to.equal(false);
    await until(() => !isPending(renderer, 'send-0'), 'the first design to come to its end');
  });
});
