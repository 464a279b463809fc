import { request } from 'node:http';
import { join } from 'node:path';
import type { Connect, Plugin, ViteDevServer } from 'vite';
import { ConfigurationError } from '../common/config/configuration-error.ts';
import { readArguments } from '../common/config/program-options.ts';
import { watchPrograms } from './bundle.mjs';
import { startEmbedded } from './embedded.ts';
import { readEnvFile } from './env-file.ts';
import { type GuardedServer, startGuarded } from './guard.ts';
import { freePort, isFree } from './ports.ts';
import { PROGRAM_ENVIRONMENT } from './program-environment.ts';
import { ROOT, SetupError } from './servers.mjs';

const USAGE = `Usage: npm run dev

The service for its developers, in one terminal. Each change of a source makes new bundles of the API and a worker, and Node restarts
them (node --watch). Vite serves the console from its sources and passes all other requests to the API. Stores and mailbox are embedded
in DATA_DIR, as with npm start.`;
readArguments(USAGE, {});

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const BUNDLES = join(ROOT, 'node_modules/.cache/dev');
const DEFAULT_PORT = 3000;
const PATIENCE = 5;

/** Paths below `/console` that the API answers; the others are the console's own pages and sources. */
const CONSOLE_CALLS = /^\/console\/(?:access|api|download|frame|session|signed)(?:[/?]|$)/;
const isConsole = (url: string): boolean => /^\/console(?:[/?]|$)/.test(url) && !CONSOLE_CALLS.test(url);

const passOn =
  (port: number): Connect.NextHandleFunction =>
  (given, answer, next) => {
    const { url = '/', method, headers } = given;
    if (isConsole(url)) {
      // The editor of designs has its own page.
      if (url.startsWith('/console/editor/')) given.url = '/console/editor.html';
      return next();
    }
    const passed = request({ host: '127.0.0.1', port, path: url, method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    passed.on('error', () => {
      if (answer.headersSent) {
        answer.destroy();
        return;
      }
      answer.writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '1' });
      answer.end('The API is restarting. If it does not start, look at its log in the terminal.\n');
    });
    given.pipe(passed);
  };

async function serveConsole(port: number, apiPort: number): Promise<ViteDevServer> {
  const { createServer } = await import('vite');
  const plugin: Plugin = {
    name: 'pass-on-to-api',
    configureServer: (server) => void server.middlewares.use(passOn(apiPort)),
  };
  const server = await createServer({
    root: join(ROOT, 'console'),
    cacheDir: join(ROOT, 'node_modules/.cache/vite'),
    logLevel: 'warn',
    plugins: [plugin],
    server: { host: '127.0.0.1', port, strictPort: true },
  });
  return server.listen();
}

async function run(asked: AbortSignal): Promise<void> {
  readEnvFile();
  const port = Number(process.env['PORT'] || DEFAULT_PORT);
  if (!(await isFree(port))) throw new SetupError(`Port ${port} is in use. Set PORT to another port.`);
  const apiPort = await freePort();
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const [embedded, bundles] = await Promise.all([startEmbedded({ say }), watchPrograms(ROOT, BUNDLES)]);
    stops.unshift(embedded.stop);
    stops.unshift(bundles.stop);
    const env = {
      ...PROGRAM_ENVIRONMENT,
      ...process.env,
      ...embedded.environment,
      PORT: String(apiPort),
      PUBLIC_URL: process.env['PUBLIC_URL'] || `http://localhost:${port}`,
    };
    for (const name of ['api', 'worker']) {
      const command = [process.execPath, '--watch-preserve-output', '--watch', '--enable-source-maps'];
      const program: GuardedServer = await startGuarded([...command, join(BUNDLES, name, 'main.js')], {
        env,
        patience: PATIENCE,
      });
      stops.unshift(program.stop);
    }
    const console = await serveConsole(port, apiPort);
    stops.unshift(() => console.close());
    say(`
Open http://localhost:${port}/console (reference: /docs, mailbox: ${embedded.mailboxUrl ?? 'SMTP_URL'}). To create an account: npm run cli -- account create
A change of api/, worker/, common/ or shared/ restarts the programs. The console shows a change at once. Ctrl-C stops everything.
`);
    await Promise.race([
      embedded.failed.then((reason) => {
        throw new SetupError(reason);
      }),
      new Promise((resolve) => {
        if (asked.aborted) resolve(undefined);
        asked.addEventListener('abort', resolve, { once: true });
      }),
    ]);
    say('Stopping …');
  } finally {
    for (const stop of stops) await stop();
  }
}

const asked = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => asked.abort());

try {
  await run(asked.signal);
} catch (error) {
  const isExpected = error instanceof SetupError || error instanceof ConfigurationError;
  say(isExpected ? error.message : String(error instanceof Error ? error.stack : error));
  process.exitCode = 1;
}
process.exit();
