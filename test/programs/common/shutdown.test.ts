import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';

/** Runs a program that stops in order, and then does `work`. Returns its exit code and its log. */
async function run(work: string): Promise<{ code: number; lines: Record<string, unknown>[] }> {
  const program = `
    import { createLogger } from './common/log.ts';
    import { registry } from './common/metrics/registry.ts';
    import { stopOnSignal } from './common/shutdown.ts';
    const log = createLogger('api', 'info');
    setInterval(() => {}, 1000);
    stopOnSignal(log, 5000, async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const metrics = await registry.metrics();
      log.info({ unhandled: /^mailing_unhandled_errors_total (\\d+)/m.exec(metrics)?.[1] }, 'in order');
      // A line that is still being written when the process exits may come after the next one.
      await new Promise((resolve) => log.flush(resolve));
    }, () => [{ method: 'POST', route: '/account/sign-in' }]);
    ${work}`;
  const child = spawn(
    process.execPath,
    ['--import', './local/typescript.mjs', '--input-type=module', '--eval', program],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { code: code as number, lines };
}

const REJECTION = `setImmediate(() => void Promise.reject(new Error('nobody waits for this')));`;

describe('an orderly stop', () => {
  for (const [what, work, origin] of [
    ['a rejection', REJECTION, 'unhandledRejection'],
    ['an error', `setImmediate(() => { throw new Error('nobody waits for this'); });`, 'uncaughtException'],
  ] as const) {
    it(`happens after ${what} that no code handles: it is logged with its stack, counted, and ends with 1`, async () => {
      const { code, lines } = await run(work);
      expect(code).to.equal(1);
      const line = (message: string) => lines.find(({ msg }) => msg === message);
      // The last lines before an exit may come in another order.
      expect(lines.map(({ msg }) => msg)).to.have.members([
        'unhandled error; the process stops',
        'in order',
        'process stopped',
      ]);
      const unhandled = line('unhandled error; the process stops')!;
      expect(unhandled).to.include({ level: 'fatal', origin });
      expect(unhandled['requests']).to.deep.equal([{ method: 'POST', route: '/account/sign-in' }]);
      expect((unhandled['err'] as { stack: string }).stack).to.match(/^Error: nobody waits for this\n +at /);
      expect(line('in order')).to.include({ unhandled: '1' });
    });
  }

  it('happens once when more is unhandled meanwhile, and each is logged', async () => {
    const { code, lines } = await run(REJECTION + REJECTION);
    expect(code).to.equal(1);
    expect(lines.map(({ level }) => level)).to.deep.equal(['fatal', 'fatal', 'info', 'info']);
    expect(lines.find(({ msg }) => msg === 'in order')).to.include({ unhandled: '2' });
  });

  it('happens after a signal, and ends with 0', async () => {
    const { code, lines } = await run(`process.kill(process.pid, 'SIGTERM');`);
    expect(code).to.equal(0);
    expect(lines.map(({ msg }) => msg)).to.have.members(['shutdown started', 'in order', 'process stopped']);
  });

  it('belongs to each process', () => {
    for (const program of ['api', 'worker', 'inbound'])
      expect(readFileSync(`${program}/start.ts`, 'utf8'), program).to.include('stopOnSignal(log, ');
  });
});
