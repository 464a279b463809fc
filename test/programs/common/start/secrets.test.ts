import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { resumeSending } from '../../../../common/commands/sending-stop.ts';
import { StartRefusal } from '../../../../common/config/start-refusal.ts';
import { type Config, readConfig } from '../../../../common/config.ts';
import type { Logger } from '../../../../common/log.ts';
import { DataKey } from '../../../../common/models/data-keys.ts';
import { Mailing } from '../../../../common/models/mailings.ts';
import { SigningKey } from '../../../../common/models/signing-keys.ts';
import { dataKey, sealAll } from '../../../../common/secrets/data-keys.ts';
import { keyIdOf } from '../../../../common/secrets/signing.ts';
import { prepareStart } from '../../../../common/start/prepare.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { freePort } from '../../../../local/ports.ts';
import { bareEnvironment, type Ran, type Running, startNode } from '../../../support/programs.ts';
import { rows } from '../../../support/rows.ts';
import { mongodbUrl, redisUrl } from '../../../support/services.ts';
import { until } from '../../../support/until.ts';

const [RIGHT, WRONG, NEW] = ['right', 'wrong', 'new'].map(() => randomBytes(32).toString('hex')) as [
  string,
  string,
  string,
];
const STORE = 'start-secrets';

/** A receiver without which `inbound` only waits. */
const RECEIVER = { HOOK_POSTMARK_LOGIN: 'postmark:3f1c77aa09be4d65' };

/** The commands that need the right secrets. */
const COMMANDS = [
  'account',
  'backup',
  'erasures',
  'indexes',
  'quotas',
  'release-holds',
  'resume-sending',
  'rotate-dkim',
  'shard',
  'unsuspend',
];

/** The environment of a production start with these secrets. */
const environmentOf = async (secrets: Readonly<Record<string, string>>) => ({
  NODE_ENV: 'production',
  MONGODB_URL: await mongodbUrl(STORE),
  REDIS_URL: await redisUrl(STORE),
  SMTP_URL: 'smtp://127.0.0.1:9',
  PUBLIC_URL: 'https://mail.example.com',
  ...secrets,
});

describe('the check of secrets at a start', () => {
  const warnings: string[] = [];
  const log = {
    warn: ({ problem }: { problem: string }) => warnings.push(problem),
    info: () => {},
  } as unknown as Logger;

  const configOf = async (secrets: Readonly<Record<string, string>>): Promise<Config> =>
    readConfig({ ...(await environmentOf(secrets)), NODE_ENV: 'development' });
  const start = async (secrets: Readonly<Record<string, string>>) =>
    prepareStart(await configOf(secrets), log);
  const refusal = async (secrets: Readonly<Record<string, string>>): Promise<string> => {
    const error = await start(secrets).catch((refused: unknown) => refused);
    expect(error).to.be.an.instanceOf(StartRefusal);
    return (error as Error).message;
  };
  const stored = async () =>
    JSON.stringify([await SigningKey.find().toArray(), await DataKey.find().toArray()]);

  /** A store that the right secret was used with. */
  async function used(): Promise<void> {
    await start({ APP_SECRET: RIGHT });
    await dataKey('dkim', await configOf({ APP_SECRET: RIGHT }));
    warnings.length = 0;
  }

  before(async () => connectMongo(await mongodbUrl(STORE)));
  after(() => disconnectMongo());
  beforeEach(async () => {
    await SigningKey.deleteMany({});
    await DataKey.deleteMany({});
    warnings.length = 0;
  });

  it('accepts any secret in a fresh store', async () => {
    await start({ APP_SECRET: RIGHT });
    await start({ APP_SECRET: RIGHT });
    expect(warnings).to.deep.equal([]);
  });

  it('refuses wrong secrets in words, and stores nothing', async () => {
    await used();
    const before_ = await stored();
    const words = await refusal({ APP_SECRET: WRONG });
    for (const said of [
      `key ${keyIdOf(RIGHT)}`,
      'Links in mails that it signed would not work, including unsubscribe links.',
      'data keys dkim',
      'correct it',
      'add the old secret at the end of APP_SECRETS',
      `ACCEPT_MISSING_KEYS=${keyIdOf(RIGHT)}`,
    ])
      expect(words).to.include(said);
    expect(await stored()).to.equal(before_);
    await start({ APP_SECRET: RIGHT });
    expect(warnings).to.deep.equal([]);
  });

  it('refuses when a data key alone, or a signing key alone, is missing', async () => {
    await used();
    await SigningKey.deleteMany({});
    expect(await refusal({ APP_SECRET: WRONG }))
      .to.match(/data keys dkim/)
      .and.not.match(/unsubscribe/);
    await used();
    await DataKey.deleteMany({});
    expect(await refusal({ APP_SECRET: WRONG }))
      .to.match(/unsubscribe/)
      .and.not.match(/data keys/);
  });

  it('accepts missing keys that ACCEPT_MISSING_KEYS names, with a warning', async () => {
    await used();
    const before_ = await stored();
    await start({ APP_SECRET: WRONG, ACCEPT_MISSING_KEYS: keyIdOf(RIGHT) });
    expect(warnings.join())
      .to.include(`key ${keyIdOf(RIGHT)}`)
      .and.include('ACCEPT_MISSING_KEYS has the key');
    // They may be the wrong ones still.
    expect(await stored()).to.equal(before_);
    expect(await refusal({ APP_SECRET: WRONG, ACCEPT_MISSING_KEYS: keyIdOf(NEW) })).to.include(
      keyIdOf(RIGHT),
    );
    warnings.length = 0;
    await start({ APP_SECRET: RIGHT });
    expect(warnings).to.deep.equal([]);
  });

  it('accepts secrets that are rotated in steps, with a restart of any process between them', async () => {
    await used();
    const [step1, step2] = [`${RIGHT},${NEW}`, `${NEW},${RIGHT}`];
    await start({ APP_SECRET: RIGHT, APP_SECRETS: step1 });
    expect(warnings).to.deep.equal([]);
    // A process whose settings are still those of before, or a step that is taken back.
    await start({ APP_SECRET: RIGHT });
    expect(warnings.splice(0).join()).to.match(/APP_SECRETS no longer has the secret of key/);
    await start({ APP_SECRET: NEW, APP_SECRETS: step2 });
    await start({ APP_SECRET: RIGHT, APP_SECRETS: step1 });
    await sealAll(await configOf({ APP_SECRET: NEW, APP_SECRETS: step2 }));
    await start({ APP_SECRET: NEW, APP_SECRETS: step2 });
    expect(warnings).to.deep.equal([]);
    expect(await refusal({ APP_SECRET: RIGHT })).to.include(keyIdOf(NEW));
    expect(await refusal({ APP_SECRET: NEW })).to.include(keyIdOf(RIGHT));
  });

  describe('in a process', () => {
    const running: Running[] = [];

    beforeEach(used);
    afterEach(async () => {
      for (const { child } of running) child.kill('SIGTERM');
      await Promise.all(running.splice(0).map(({ ended }) => ended));
    });

    async function run(
      file: string,
      args: readonly string[],
      secrets: Readonly<Record<string, string>>,
    ): Promise<Ran> {
      const program = startNode([file, ...args], bareEnvironment(await environmentOf(secrets)));
      const [code] = (await once(program.child, 'close')) as [number];
      return { code, out: program.out(), err: program.err() };
    }

    for (const program of ['api', 'worker', 'inbound'])
      it(`stops the start of ${program} with wrong secrets`, async () => {
        const { code, err } = await run(`${program}/main.ts`, [], { APP_SECRET: WRONG, ...RECEIVER });
        expect(code).to.equal(1);
        expect(err).to.match(
          new RegExp(`^APP_SECRET and APP_SECRETS lack the secret of key ${keyIdOf(RIGHT)}`),
        );
        expect(err)
          .to.include(`ACCEPT_MISSING_KEYS=${keyIdOf(RIGHT)}`)
          .and.not.match(/ at .*:\d+:\d+/);
      });

    it('lets the API start when ACCEPT_MISSING_KEYS names the key', async () => {
      const port = await freePort();
      const secrets = { APP_SECRET: WRONG, ACCEPT_MISSING_KEYS: keyIdOf(RIGHT), PORT: String(port) };
      await start({ APP_SECRET: RIGHT });
      const program = startNode(['api/main.ts'], bareEnvironment(await environmentOf(secrets)));
      running.push(program);
      await until(() => {
        if (program.child.exitCode !== null) throw new Error(program.err());
        return fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ status }) => status === 200,
          () => false,
        );
      }, 'the API to be ready');
      expect(program.out()).to.include('ACCEPT_MISSING_KEYS has the key');
    });

    it('stops npm run indexes, the first step of a release, with wrong secrets', async () => {
      const { code, err } = await run('common/commands/indexes.ts', [], { APP_SECRET: WRONG });
      expect(code).to.equal(1);
      expect(err).to.include(`ACCEPT_MISSING_KEYS=${keyIdOf(RIGHT)}`);
    });

    it('runs in each command except those that repair secrets, replace the store or stop mail', () => {
      const commands = readdirSync('common/commands')
        .map((file) => [file.replace(/\.ts$/, ''), readFileSync(`common/commands/${file}`, 'utf8')] as const)
        .filter(([, text]) => text.includes('await runCommand('));
      const exempt = commands.filter(([, text]) => text.includes('anySecret: true')).map(([name]) => name);
      expect(exempt).to.have.members(['restore', 'rotate', 'stop-sending', 'suspend']);
      expect(commands.map(([name]) => name)).to.have.members([...exempt, ...COMMANDS]);
    });

    it('lets npm run stop-sending run', async () => {
      const { code, err } = await run('common/commands/stop-sending.ts', ['--all', '--yes'], {
        APP_SECRET: WRONG,
      });
      expect(code, err).to.equal(0);
      await resumeSending();
    });

    it('asks no longer for keys that npm run rotate forgets, which refuses those in use', async () => {
      const rotate = (key: string, secrets: Readonly<Record<string, string>>) =>
        run('common/commands/rotate.ts', ['--forget', key], secrets);
      expect((await rotate(keyIdOf(RIGHT), { APP_SECRET: RIGHT })).err).to.match(/is configured/);
      expect((await rotate(keyIdOf(RIGHT), { APP_SECRET: WRONG })).err).to.match(/seals the data keys dkim/);
      expect((await rotate(keyIdOf(WRONG), { APP_SECRET: RIGHT })).err).to.match(/The store has no key/);
      expect((await rotate('all', { APP_SECRET: RIGHT })).err).to.match(/^Usage: .* rotate/);
      await DataKey.deleteMany({});
      await rows(Mailing).insertOne({ _id: 'send-1', key_id: keyIdOf(RIGHT) } as never);
      const { code, out } = await rotate(keyIdOf(RIGHT), { APP_SECRET: NEW });
      expect([code, out]).to.deep.equal([
        0,
        `Key ${keyIdOf(RIGHT)} is removed. Links in mails of 1 mailing(s) that it signed do not work.\n`,
      ]);
      await rows(Mailing).deleteMany({});
      await start({ APP_SECRET: NEW });
      expect(warnings).to.deep.equal([]);
    });
  });
});
