import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { accountByAddress, accountByPassword } from '../../common/accounts.ts';
import { SCHEMA_VERSION } from '../../common/migrations/list.ts';
import { SingleSend } from '../../common/models/single-sends.ts';
import { StoreState } from '../../common/models/store-states.ts';
import { rows } from '../../common/mongo.ts';
import { dataKey } from '../../common/secrets/data-keys.ts';
import { keyIdOf } from '../../common/secrets/signing.ts';
import { bareEnvironment, type Ran, startNode } from '../local/programs.ts';
import { type Api, startApi } from '../support/api.ts';
import { createSend, people } from '../support/engine.ts';
import { until } from '../support/until.ts';
import { addContacts, layGround } from '../support/world.ts';

/** What an operator types: `npm run indexes`, `backup`, `restore`, `release-holds` and `rotate` are these. */
describe('commands', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-commands-'));
  const file = join(folder, 'store.backup');
  let api: Api;

  const run = async (
    name: string,
    args: readonly string[] = [],
    secret = api.config.appSecret,
    secrets = '',
  ): Promise<Ran> => {
    const { mongodbUrl: MONGODB_URL, redisUrl: REDIS_URL, smtpUrls } = api.config;
    const SMTP_URL = smtpUrls.join();
    const environment = bareEnvironment({
      MONGODB_URL,
      REDIS_URL,
      SMTP_URL,
      APP_SECRET: secret,
      APP_SECRETS: secrets,
    });
    const running = startNode([`common/${name}-command.ts`, ...args], environment);
    // The last of what it said may come after its end.
    const [code] = (await once(running.child, 'close')) as [number];
    return { code, out: running.out(), err: running.err() };
  };

  before(async () => {
    api = await startApi('commands');
    const ground = await layGround(await api.account());
    await addContacts(ground, people(3));
    await createSend(ground, { single_send_name: 'The "first"' });
  });
  after(async () => {
    await api?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('migrate and index, again as often as they like', async () => {
    await rows(StoreState).deleteMany({});
    const first = await run('indexes');
    expect(first.code, first.err).to.equal(0);
    expect(first.out).to.match(/migration done.*indexes are in place/s);
    expect(await rows(StoreState).findOne({})).to.include({ schema_version: SCHEMA_VERSION });
    const again = await run('indexes');
    expect(again.code).to.equal(0);
    expect(again.out).not.to.match(/migration/);
  });

  it('refuse a newer store, and say so', async () => {
    await rows(StoreState).updateOne({}, { $set: { schema_version: SCHEMA_VERSION + 1 } });
    for (const [name, args] of [
      ['indexes', []],
      ['account', ['keys', '--email', 'nobody@example.com']],
    ] as const) {
      const { code, err } = await run(name, args);
      expect(code, name).to.equal(1);
      expect(err, name)
        .to.match(/older than its store/)
        .and.not.match(/ at .*:\d+:\d+/);
    }
    await rows(StoreState).updateOne({}, { $set: { schema_version: SCHEMA_VERSION } });
  });

  it('back up, restore and let go, in words', async () => {
    const saved = await run('backup', [file]);
    expect(saved.err).to.equal('');
    expect(saved.out).to.match(/: \d+ documents of \d+ collections, as of .*\nSHA-256 .*: [0-9a-f]{64}\n/);

    const full = await run('restore', [file]);
    expect(full.code).to.equal(1);
    expect(full.err).to.match(/^The store is not empty\. .*--replace/);

    const restored = await run('restore', [file, '--replace'], 'another secret of thirty-two characters');
    expect(restored.code, restored.err).to.equal(0);
    expect(restored.out)
      .to.match(/^Restored as of /)
      .and.match(/APP_SECRET is another/)
      .and.match(/scheduled send 1 of account 1: was due .* \("The \\"first\\""\)/);

    expect((await run('release-holds')).out).to.match(/scheduled send 1 /);
    const unknown = await run('release-holds', ['--send', '77']);
    expect([unknown.code, unknown.err]).to.deep.equal([1, 'There is no such thing that a restore holds.\n']);
    expect((await run('release-holds', ['--all'])).out).to.match(/^Let go: scheduled send 1 /);
    expect(await rows(SingleSend).findOne({ _id: 1 })).to.include({ status: 1, hold_reason: null });
    expect((await run('release-holds')).out).to.match(/^A restore holds nothing/);
  });

  it('rotate the secrets, and say which keys sign, verify and miss', async () => {
    const { appSecret: old } = api.config;
    const fresh = 'a newer secret of thirty-two characters';
    const key = await dataKey('test', api.config);
    const noKeys = await run('rotate', [], fresh, fresh);
    expect(noKeys.code).to.equal(1);
    expect(noKeys.err).to.match(/^The data key "test" is sealed by .*APP_SECRETS/);
    for (const sealed of [1, 0]) {
      const { code, out, err } = await run('rotate', [], fresh, `${fresh},${old}`);
      expect([code, err]).to.deep.equal([0, '']);
      expect(out)
        .to.include(`Data keys: ${sealed} sealed`)
        .and.include(`Signs: key ${keyIdOf(fresh)}.`)
        .and.include(`older mails: key ${keyIdOf(old)}.`);
    }
    expect(await dataKey('test', { appSecret: fresh, signingSecrets: [fresh] })).to.deep.equal(key);
    const lacking = await run('rotate', [], fresh, fresh);
    expect(lacking.out)
      .to.match(/^Missing: key /m)
      .and.include(keyIdOf(old));
    expect(lacking.code).to.equal(1);
  });

  it('take the password of an account from standard input, from a terminal that does not show it, or as before', async () => {
    const { mongodbUrl: MONGODB_URL, redisUrl: REDIS_URL, smtpUrls, appSecret: APP_SECRET } = api.config;
    const environment = bareEnvironment({ MONGODB_URL, REDIS_URL, SMTP_URL: smtpUrls.join(), APP_SECRET });
    const node = [process.execPath, '--import', './local/tsx.mjs', 'common/account-command.ts'];
    const type = async (command: string, args: readonly string[], lines: readonly string[]) => {
      const child = spawn(command, args, { env: environment, stdio: 'pipe' });
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk;
      });
      // Each line when it is asked for; a pipe is not asked.
      if (command === process.execPath) child.stdin.end(`${lines.join('\n')}\n`);
      else {
        await until(() => said.includes('Password: ') || child.exitCode !== null, 'the question', 60_000);
        child.stdin.write(`${lines[0]}\n`);
        await until(() => said.includes('once more: ') || child.exitCode !== null, 'the question', 60_000);
        child.stdin.write(`${lines[1]}\n`);
      }
      const [code] = (await once(child, 'close')) as [number];
      return { code, said };
    };
    const create = (email: string) => ['create', '--name', 'Ada', '--email', email, '--json'];
    const piped = await type(
      process.execPath,
      [...node.slice(1), ...create('piped@example.com')],
      ['piped secret', 'x'],
    );
    expect(piped.code, piped.said).to.equal(0);
    expect(await accountByPassword('piped@example.com', 'piped secret')).to.include({ name: 'Ada' });
    const nothing = await type(process.execPath, [...node.slice(1), ...create('none@example.com')], ['']);
    expect([nothing.code, nothing.said.includes('"password" is')]).to.deep.equal([1, true]);

    const onTerminal = (email: string, ...lines: string[]) =>
      type('script', ['-qec', [...node, ...create(email)].join(' '), '/dev/null'], lines);
    const typed = await onTerminal('typed@example.com', 'typed secret', 'typed secret');
    expect(typed.code, typed.said).to.equal(0);
    expect(typed.said).to.not.include('typed secret');
    expect(await accountByPassword('typed@example.com', 'typed secret')).to.include({ name: 'Ada' });
    const slip = await onTerminal('slip@example.com', 'typed secret', 'typed secert');
    expect([slip.code, slip.said.includes('two different passwords')]).to.deep.equal([1, true]);
    expect(await accountByAddress('slip@example.com')).to.equal(null);

    const given = await run('account', [...create('given@example.com'), '--password', 'given secret']);
    expect(given.code, given.err).to.equal(0);
    // Which store it is, for people; what programs read stays one line.
    const { host, pathname } = new URL(MONGODB_URL);
    expect(given.err).to.include(`Store: database ${pathname.slice(1)} on ${host}`);
    expect(Object.keys(JSON.parse(given.out))).to.deep.equal(['user_id', 'public_key', 'secret_key']);
    expect(await accountByPassword('given@example.com', 'given secret')).to.include({ name: 'Ada' });
  });

  it('say how they are used, and what is wrong with a file', async () => {
    const [unnamed, nowhere] = await Promise.all([
      run('backup'),
      run('backup', [join(folder, 'nowhere', 'x')]),
    ]);
    expect(unnamed.code).to.equal(1);
    expect(unnamed.err).to.match(/^Usage: npm run backup -- FILE/);
    expect(nowhere.code).to.equal(1);
    expect(nowhere.err)
      .to.match(/^ENOENT: no such file/)
      .and.not.match(/ at .*:\d+:\d+/);
  });
});
