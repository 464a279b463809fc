import { expect } from 'chai';
import { readConfig } from '../../../common/config.ts';
import { createLogger } from '../../../common/log.ts';
import { createRenderer, type Design, type Renderer } from '../../../common/rendering/renderer.ts';
import { connectMongo, disconnectMongo } from '../../../common/store/connection.ts';
import { createIndexes } from '../../../common/store/indexes.ts';
import { isPending, renderSoon } from '../../../worker/renderer.ts';
import { INLINE_STYLES } from '../../support/hostile-designs.ts';
import { mongodbUrl, redisUrl } from '../../support/services.ts';
import { until } from '../../support/until.ts';

/** As many designs as an account may have waiting. */
const DESIGNS = 8;
/** Each takes 300 ms. */
const LESS_MS = 2000;

const slowDesign = (at: number): Design => ({
  template_id: 1,
  template_json: JSON.stringify({ mjml: `${INLINE_STYLES}<!-- ${at} -->` }),
  template_html: null,
});

describe('a worker that waits for designs', function () {
  this.timeout(60_000);
  let renderer: Renderer;

  before(async () => {
    const config = readConfig({
      MONGODB_URL: await mongodbUrl('worker-renderer'),
      REDIS_URL: await redisUrl('worker-renderer'),
      SMTP_URL: 'smtp://127.0.0.1:9',
      APP_SECRET: 'a secret of thirty-two characters or more',
    });
    await connectMongo(config.mongodbUrl);
    await createIndexes();
    renderer = createRenderer(config, createLogger('worker', 'silent'));
  });
  after(async () => {
    await renderer.close();
    await disconnectMongo();
  });

  it('waits long for only one slow design of an account at a time', async () => {
    const began = performance.now();
    for (let at = 0; at < DESIGNS; at += 1) {
      expect(await renderSoon(renderer, slowDesign(at), 1, `send-${at}`)).to.deep.equal({ state: 'pending' });
    }
    expect(performance.now() - began).to.be.below(LESS_MS);
    expect(isPending(renderer, 'send-0')).to.equal(true);
    expect(isPending(renderer, `send-${DESIGNS}`)).to.equal(false);
    await until(() => !isPending(renderer, 'send-0'), 'the first design to come to its end', 45_000);
  });
});
