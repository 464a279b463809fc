import { createServer } from 'node:http';
import { listenAtStart } from '../config/listen.ts';
import { BUILD } from '../config/version.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import './old-tokens.ts';
import { registry, watchProcess } from './registry.ts';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

type Pages = Readonly<Record<string, () => Promise<object>>>;

/** Why the process is not ready; null: it is ready. */
type Readiness = () => Promise<string | null>;

/** Serves `/metrics`, `/healthz`, `/readyz` and the pages on `METRICS_PORT`, for the monitoring only. Null: no port is set. */
export async function serveMetrics(
  { metrics: { host, port } }: Pick<Config, 'metrics'>,
  log: Logger,
  ready: Readiness,
  pages: Pages = {},
): Promise<MetricsServer | null> {
  if (port === null) return null;
  watchProcess(String(log.bindings()['process']));
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
    };
    const json = (status: number, body: object): void =>
      answer(status, 'application/json; charset=utf-8', JSON.stringify(body));
    const respond = async (): Promise<void> => {
      if (request.method !== 'GET') return json(405, { status: 'error' });
      if (request.url === '/healthz') return json(200, { status: 'ok', ...BUILD });
      if (request.url === '/readyz') {
        const missing = await ready();
        return missing === null ? json(200, { status: 'ok' }) : json(503, { status: 'error', missing });
      }
      if (request.url === '/metrics') return answer(200, registry.contentType, await registry.metrics());
      const path = request.url ?? '';
      if (Object.hasOwn(pages, path)) return json(200, await pages[path]!());
      json(404, { status: 'error' });
    };
    respond().catch((error: unknown) => {
      log.warn({ err: error }, 'metrics not collected; the request is answered with 503');
      if (!response.headersSent) json(503, { status: 'error' });
    });
  });
  const given = await listenAtStart(server, host, port, { host: 'METRICS_HOST', port: 'METRICS_PORT' });
  log.info({ port: given }, 'metrics server started');
  return {
    port: given,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
