import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { freePort, isFree } from '../../../local/ports.ts';
import { bareEnvironment, type Running, startNode } from '../../support/programs.ts';
import { until } from '../../support/until.ts';

/** `npm start` runs this after its set-up. */
describe('local/start', function () {
  // The same for all of these tests: only the first start makes the store and its indexes.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mailing-start-')));
  let port = 0;
  let metricsPort = 0;

  async function start(): Promise<Running> {
    port = await freePort();
    do metricsPort = await freePort();
    while (!(await isFree(metricsPort + 1)));
    const env = bareEnvironment({
      DATA_DIR: folder,
      MAILBOX_PORT: '0',
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
    });
    const service = startNode(['local/start.ts'], env, true);
    await until(() => {
      if (service.child.exitCode !== null) throw new Error(`It ended:\n${service.err()}`);
      return service.err().includes('The service is ready.');
    }, 'npm start to be ready');
    return service;
  }

  /** All other processes that were started with our DATA_DIR. */
  function descendants(): string[] {
    return readdirSync('/proc').filter((pid) => {
      try {
        return (
          /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DATA_DIR=${folder}\0`)
        );
      } catch {
        return false;
      }
    });
  }

  before(function () {
    if (process.platform !== 'linux') this.skip();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [what, send] of [
    ['SIGTERM', (pid: number) => process.kill(pid, 'SIGTERM')],
    [
      'Ctrl-C, which the whole process group hears, twice',
      (pid: number) => {
        process.kill(-pid, 'SIGINT');
        process.kill(-pid, 'SIGINT');
      },
    ],
  ] as const) {
    it(`starts all parts before /readyz answers 200, and stops in good order at ${what}`, async () => {
      const service = await start();
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).to.equal(200);
      const metrics = (at: number) => fetch(`http://127.0.0.1:${at}/metrics`).then((answer) => answer.text());
      expect(await metrics(metricsPort)).to.include('mailing_http_request_duration_seconds');
      expect(await metrics(metricsPort + 1)).to.include('mailing_mails_total');
      expect(service.err())
        .to.include(`http://localhost:${port}/account`)
        .and.match(/Mailbox +http:\/\/127\.0\.0\.1:\d+/);
      expect(descendants()).to.have.length.above(4);
      const env = { DATA_DIR: folder, MAILBOX_PORT: '0', PORT: String(await freePort()) };
      const second = await startNode(['local/start.ts'], bareEnvironment(env)).ended;
      expect(second.code).to.equal(1);
      expect(second.err).to.include(
        `Process ${service.child.pid} already runs the embedded services on ${folder}`,
      );
      send(service.child.pid ?? 0);
      const { code, out } = await service.ended;
      expect(code).to.equal(0);
      expect(
        out
          .trim()
          .split('\n')
          .every((line) => line.startsWith('{')),
      ).to.equal(true);
      await until(() => descendants().length === 0, 'every process to end');
    });
  }

  it('leaves no process when it is killed', async () => {
    const service = await start();
    process.kill(-(service.child.pid ?? 0), 'SIGKILL');
    await service.ended;
    await until(() => descendants().length === 0, 'every process to end');
  });

  it('stops all parts and exits with 1 when a part ends unexpectedly', async () => {
    const service = await start();
    const worker = descendants().find(
      (pid) => /\0\S*worker\/main\.ts\0$/.test(commandLine(pid)) && !isShell(pid),
    );
    process.kill(Number(worker), 'SIGKILL');
    const { code, err } = await service.ended;
    expect(code).to.equal(1);
    expect(err).to.include('The worker process exited with code 137. Stopping the service');
    await until(() => descendants().length === 0, 'every process to end');
  });
});

const commandLine = (pid: string): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8');
const isShell = (pid: string): boolean => commandLine(pid).startsWith('/bin/sh');
