import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'chai';
import { ANSWER_BYTES, askGuarded, type GuardedRequest } from '../../../../common/guarded/client.ts';
import { type DnsServer, startDnsServer } from '../../../support/dns-server.ts';
import { answering, startWebServer, type WebServer } from '../../../support/web-server.ts';

describe('the guarded client', () => {
  let dns: DnsServer;
  let web: WebServer;

  before(async () => {
    dns = await startDnsServer();
    web = await startWebServer();
    web.on('/', (_, response) => response.end('hello'));
  });
  after(async () => {
    await web.stop();
    await dns.close();
  });
  beforeEach(() => {
    web.asked.length = 0;
    dns.asked.length = 0;
  });

  const ask = (url: string, more: Partial<GuardedRequest> = {}, loopback = true) =>
    askGuarded(
      { method: 'GET', url, plain: true, signal: AbortSignal.timeout(3000), ...more },
      { dnsServers: [dns.address], loopback },
    );
  const at = (host: string, path = '/'): string => `http://${host}:${web.port}${path}`;

  it('answers with status and body', async () => {
    expect(await ask(`${web.url}/`)).to.deep.equal({
      kind: 'answered',
      status: 200,
      body: Buffer.from('hello'),
      cut: false,
    });
  });

  it('goes to the address that the DNS said, and names the host', async () => {
    dns.zones.set('shop.example', { a: ['127.0.0.1'] });
    expect(await ask(at('shop.example'))).to.deep.include({ kind: 'answered', status: 200 });
    expect(web.asked).to.deep.equal([{ line: 'GET /', host: `shop.example:${web.port}` }]);
  });

  it('asks the DNS once: a second answer that leads inside changes nothing', async () => {
    let answers = 0;
    dns.zones.set('rebinding.example', { a: () => [answers++ === 0 ? '127.0.0.1' : '10.0.0.1'] });
    expect(await ask(at('rebinding.example'))).to.deep.include({ kind: 'answered' });
    expect(answers).to.equal(1);
    expect(await ask(at('rebinding.example'))).to.deep.equal({ kind: 'refused', why: 'address' });
    expect(web.asked).to.have.length(1);
  });

  it('refuses a host if one of its addresses is not allowed', async () => {
    dns.zones.set('both.example', { a: ['127.0.0.1', '192.168.0.1'] });
    dns.zones.set('six.example', { a: ['127.0.0.1'], aaaa: ['fd00::1'] });
    for (const host of ['both.example', 'six.example'])
      expect(await ask(at(host)), host).to.deep.equal({ kind: 'refused', why: 'address' });
    expect(web.asked).to.deep.equal([]);
  });

  for (const host of [
    '127.0.0.1',
    'localhost',
    'a.localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '169.254.169.254',
    '10.0.0.1',
  ])
    it(`does not go inside: ${host}`, async () => {
      expect(await ask(at(host), {}, false)).to.deep.equal({ kind: 'refused', why: 'address' });
      expect(web.asked).to.deep.equal([]);
    });

  for (const url of [
    'ftp://a.example/',
    'file:///etc/passwd',
    'gopher://a.example/',
    'http://me:secret@a.example/',
    'no url',
  ])
    it(`refuses a URL that is not of the web: ${url}`, async () => {
      expect(await ask(url)).to.deep.equal({ kind: 'refused', why: 'url' });
    });

  it('refuses an address without TLS where one is asked for', async () => {
    expect(await ask(`${web.url}/`, { plain: false })).to.deep.equal({ kind: 'refused', why: 'url' });
  });

  it('refuses the ports of other services', async () => {
    for (const port of [22, 25, 53, 587])
      expect(await ask(`http://127.0.0.1:${port}/`)).to.deep.equal({ kind: 'refused', why: 'port' });
  });

  it('follows no redirect by itself', async () => {
    web.on('/away', answering(302, { Location: '/' }));
    expect(await ask(`${web.url}/away`)).to.deep.include({ kind: 'answered', status: 302 });
    expect(await ask(`${web.url}/away`, { redirects: 1 })).to.deep.include({ status: 200 });
  });

  it('checks where a redirect leads', async () => {
    dns.zones.set('inside.example', { a: ['10.1.2.3'] });
    for (const [path, location, why] of [
      ['/metadata', 'http://169.254.169.254/latest/meta-data/', 'address'],
      ['/named', 'http://inside.example/', 'address'],
      ['/mail', 'http://127.0.0.1:25/', 'port'],
      ['/file', 'file:///etc/passwd', 'url'],
    ] as const) {
      web.on(path, answering(301, { Location: location }));
      expect(await ask(`${web.url}${path}`, { redirects: 3 }), path).to.deep.equal({ kind: 'refused', why });
    }
  });

  it('gives up a circle of redirects', async () => {
    web.on('/round', answering(302, { Location: '/round' }));
    expect(await ask(`${web.url}/round`, { redirects: 3 })).to.deep.include({ status: 302 });
    expect(web.asked).to.have.length(4);
  });

  it('reads 64 kB of an answer, however long it is', async () => {
    const chunk = Buffer.alloc(16 * 1024, 'x');
    web.on('/endless', (_, response) => {
      const write = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', write);
      write();
    });
    const answer = await ask(`${web.url}/endless`);
    expect(answer).to.deep.include({ kind: 'answered', status: 200, cut: true });
    expect((answer as { body: Buffer }).body).to.have.length(ANSWER_BYTES);
  });

  it('does not wait for a body that is not wanted', async () => {
    web.on('/slow-body', (_, response) => response.writeHead(200).flushHeaders());
    expect(await ask(`${web.url}/slow-body`, { headOnly: true })).to.deep.include({ status: 200 });
  });

  it('ends with its time: a silent server, one that trickles, and a silent DNS', async () => {
    web.on('/silent', () => {});
    web.on('/trickle', (_, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    dns.zones.set('silent.example', { fault: 'silent' });
    for (const url of [`${web.url}/silent`, `${web.url}/trickle`, at('silent.example')])
      expect(await ask(url, { signal: AbortSignal.timeout(300) }), url).to.deep.equal({
        kind: 'failed',
        code: 'ETIMEOUT',
      });
  });

  it('says why there is no answer', async () => {
    dns.zones.set('failing.example', { fault: 'servfail' });
    web.on('/cut', (request) => request.socket.destroy());
    web.on('/headers', (_, response) => {
      for (let n = 0; n < 100; n += 1) response.setHeader(`X-Long-${n}`, 'x'.repeat(1000));
      response.end();
    });
    const codes = [];
    for (const url of [
      at('unknown.example'),
      at('failing.example'),
      'http://127.0.0.1:1025/',
      `${web.url}/cut`,
      `${web.url}/headers`,
    ])
      codes.push(await ask(url));
    expect(codes.map((answer) => ('code' in answer ? answer.code : answer.kind))).to.deep.equal([
      'ENOTFOUND',
      'ESERVFAIL',
      'ECONNREFUSED',
      'ECONNRESET',
      'HPE_HEADER_OVERFLOW',
    ]);
  });

  it('takes nothing from a server that changes the protocol or speaks no HTTP', async () => {
    const odd = createServer((socket) => {
      socket.once('data', () => socket.end('220 mail.example ESMTP\r\n'));
      socket.on('error', () => {});
    }).listen(0, '127.0.0.1');
    await once(odd, 'listening');
    web.on('/upgrade', (request) =>
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    );
    try {
      const port = (odd.address() as AddressInfo).port;
      for (const url of [`http://127.0.0.1:${port}/`, `${web.url}/upgrade`])
        expect((await ask(url)).kind, url).to.equal('failed');
    } finally {
      odd.close();
    }
  });
});
