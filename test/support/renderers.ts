import { type Config, readConfig } from '../../common/config.ts';
import { createLogger } from '../../common/log.ts';
import { createIndexes } from '../../common/migrations/indexes.ts';
import { createRenderer, type Design, type Renderer } from '../../common/rendering/renderer.ts';
import { connectMongo, disconnectMongo } from '../../common/store/connection.ts';
import { mongodbUrl, redisUrl } from './services.ts';

export const html = (template_html: string): Design => ({
  template_id: 1,
  template_json: null,
  template_html,
});
export const mjml = (text: string): Design => ({
  template_id: 1,
  template_json: JSON.stringify({ mjml: text }),
  template_html: null,
});

/** Renderers on one store, like those of several processes. */
export interface Renderers {
  readonly config: Config;
  /** One more; by default with children of our own. */
  another(environment?: Readonly<Record<string, string>>, child?: URL): Renderer;
  /** Closes all that were made. */
  close(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRenderers(name: string): Promise<Renderers> {
  const given = {
    MONGODB_URL: await mongodbUrl(name),
    REDIS_URL: await redisUrl(name),
    SMTP_URL: 'smtp://127.0.0.1:9',
    APP_SECRET: 'a secret of thirty-two characters or more',
  };
  const config = readConfig(given);
  await connectMongo(config.mongodbUrl);
  await createIndexes();
  const made: Renderer[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(made.splice(0).map((renderer) => renderer.close()));
  };
  return {
    config,
    another(environment = {}, child) {
      const log = createLogger('api', 'silent');
      const renderer = createRenderer(readConfig({ ...given, ...environment }), log, child);
      made.push(renderer);
      return renderer;
    },
    close,
    async stop() {
      await close();
      await disconnectMongo();
    },
  };
}
