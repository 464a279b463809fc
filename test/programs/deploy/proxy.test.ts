import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { expect } from 'chai';
import { freePort } from '../../../local/ports.ts';
import { serversFolder } from '../../../local/servers.mjs';
import { until } from '../../support/until.ts';

const NGINX = join(serversFolder(), 'nginx');
const CERTIFICATE = resolve('test/fixtures/localhost-self-signed.pem');

/** Debian 12 has nginx 1.22, Ubuntu 24.04 has 1.24. */
describe('deploy/proxy/nginx.conf', function nginxConf() {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-nginx-'));
  const main = join(folder, 'main.conf');
  let proxy: ChildProcess | undefined;
  let port: number;
  /** Requests as the service would get them. */
  const arrived: { readonly headers: IncomingHttpHeaders; readonly bytes: number }[] = [];
  let connections = 0;
  let service: Server;

  before(async function needsNginx() {
    if (!existsSync(NGINX)) this.skip();
    service = createServer((incoming, answer) => {
      void buffer(incoming).then(({ length: bytes }) => {
        arrived.push({ headers: incoming.headers, bytes });
        answer.end('{}');
      });
    }).on('connection', () => {
      connections += 1;
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
    port = await freePort();
    const ours = readFileSync('deploy/proxy/nginx.conf', 'utf8')
      .replaceAll(/127\.0\.0\.1:300[01]/g, `127.0.0.1:${(service.address() as AddressInfo).port}`)
      .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
      .replace('listen 443 ', `listen 127.0.0.1:${port} `)
      .replaceAll(/\/etc\/letsencrypt\/\S+\.pem/g, CERTIFICATE);
    writeFileSync(join(folder, 'site.conf'), ours);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    for (const name of temporary) mkdirSync(join(folder, name));
    writeFileSync(
      main,
      [
        'daemon off; master_process off; error_log stderr;',
        `pid ${folder}/pid; events {}`,
        `http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}`,
        `include ${folder}/site.conf; }`,
      ].join('\n'),
    );
    proxy = spawn(NGINX, ['-c', main], { stdio: 'ignore' });
  });
  after(async () => {
    if (proxy?.kill()) await once(proxy, 'exit');
    service?.close().closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });

  async function post(path: string, body: Buffer, headers: Readonly<Record<string, string | number>> = {}) {
    const host = { host: 'mail.example', 'x-forwarded-for': '203.0.113.9' };
    const sent = request({
      port,
      path,
      method: 'POST',
      headers: { ...host, 'content-length': body.length, ...headers },
      rejectUnauthorized: false,
      agent: false,
    });
    sent.end(body);
    const [answer] = await once(sent, 'response');
    return { status: answer.statusCode as number, text: await text(answer) };
  }

  it('is valid for nginx', () => {
    const { status, stderr } = spawnSync(NGINX, ['-t', '-c', main], { encoding: 'utf8' });
    expect(status, stderr).to.equal(0);
  });

  it('lets uploads through, names one client, and keeps its connection to the service', async () => {
    const body = Buffer.alloc(2 * 2 ** 20, 'x');
    await until(
      () =>
        post('/api/contacts/upload-csv', body).then(
          ({ status }) => status === 200,
          () => false,
        ),
      'nginx to answer',
    );
    expect((await post('/hooks/postmark', Buffer.from('{}'))).status).to.equal(200);
    expect((await post('/api/messages/send', Buffer.from('{}'))).status).to.equal(200);
    expect(arrived.map(({ bytes }) => bytes)).to.deep.equal([body.length, 2, 2]);
    for (const { headers } of arrived)
      expect(headers).to.include({ host: 'mail.example', 'x-forwarded-for': '127.0.0.1' });
    // One of /hooks/, which has no upstream of its own.
    expect(connections).to.equal(2);
  });

  it('refuses a body above LIMIT_CSV_BYTES before it is sent', async () => {
    const { status } = await post('/api/contacts/upload-csv', Buffer.alloc(0), {
      'content-length': 600 * 2 ** 20,
    });
    expect(status).to.equal(413);
  });
});
