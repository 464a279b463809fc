import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { connect } from 'node:http2';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createHttpServer } from '../../../api/http/server.ts';
import { readConfig } from '../../../common/config.ts';
import { freePort } from '../../../local/ports.ts';
import { serversFolder } from '../../../local/servers.mjs';
import { until } from '../../support/until.ts';

const CERTIFICATE = resolve('test/fixtures/localhost-self-signed.pem');
const HOST = 'mail.example';
/** Of a service behind a proxy. */
const CONFIG = readConfig({
  MONGODB_URL: 'mongodb://a/mailing',
  REDIS_URL: 'redis://a',
  SMTP_URL: 'smtp://a',
  APP_SECRET: 'a secret of thirty-two characters or more',
  TRUST_PROXY: 'true',
});
/** Clients of one address, of which nginx lets as many in. */
const AT_ONCE = 20;
/** LIMIT_CSV_BYTES and the other parts of a form. */
const LONGEST = 501 * 2 ** 20;

interface Ports {
  /** Of the proxy. */
  readonly http: number;
  readonly https: number;
  readonly service: number;
}

interface Started {
  readonly run: readonly string[];
  readonly check: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

interface Proxy {
  readonly file: string;
  readonly program: string;
  /** Writes what differs in a test into a folder: ports and a certificate. */
  readonly write: (folder: string, ours: string, ports: Ports) => Started;
  /** The answer to a body above the limit: the proxy's own, or the service's. */
  readonly tooLong: RegExp;
}

const PROXIES: readonly Proxy[] = [
  {
    // Debian 12 has nginx 1.22, Ubuntu 24.04 has 1.24.
    file: 'nginx.conf',
    program: 'nginx',
    write(folder, ours, { http, https, service }) {
      const site = ours
        .replaceAll(/127\.0\.0\.1:300[01]/g, `127.0.0.1:${service}`)
        .replace('listen 80;', `listen 127.0.0.1:${http};`)
        .replace('listen 443 ', `listen 127.0.0.1:${https} `)
        .replaceAll(/\/etc\/letsencrypt\/\S+\.pem/g, CERTIFICATE);
      writeFileSync(join(folder, 'site.conf'), site);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      for (const name of temporary) mkdirSync(join(folder, name));
      const main = join(folder, 'main.conf');
      writeFileSync(
        main,
        [
          'daemon off; master_process off; error_log stderr;',
          `pid ${folder}/pid; events {}`,
          `http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}`,
          `include ${folder}/site.conf; }`,
        ].join('\n'),
      );
      return { run: ['-c', main], check: ['-t', '-c', main] };
    },
    tooLong: /413 Request Entity Too Large/,
  },
  {
    // Debian 12 has Caddy 2.6.
    file: 'Caddyfile',
    program: 'caddy',
    write(folder, ours, { http, https, service }) {
      const options = [
        'admin off',
        'skip_install_trust',
        'default_bind 127.0.0.1',
        `http_port ${http}`,
        `https_port ${https}`,
      ];
      const path = join(folder, 'Caddyfile');
      writeFileSync(
        path,
        ours
          .replace(/^\{$/m, `{\n\t${options.join('\n\t')}`)
          .replace(/^\{\$DOMAIN.*$/m, (line) => `${line}\n\ttls internal`),
      );
      const at = `127.0.0.1:${service}`;
      const own = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      const file = ['--adapter', 'caddyfile', '--config', path];
      return {
        run: ['run', ...file],
        check: ['validate', ...file],
        environment: { ...own, DOMAIN: HOST, API: at, INBOUND: at },
      };
    },
    tooLong: /too_large/,
  },
];

for (const { file, program, write, tooLong } of PROXIES) {
  const path = join(serversFolder(), program);

  describe(`deploy/proxy/${file}`, function proxyFile() {
    this.timeout(30_000);
    const folder = mkdtempSync(join(tmpdir(), `mailing-test-${program}-`));
    let started: Started;
    let proxy: ChildProcess | undefined;
    let port: number;
    /** Requests as the service would get them. */
    const arrived: { readonly headers: IncomingHttpHeaders; readonly bytes: number }[] = [];
    let connections = 0;
    let service: Server;

    before(async function needsProgram() {
      if (!existsSync(path)) this.skip();
      service = createHttpServer(
        (incoming, answer) => {
          if (Number(incoming.headers['content-length']) > LONGEST) {
            answer.writeHead(413, { Connection: 'close' }).end('{"code":"too_large"}');
            return;
          }
          void buffer(incoming).then(({ length: bytes }) => {
            arrived.push({ headers: incoming.headers, bytes });
            answer.end('{}');
          });
        },
        undefined,
        CONFIG,
      ).on('connection', () => {
        connections += 1;
      });
      await once(service.listen(0, '127.0.0.1'), 'listening');
      port = await freePort();
      started = write(folder, readFileSync(`deploy/proxy/${file}`, 'utf8'), {
        http: await freePort(),
        https: port,
        service: (service.address() as AddressInfo).port,
      });
      proxy = spawn(path, started.run, { stdio: 'ignore', env: { ...process.env, ...started.environment } });
      await until(
        () =>
          post('/readyz', Buffer.alloc(0)).then(
            ({ status }) => status === 200,
            () => false,
          ),
        `${program} to answer`,
      );
      arrived.length = 0;
    });
    after(async () => {
      if (proxy?.kill()) await once(proxy, 'exit');
      service?.close().closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    });

    async function post(to: string, body: Buffer, headers: Readonly<Record<string, string | number>> = {}) {
      const sent = request({
        port,
        path: to,
        method: 'POST',
        headers: { host: HOST, 'x-forwarded-for': '203.0.113.9', 'content-length': body.length, ...headers },
        servername: HOST,
        rejectUnauthorized: false,
        agent: false,
      });
      sent.end(body);
      const [answer] = await once(sent, 'response');
      return { status: answer.statusCode as number, text: await text(answer) };
    }

    it(`is valid for ${program}`, () => {
      const environment = { ...process.env, ...started.environment };
      const { status, stderr } = spawnSync(path, started.check, { encoding: 'utf8', env: environment });
      expect(status, stderr).to.equal(0);
    });

    it('lets uploads through, names one client, and keeps its connection to the service', async () => {
      const body = Buffer.alloc(2 * 2 ** 20, 'x');
      expect((await post('/api/contacts/upload-csv', body)).status).to.equal(200);
      expect((await post('/hooks/postmark', Buffer.from('{}'))).status).to.equal(200);
      expect((await post('/api/messages/send', Buffer.from('{}'))).status).to.equal(200);
      expect(arrived.map(({ bytes }) => bytes)).to.deep.equal([body.length, 2, 2]);
      for (const { headers } of arrived)
        expect(headers).to.include({ host: HOST, 'x-forwarded-for': '127.0.0.1' });
      // One of /hooks/, which has no connections in common with the API.
      expect(connections).to.equal(2);
    });

    it('gets an answer to each of 100 POSTs with pauses of 5 s, on connections that it keeps', async function pauses() {
      this.timeout(120_000);
      const rounds = [];
      connections = 0;
      // Node closes an idle connection a second after its time. The last pause is longer than both.
      for (const pause of [0, 5000, 5000, 5000, 6500]) {
        await delay(pause);
        const all = Array.from({ length: AT_ONCE }, () => post('/api/messages/send', Buffer.from('{}')));
        rounds.push((await Promise.all(all)).map(({ status }) => status));
      }
      expect(rounds.flat()).to.deep.equal(Array.from({ length: 5 * AT_ONCE }, () => 200));
      // A request that waits for a new connection may get one that became idle meanwhile.
      expect(connections).to.be.at.most(2 * AT_ONCE);
    });

    it('speaks HTTP/2', async () => {
      const session = connect(`https://127.0.0.1:${port}`, { servername: HOST, rejectUnauthorized: false });
      const [headers] = await once(session.request({ ':authority': HOST, ':path': '/readyz' }), 'response');
      expect(headers[':status']).to.equal(200);
      session.close();
    });

    it('refuses a body above LIMIT_CSV_BYTES before it is sent', async () => {
      const answer = await post('/api/contacts/upload-csv', Buffer.alloc(0), {
        'content-length': 600 * 2 ** 20,
      });
      expect(answer.status).to.equal(413);
      expect(answer.text).to.match(tooLong);
    });
  });
}
