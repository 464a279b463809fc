import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { keptSecret, runningServices } from '../../../local/data-dir.ts';
import { startEmbedded } from '../../../local/embedded.ts';
import { useOrStartServices, useRunningServices } from '../../../local/environment.ts';
import { isAlive } from '../../../local/processes.mjs';
import { SetupError } from '../../../local/servers.mjs';
import { bareEnvironment, startNode } from '../../support/programs.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { until } from '../../support/until.ts';

describe('local/embedded', () => {
  const folder = temporaryFolder();
  const environment = (extra: Record<string, string> = {}): NodeJS.ProcessEnv =>
    bareEnvironment({ DATA_DIR: folder(), MAILBOX_PORT: '0', ...extra });

  it('starts the services that are unset, publishes them, and refuses a second start', async () => {
    const embedded = await startEmbedded({ env: environment() });
    try {
      expect(Object.keys(embedded.environment)).to.have.members([
        'MONGODB_URL',
        'REDIS_URL',
        'SMTP_URL',
        'APP_SECRET',
      ]);
      expect((await fetch(`${embedded.mailboxUrl}/messages`)).status).to.equal(200);
      const other = environment();
      useRunningServices(other);
      expect(other).to.include(embedded.environment);
      expect(statSync(join(folder(), 'services.json')).mode & 0o777).to.equal(0o600);

      const second = await startEmbedded({ env: environment() }).catch((error: unknown) => error);
      expect(second).to.be.instanceOf(SetupError);
      expect((second as Error).message)
        .to.include(`Process ${process.pid} `)
        .and.include(folder())
        .and.include('DATA_DIR');
      expect(runningServices(folder())).to.include({ redisUrl: embedded.redisUrl });
    } finally {
      await embedded.stop();
    }
    expect(runningServices(folder())).to.equal(undefined);
    expect(() => useRunningServices(environment())).to.throw(
      SetupError,
      /MONGODB_URL, REDIS_URL, SMTP_URL are not set/,
    );
  });

  it('starts only what is unset', async () => {
    const env = environment({ MONGODB_URL: 'mongodb://db.example/x', SMTP_URL: 'smtp://mail.example' });
    const embedded = await startEmbedded({ env });
    expect(Object.keys(embedded.environment)).to.have.members(['REDIS_URL', 'APP_SECRET']);
    expect(embedded).to.not.have.property('mailboxUrl');
    await embedded.stop();
  });

  it('reports when a store ends unexpectedly', async () => {
    const embedded = await startEmbedded({ env: environment(), wanted: ['REDIS_URL'] });
    const redis = new Redis(embedded.redisUrl ?? '', { retryStrategy: () => null });
    redis.on('error', () => {});
    await redis.shutdown('NOSAVE').catch(() => {});
    expect(await embedded.failed).to.match(/^Redis exited unexpectedly/);
    redis.disconnect();
    await embedded.stop();
  });

  it("stops what it has started when another service can't be started", async () => {
    const blocker = await startEmbedded({
      env: environment({ DATA_DIR: join(folder(), 'a') }),
      wanted: ['SMTP_URL'],
    });
    const taken = new URL(blocker.mailboxUrl ?? '').port;
    const env = environment({ DATA_DIR: join(folder(), 'b'), MAILBOX_PORT: taken });
    const failure = await startEmbedded({ env, wanted: ['SMTP_URL', 'REDIS_URL'] }).catch(
      (error: unknown) => error,
    );
    expect((failure as Error).message)
      .to.include(`Port ${taken}`)
      .and.include('MAILBOX_PORT');
    const again = await startEmbedded({
      env: { ...env, MAILBOX_PORT: '0' },
      wanted: ['SMTP_URL', 'REDIS_URL'],
    });
    await again.stop();
    await blocker.stop();
  });

  it('starts again after its parent was killed, and leaves no server behind', async () => {
    const parent = startNode(['test/programs/local/embedded-parent.ts'], environment());
    const pids = await until(() => /^pids (\d+) (\d+)$/m.exec(parent.out()), 'the services to start');
    const refused = await startEmbedded({ env: environment() }).catch((error: unknown) => error);
    expect((refused as Error).message).to.include(`Process ${parent.child.pid} `);
    parent.child.kill('SIGKILL');
    await parent.ended;
    const embedded = await startEmbedded({ env: environment() });
    expect(pids.slice(1).map(Number).some(isAlive)).to.equal(false);
    await embedded.stop();
  });

  it('keeps one secret, readable only by its owner', () => {
    const secret = keptSecret(folder());
    expect(secret).to.match(/^[0-9a-f]{64}$/);
    expect(keptSecret(folder())).to.equal(secret);
    expect(statSync(join(folder(), 'app-secret')).mode & 0o777).to.equal(0o600);
    expect(readFileSync(join(folder(), 'app-secret'), 'utf8').trim()).to.equal(secret);
  });

  it('ignores the entry of a process that has ended', () => {
    writeFileSync(
      join(folder(), 'services.json'),
      JSON.stringify({ pid: process.pid, beginning: 'other', redisUrl: 'x' }),
    );
    expect(runningServices(folder())).to.equal(undefined);
  });

  it('starts services for a single command when none run', async () => {
    const env = environment();
    const services = await useOrStartServices(env, ['REDIS_URL']);
    expect(env['REDIS_URL']).to.match(/^redis:\/\/:[0-9a-f]{64}@127\.0\.0\.1:/);
    expect(env['APP_SECRET']).to.have.length(64);
    expect(runningServices(folder())).to.equal(undefined);
    await services.stop();
  });

  it('leaves the environment alone in production', async () => {
    const env = environment({ NODE_ENV: 'production' });
    const before = { ...env };
    useRunningServices(env);
    await (await useOrStartServices(env, ['MONGODB_URL'])).stop();
    expect(env).to.deep.equal(before);
  });
});
