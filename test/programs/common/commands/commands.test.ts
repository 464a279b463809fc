import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { accountByAddress, accountByPassword } from '../../../../common/accounts/accounts.ts';
import { SCHEMA_VERSION } from '../../../../common/migrations/list.ts';
import { DataKey } from '../../../../common/models/data-keys.ts';
import { SigningKey } from '../../../../common/models/signing-keys.ts';
import { SingleSend } from '../../../../common/models/single-sends.ts';
import { StoreState } from '../../../../common/models/store-states.ts';
import { dataKey } from '../../../../common/secrets/data-keys.ts';
import { keyIdOf } from '../../../../common/secrets/signing.ts';
import { type Api, startApi } from '../../../support/api.ts';
import { createSend, people } from '../../../support/engine.ts';
import { anAccount } from '../../../support/factories.ts';
import { bareEnvironment, type Ran, startNode } from '../../../support/programs.ts';
import { rows } from '../../../support/rows.ts';
import { until } from '../../../support/until.ts';
import { addContacts } from '../../../support/world.ts';

/** The programs behind `npm run indexes`, `backup`, `restore`, `release-holds` and `rotate`. */
describe('the command line', () => {
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
    const running = startNode([`common/commands/${name}.ts`, ...args], environment);
    // The last output may arrive after the process has ended.
    const [code] = (await once(running.child, 'close')) as [number];
    return { code, out: running.out(), err: running.err() };
  };

  before(async () => {
    api = await startApi('commands');
    const ground = await anAccount(api);
    await addContacts(ground, people(3));
    await createSend(ground, { single_send_name: 'The "first"' });
  });
  after(async () => {
    await api?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('migrates a store and makes its indexes', async () => {
    await StoreState.deleteMany({});
    const first = await run('indexes');
    expect(first.code, first.err).to.equal(0);
    expect(first.out).to.match(/migration completed.*indexes created/s);
    expect(await StoreState.findOne({})).to.include({ schema_version: SCHEMA_VERSION });
  });

  it('corrects once what processes of an earlier version stored, then leaves the store without a migration', async () => {
    const second = await run('indexes');
    expect(second.code, second.err).to.equal(0);
    expect(second.out).to.match(/contacts have their names as searches compare them.*migration completed/s);
    const third = await run('indexes');
    expect(third.code, third.err).to.equal(0);
    expect(third.out).not.to.match(/migration/);
  });

  it('refuses a newer store with a message', async () => {
    await StoreState.updateOne({}, { $set: { schema_version: SCHEMA_VERSION + 1 } });
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
    await StoreState.updateOne({}, { $set: { schema_version: SCHEMA_VERSION } });
  });

  it('explains the usage of a command', async () => {
    const unnamed = await run('backup');
    expect(unnamed.code).to.equal(1);
    expect(unnamed.err).to.match(/^Usage: .* backup FILE/);
  });

  it('names a wrong file without a stack', async () => {
    const nowhere = await run('backup', [join(folder, 'nowhere', 'x')]);
    expect(nowhere.code).to.equal(1);
    expect(nowhere.err)
      .to.match(/^ENOENT: no such file/)
      .and.not.match(/ at .*:\d+:\d+/);
  });

  describe('with a backup', () => {
    let saved: Ran;

    before(async () => {
      saved = await run('backup', [file]);
    });

    it('reports its documents, its time and its digest', () => {
      expect(saved.err).to.equal('');
      expect(saved.out).to.match(/: \d+ documents of \d+ collections, as of .*\nSHA-256 .*: [0-9a-f]{64}\n/);
    });

    it('is noted with its instant', async () => {
      const [, instant] = /as of (\S+)$/m.exec(saved.out)!;
      expect((await StoreState.findOne({}))!.backed_up_at).to.deep.equal(new Date(instant!));
    });

    it('writes a file of erasures, which a restore takes', async () => {
      const erasures = join(folder, 'erasures');
      expect((await run('erasures', [])).err).to.match(/^Usage: .* erasures/);
      expect(await run('erasures', [erasures])).to.deep.include({ code: 0, err: '' });
      expect((await run('restore', [file, '--erasures', join(folder, 'none')])).err).to.match(/ENOENT/);
      expect((await run('restore', [file, '--erasures', erasures])).err).to.match(/not empty/);
    });

    it('refuses to restore it into a store that is not empty', async () => {
      const full = await run('restore', [file]);
      expect(full.code).to.equal(1);
      expect(full.err).to.match(/^The store is not empty\. .*--replace/);
    });

    describe('after a restore with another secret', () => {
      let restored: Ran;

      before(async () => {
        restored = await run('restore', [file, '--replace'], 'another secret of thirty-two characters');
      });

      it('reports what the restore holds, and that the secret is another', () => {
        expect(restored.code, restored.err).to.equal(0);
        expect(restored.out)
          .to.match(/^Restored the backup of /)
          .and.match(/APP_SECRET has changed/)
          .and.match(/scheduled send \d+ of account \d+: was due .* \("The \\"first\\""\)/);
      });

      it('refuses to release what the restore does not hold', async () => {
        const unknown = await run('release-holds', ['--send', '77']);
        expect([unknown.code, unknown.err]).to.deep.equal([1, 'The restore holds nothing with this id.\n']);
      });

      it('lists and releases what the restore holds', async () => {
        expect((await run('release-holds')).out).to.match(/scheduled send \d+ /);
        expect((await run('release-holds', ['--all'])).out).to.match(/^Released: scheduled send \d+ /);
        expect(await rows(SingleSend).findOne({})).to.include({ status: 1, hold_reason: null });
        expect((await run('release-holds')).out).to.match(/^The restore holds nothing/);
      });
    });
  });

  describe('with a newer secret', () => {
    const fresh = 'a newer secret of thirty-two characters';
    let key: Buffer;
    const rotate = (secrets: string) => run('rotate', [], fresh, secrets);
    const report = (sealed: number) =>
      [
        `Data keys: ${sealed} sealed`,
        `Signing key: ${keyIdOf(fresh)}.`,
        `Keys of older links: ${keyIdOf(api.config.appSecret)}.`,
      ] as const;

    before(async () => {
      key = await dataKey('test', api.config);
    });
    after(async () => {
      // The commands of other tests have the older secret.
      await Promise.all([DataKey.deleteMany({}), SigningKey.deleteMany({})]);
    });

    it('refuses to rotate without the secret that sealed a data key', async () => {
      const noKeys = await rotate(fresh);
      expect(noKeys.code).to.equal(1);
      expect(noKeys.err).to.match(/^The data key "test" is sealed by .*APP_SECRETS/);
    });

    describe('and the older one after it', () => {
      let rotated: Ran;

      before(async () => {
        rotated = await rotate(`${fresh},${api.config.appSecret}`);
      });

      it('seals the data keys, and reports which keys sign and verify', () => {
        expect([rotated.code, rotated.err]).to.deep.equal([0, '']);
        for (const line of report(1)) expect(rotated.out).to.include(line);
      });

      it('changes no data key', async () => {
        expect(await dataKey('test', { appSecret: fresh, signingSecrets: [fresh] })).to.deep.equal(key);
      });

      it('finds nothing to seal the second time', async () => {
        const { code, out, err } = await rotate(`${fresh},${api.config.appSecret}`);
        expect([code, err]).to.deep.equal([0, '']);
        for (const line of report(0)) expect(out).to.include(line);
      });

      it('reports that the key of older mails is missing when it is removed', async () => {
        const lacking = await rotate(fresh);
        expect(lacking.out)
          .to.match(/^Missing keys: /m)
          .and.include(keyIdOf(api.config.appSecret));
        expect(lacking.code).to.equal(1);
      });
    });
  });

  describe('for a new account', () => {
    const node = [process.execPath, '--import', './local/typescript.mjs', 'common/commands/account.ts'];
    const create = (email: string) => ['create', '--name', 'Ada', '--email', email, '--json'];

    const type = async (command: string, args: readonly string[], lines: readonly string[]) => {
      const { mongodbUrl: MONGODB_URL, redisUrl: REDIS_URL, smtpUrls, appSecret: APP_SECRET } = api.config;
      const env = bareEnvironment({ MONGODB_URL, REDIS_URL, SMTP_URL: smtpUrls.join(), APP_SECRET });
      const child = spawn(command, args, { env, stdio: 'pipe' });
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk;
      });
      // A terminal gets each line when it is asked for; a pipe gets all lines at once.
      if (command === process.execPath) child.stdin.end(`${lines.join('\n')}\n`);
      else {
        await until(() => said.includes('Password: ') || child.exitCode !== null, 'the question');
        child.stdin.write(`${lines[0]}\n`);
        await until(() => said.includes('Repeat the password: ') || child.exitCode !== null, 'the question');
        child.stdin.write(`${lines[1]}\n`);
      }
      const [code] = (await once(child, 'close')) as [number];
      return { code, said };
    };
    const piped = (email: string, ...lines: string[]) =>
      type(process.execPath, [...node.slice(1), ...create(email)], lines);
    const onTerminal = (email: string, ...lines: string[]) =>
      type('script', ['-qec', [...node, ...create(email)].join(' '), '/dev/null'], lines);

    it('takes the password from the first line of the standard input', async () => {
      const { code, said } = await piped('piped@example.com', 'piped secret', 'x');
      expect(code, said).to.equal(0);
      expect(await accountByPassword('piped@example.com', 'piped secret')).to.include({ name: 'Ada' });
    });

    it('refuses an empty standard input', async () => {
      const { code, said } = await piped('none@example.com', '');
      expect([code, said.includes('"password" is')]).to.deep.equal([1, true]);
    });

    it('takes the password from a terminal without showing it', async () => {
      const { code, said } = await onTerminal('typed@example.com', 'typed secret', 'typed secret');
      expect(code, said).to.equal(0);
      expect(said).to.not.include('typed secret');
      expect(await accountByPassword('typed@example.com', 'typed secret')).to.include({ name: 'Ada' });
    });

    it('refuses two different passwords from a terminal', async () => {
      const { code, said } = await onTerminal('slip@example.com', 'typed secret', 'typed secert');
      expect([code, said.includes('do not match')]).to.deep.equal([1, true]);
      expect(await accountByAddress('slip@example.com')).to.equal(null);
    });

    describe('with the password as an option', () => {
      let given: Ran;

      before(async () => {
        given = await run('account', [...create('given@example.com'), '--password', 'given secret']);
      });

      it('uses this password', async () => {
        expect(given.code, given.err).to.equal(0);
        expect(await accountByPassword('given@example.com', 'given secret')).to.include({ name: 'Ada' });
      });

      it('turns the counting of openings and clicks off and on again', async () => {
        for (const set of ['off', 'on']) {
          const done = await run('account', ['tracking', '--email', 'given@example.com', '--set', set]);
          expect([done.code, done.out]).to.deep.equal([0, `Tracking is ${set} for new mails.\n`]);
          expect((await accountByAddress('given@example.com'))!.tracking).to.equal(set === 'on');
        }
        const wrong = await run('account', ['tracking', '--email', 'given@example.com', '--set', 'maybe']);
        expect([wrong.code, wrong.err.includes('"set" must be one of')]).to.deep.equal([1, true]);
      });

      it('shows its quotas with what it uses of them', async () => {
        const { code, out, err } = await run('quotas', ['--account', 'given@example.com']);
        expect(code, err).to.equal(0);
        expect(out).to.match(/^ {2}contacts +\d+ contacts {2}0 used$/m);
        expect(out).to.match(/^ {2}calls +(?:(?!used).)+$/m);
      });

      it('names the store for people, and prints one line of JSON for programs', () => {
        const { host, pathname } = new URL(api.config.mongodbUrl);
        expect(given.err).to.include(`Store: database ${pathname.slice(1)} on ${host}`);
        expect(Object.keys(JSON.parse(given.out))).to.deep.equal(['user_id', 'public_key', 'secret_key']);
      });

      it('deletes it at once when that is confirmed', async () => {
        const email = ['--email', 'given@example.com'];
        const unsure = await run('account', ['delete', ...email]);
        expect([unsure.code, unsure.err.includes('"yes" is required')]).to.deep.equal([1, true]);
        expect((await accountByAddress('given@example.com'))!.closed ?? null).to.equal(null);
        const deleted = await run('account', ['delete', ...email, '--yes']);
        expect(deleted.code, deleted.err).to.equal(0);
        const { closed } = (await accountByAddress('given@example.com'))!;
        expect(closed!.until.getTime()).to.be.at.most(Date.now());
        expect(closed!.next_at.getTime()).to.equal(closed!.until.getTime());
      });
    });
  });
});
