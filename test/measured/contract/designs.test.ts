import { expect } from 'chai';
import { type Api, startApi } from '../../support/api.ts';
import { anAccount, aSend } from '../../support/factories.ts';
import { INLINE_STYLES } from '../../support/hostile-designs.ts';
import { until } from '../../support/until.ts';

describe('a design that takes too long', function () {
  this.timeout(120_000);
  let api: Api;
  before(async () => {
    api = await startApi('measured-designs', { RENDER_CPU_MS: '1500' });
  });
  after(() => api.stop());

  it('delays no other call by a second while it is rendered', async () => {
    const ground = await anAccount(api);
    const design = { template_html: '', template_json: JSON.stringify({ mjml: INLINE_STYLES }) };
    let slowest = 0;
    let done = false;
    const hostile = ground.client.post('/single/send/create', aSend(ground, design));
    void hostile.finally(() => (done = true));
    await until(
      async () => {
        const at = performance.now();
        expect((await api.request('/healthz')).status).to.equal(200);
        slowest = Math.max(slowest, performance.now() - at);
        return done;
      },
      'the refusal',
      110_000,
    );
    expect((await hostile).status).to.equal(422);
    expect(slowest).to.be.below(1000);
  });
});
