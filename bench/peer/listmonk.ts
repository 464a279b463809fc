import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../local/ports.ts';
import { usageOf } from '../support/processes.ts';
import { spawnSink } from '../support/sink.ts';
import { peerNewsletter } from './listmonk-newsletter.ts';
import { startPostgres, USER } from './postgres.ts';
import type { Product } from './product.ts';
import { pollUntil } from './until.ts';

/** The settings with which it was fastest here: ten connections, and no limit that it reaches. */
const SETTINGS = {
  'app.concurrency': 10,
  'app.message_rate': 15_000,
  'app.batch_size': 1000,
  'app.check_updates': false,
  'privacy.individual_tracking': true,
};

/**
 * listmonk and its PostgreSQL. `binary`: its program, as its project releases it, or as it was built; then its folder `static` and the
 * others that it needs are expected in `sources`.
 */
export async function startListmonk(binary: string, sources = dirname(binary)): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-peer-'));
  const postgres = await startPostgres();
  const sink = await spawnSink();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const config = join(folder, 'config.toml');
  writeFileSync(
    config,
    `[app]\naddress = "127.0.0.1:${port}"\n[db]\nhost = "127.0.0.1"\nport = ${postgres.port}\nuser = "${USER}"\npassword = "none"\n` +
      'database = "postgres"\nssl_mode = "disable"\nmax_open = 25\nmax_idle = 25\nmax_lifetime = "300s"\n',
  );
  const token = install(binary, sources, config);
  const smtp = {
    enabled: true,
    host: '127.0.0.1',
    port: Number(new URL(sink.url).port),
    auth_protocol: 'none',
    hello_hostname: 'peer.example',
    max_conns: 10,
    idle_timeout: '15s',
    wait_timeout: '5s',
    max_msg_retries: 2,
    tls_type: 'none',
    tls_skip_verify: true,
    email_headers: [],
  };
  for (const [key, value] of Object.entries({ ...SETTINGS, 'app.root_url': origin, smtp: [smtp] })) {
    postgres.query(`UPDATE settings SET value = '${JSON.stringify(value)}' WHERE key = '${key}'`);
  }
  // Its examples would get mails, too.
  postgres.query('DELETE FROM campaigns; DELETE FROM subscribers');
  let child: ChildProcess = await start();

  async function start(): Promise<ChildProcess> {
    const started = spawn(binary, ['--config', config], { cwd: sources, stdio: 'ignore' });
    process.once('exit', () => started.kill('SIGKILL'));
    await pollUntil(async () => {
      if (started.exitCode !== null) throw new Error(`listmonk ended with ${started.exitCode}`);
      return fetch(`${origin}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
    return started;
  }
  async function end(): Promise<void> {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  const headers = { Authorization: `token bench:${token}` };
  const call = async (path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<never> => {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: never }).data;
  };
  const newList = async (name: string): Promise<number> =>
    ((await call('/lists', { name, type: 'private', optin: 'single' })) as { id: number }).id;
  const lists = new Map<string, number>();
  const audience = await newList('Everybody');
  const template = (await call('/templates', {
    name: 'Bare',
    type: 'campaign',
    body: '{{ template "content" . }}',
  })) as { id: number };
  let filled = 0;
  let campaign = 0;
  return {
    name: 'listmonk',
    sink,
    cpu: () => usageOf(child.pid!).cpu + postgres.cpu(),
    peakMb: () => usageOf(child.pid!).peakMb,
    async fill(count) {
      postgres.query(
        `WITH people AS (INSERT INTO subscribers (uuid, email, name, attribs)
           SELECT gen_random_uuid(), 'person.' || n || '@domain' || n % 50 || '.example', 'First' || n || ' Last' || n,
                  jsonb_build_object('city', 'City ' || n % 1000, 'address_line1', n || ' Long Street', 'postal_code',
                                     (10000 + n % 90000)::text, 'country', 'Germany')
             FROM generate_series(${filled}, ${count - 1}) AS n RETURNING id)
         INSERT INTO subscriber_lists (subscriber_id, list_id, status) SELECT id, ${audience}, 'confirmed' FROM people`,
      );
      postgres.query('VACUUM ANALYZE');
      filled = count;
    },
    async send() {
      const created = (await call('/campaigns', {
        ...peerNewsletter(),
        lists: [audience],
        template_id: template.id,
      })) as { id: number };
      campaign = created.id;
      await call(`/campaigns/${campaign}/status`, { status: 'running' }, 'PUT');
      return {
        isDone: async () =>
          ((await call(`/campaigns/${created.id}?no_body=true`)) as { status: string }).status === 'finished',
      };
    },
    csv: {
      head: 'email,name,attributes',
      row: ({ email, first, last, city, street }) =>
        `${email},${first} ${last},"${JSON.stringify({ city, address_line1: street }).replaceAll('"', '""')}"`,
    },
    async import(file, list) {
      if (!lists.has(list)) lists.set(list, await newList(list));
      const body = new FormData();
      const params = {
        mode: 'subscribe',
        subscription_status: 'confirmed',
        delim: ',',
        lists: [lists.get(list)],
        overwrite_userinfo: true,
      };
      body.set('params', JSON.stringify(params));
      body.set('file', new File([file], 'people.csv', { type: 'text/csv' }));
      const answer = await fetch(`${origin}/api/import/subscribers`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`import: ${answer.status} ${await answer.text()}`);
      await pollUntil(async () => {
        const { status } = (await call('/import/subscribers')) as { status: string };
        if (status === 'failed') throw new Error('the import of listmonk failed');
        return status === 'finished';
      });
      // It keeps the result until it is told to forget it, and imports nothing meanwhile.
      await call('/import/subscribers', undefined, 'DELETE');
    },
    async page(which) {
      const page = which === 'first' ? 1 : Math.ceil(filled / 50);
      return {
        origin,
        headers,
        path: () => `/api/subscribers?per_page=50&page=${page}&order_by=id&order=asc`,
      };
    },
    async tracked(kind, count) {
      const id = postgres.query(`SELECT uuid FROM campaigns WHERE id = ${campaign}`);
      const links = postgres.query('SELECT uuid FROM links').split('\n');
      const people = postgres.query(`SELECT uuid FROM subscribers ORDER BY id LIMIT ${count}`).split('\n');
      const paths = people.map((person, at) =>
        kind === 'opening'
          ? `/campaign/${id}/${person}/px.png`
          : `/link/${links[at % links.length]}/${id}/${person}`,
      );
      return { origin, paths, status: kind === 'opening' ? 200 : 307 };
    },
    async restart() {
      await end();
      child = await start();
      return usageOf(child.pid!).cpu;
    },
    async stop() {
      await end();
      await postgres.stop();
      await sink.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes its tables and a user of its API; answers that user's token. */
function install(binary: string, sources: string, config: string): string {
  const said = execFileSync('sh', ['-c', '"$0" --config "$1" --install --yes 2>&1', binary, config], {
    cwd: sources,
    encoding: 'utf8',
    env: {
      ...process.env,
      LISTMONK_ADMIN_USER: 'admin',
      LISTMONK_ADMIN_PASSWORD: 'correct horse',
      LISTMONK_ADMIN_API_USER: 'bench',
    },
  });
  const token = /LISTMONK_ADMIN_API_TOKEN="([^"]+)"/.exec(said)?.[1];
  if (token === undefined) throw new Error(`listmonk was not installed: ${said}`);
  return token;
}
