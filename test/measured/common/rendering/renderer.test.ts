import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect } from 'chai';
import { HTML_ATTRIBUTES, INLINE_STYLES } from '../../../support/hostile-designs.ts';
import { html, mjml, type Renderers, startRenderers } from '../../../support/renderers.ts';
import { until } from '../../../support/until.ts';

describe('the renderer', () => {
  let renderers: Renderers;
  before(async () => {
    renderers = await startRenderers('measured-renderer');
  });
  after(() => renderers.stop());

  for (const [what, text] of [
    ['rules that are inlined', INLINE_STYLES],
    ['selectors of attributes', HTML_ATTRIBUTES],
  ] as const)
    it(`delays this process by less than 100 ms while a child computes ${what}`, async () => {
      const renderer = renderers.another({ RENDER_CPU_MS: '1000' });
      const delays = monitorEventLoopDelay({ resolution: 5 });
      delays.enable();
      const hostile = renderer.render(mjml(text), 1);
      await until(() => renderer.processes > 0);
      const other = await renderer.render(html(`<p>other ${what}</p>`), 2);
      await hostile;
      delays.disable();
      expect(other.state).to.equal('done');
      expect(delays.percentile(99) / 1e6).to.be.below(100);
    });
});
