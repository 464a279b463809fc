import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { SCHEMA_VERSION } from '../../../common/migrations/list.ts';
import { accepts, freePort } from '../../../local/ports.ts';
import { OF_THE_SECRET } from '../../../local/settings-docs/chart.ts';
import { type CommandLine, type Probe, readProcfile, readUnit } from '../../support/command-lines.ts';
import { renderCompose } from '../../support/compose.ts';
import { startComposeStores } from '../../support/compose-stores.ts';
import { buildImage, type Image } from '../../support/image.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { type Pod, readChart, readManifests, readPods } from '../../support/manifests.ts';
import { bareEnvironment, type Running, startCommand, startShell } from '../../support/programs.ts';
import { mongodbUrl, redisUrl } from '../../support/services.ts';
import { until } from '../../support/until.ts';

/** A release gives them to the build, which has no .git. */
const COMMIT = 'c0ffee'.repeat(6) + 'c0ff';
const COMMIT_DATE = '2026-11-30T02:00:00+00:00';
const { version: VERSION } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/**
 * Builds the image from the Dockerfile, and runs it as docker-compose.yml, the Procfile, the units of systemd, the chart and the manifests of
 * Kubernetes do: production packages and built files alone, by a user who can write none of them.
 */
describe('a deployment', function () {
  this.timeout(600_000);
  const folder = mkdtempSync(join(tmpdir(), 'mailing-production-'));
  const running: Running[] = [];
  let image: Image;
  let mail: MailServer;
  let stores: Awaited<ReturnType<typeof startComposeStores>> | undefined;

  before(async () => {
    mail = await startMailServer();
    // As compose builds it: what is not among its arguments stays unknown.
    image = buildImage(folder, renderCompose({ COMMIT, COMMIT_DATE })['api']!.buildArguments);
    // The command of the image, for its folder here.
    const [bin, name] = [join(folder, 'bin'), 'mailing'];
    mkdirSync(bin);
    copyFileSync(join(image.folder, '../usr/local/bin', name), join(bin, name));
    writeFileSync(
      join(bin, name),
      readFileSync(join(bin, name), 'utf8').replaceAll('/app/', `${image.folder}/`),
    );
  });
  afterEach(async () => {
    for (const { child } of running) child.kill('SIGTERM');
    await Promise.all(running.splice(0).map(({ ended }) => ended));
    await stores?.stop();
    stores = undefined;
  });
  after(async () => {
    await mail?.stop();
    execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  /** Where a program of the image runs, with these settings. */
  const placeOf = (settings: Readonly<Record<string, string>>) => ({
    cwd: image.folder,
    env: bareEnvironment({
      ...image.environment,
      PATH: `${join(folder, 'bin')}:${image.environment['PATH']}`,
      ...settings,
    }),
    ...image.user,
  });

  /** The settings of a deployment, with stores of its own. */
  const settingsOf = async (name: string) => ({
    NODE_ENV: 'production',
    MONGODB_URL: await mongodbUrl(name),
    REDIS_URL: await redisUrl(name),
    SMTP_URL: mail.url,
    APP_SECRET: '3f1c77aa09be4d6582e7b1d04c9fe3a85d20761bb94c8f3e6a17d5208e4bc9f1',
  });

  function keep(program: Running): Running {
    running.push(program);
    return program;
  }

  async function untilHealthy(program: Running, isHealthy: () => Promise<boolean>, what: string) {
    await until(() => {
      if (program.child.exitCode !== null) throw new Error(`It ended:\n${program.out()}${program.err()}`);
      return isHealthy();
    }, what);
  }

  type Run = (command: readonly string[]) => Running;

  /** Creates an account as an operator does, and returns its keys. */
  async function createAccount(run: Run): Promise<Readonly<Record<string, string>>> {
    const words = 'node dist/cli.js account create --json --name Ada --email ada@shop.example --password';
    const { code, out, err } = await run([...words.split(' '), 'correct horse']).ended;
    expect(code, err).to.equal(0);
    const { public_key: PublicKey, secret_key: SecretKey } = JSON.parse(out);
    return { PublicKey, SecretKey };
  }

  /** Adds a sender, which gets a mail. */
  async function sendsMail(port: number, keys: Readonly<Record<string, string>>, from_email: string) {
    const saved = await fetch(`http://127.0.0.1:${port}/api/sender/save`, {
      method: 'POST',
      headers: { ...keys, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        from_name: 'Ada',
        from_email,
        reply_to_email: 'reply@shop.example',
        country_id: 1,
        company_address: '1 Main Street',
        nickname: from_email.split('@')[0],
      }),
    });
    expect(saved.status, await saved.text()).to.equal(200);
    await until(() => mail.to(from_email).length === 1, `the verification mail to ${from_email}`);
  }

  async function passesItsCheck(run: Run, address: string) {
    const { code, out } = await run(['node', 'dist/cli.js', 'check', '--mail-to', address]).ended;
    expect([code, out.trimEnd().split('\n').at(-1)], out).to.deep.equal([0, 'Everything holds.']);
    expect(mail.to(address).map(({ from }) => from)).to.deep.equal(['no-reply@mail.example']);
  }

  async function end(programs: readonly Running[]) {
    for (const { child } of programs) child.kill('SIGTERM');
    await Promise.all(programs.map(({ ended }) => ended));
  }

  /** The store is then one of the release before. */
  async function setBack(url: string) {
    const client = await new mongoose.mongo.MongoClient(url).connect();
    const states = client.db().collection<{ _id: string }>('store_states');
    const { modifiedCount } = await states.updateOne(
      { _id: 'store', schema_version: SCHEMA_VERSION },
      { $inc: { schema_version: -1 } },
    );
    await client.close();
    expect(modifiedCount).to.equal(1);
  }

  const answers = (url: string): Promise<boolean> =>
    fetch(url).then(
      ({ status }) => status === 200,
      () => false,
    );

  describe('of the image', () => {
    it('contains only packages that are not in the bundles', () => {
      expect(existsSync(join(image.folder, 'node_modules/sharp'))).to.equal(true);
      for (const name of ['koa', 'mongoose', 'mocha', 'playwright-core', 'react'])
        expect(existsSync(join(image.folder, 'node_modules', name)), name).to.equal(false);
    });

    it('knows its commit, and runs programs and commands by one name', () => {
      const run = (...words: string[]) =>
        spawnSync('node', ['dist/cli.js', ...words], { ...placeOf({}), encoding: 'utf8' });
      for (const words of [['--version'], ['worker', '--version']])
        expect(run(...words).stdout).to.equal(`${VERSION} (commit ${COMMIT}, ${COMMIT_DATE})\n`);
      expect(run('check').stdout).to.match(/^refused {2}MONGODB_URL: MONGODB_URL is not set$/m);
      expect(run('api').stderr).to.match(/^Invalid settings:\n/);
      expect(readFileSync('local/mailing', 'utf8')).to.match(/ \/app\/dist\/cli\.js "\$@"$/m);
    });

    it('contains the built console, compressed, where the API looks for it', () => {
      const built = join(image.folder, 'dist/console/dist');
      const [, entry] = /src="\/console\/(assets\/[^"]+\.js)"/.exec(
        readFileSync(join(built, 'index.html'), 'utf8'),
      )!;
      for (const name of [entry!, `${entry}.br`, `${entry}.gz`])
        expect(existsSync(join(built, name)), name).to.equal(true);
    });

    it('contains the HTML of the templates and the clients as archives, where the API looks for them', () => {
      for (const file of ['common/data/templates/letter.html', 'client/archives/python.zip'])
        expect(readFileSync(join(image.folder, 'dist', file)).equals(readFileSync(file)), file).to.equal(
          true,
        );
    });

    it('keeps the compiled code of each program, and neither makes the other compile it again', () => {
      for (const program of ['api', 'worker', 'api', 'worker']) {
        const { stderr } = spawnSync('node', [`dist/${program}/main.js`], {
          ...placeOf({ NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }),
          encoding: 'utf8',
        });
        expect(stderr, program).not.to.include('was rejected');
        // Node 20 keeps nothing.
        if (Number(process.versions.node.split('.')[0]) > 20)
          expect(stderr, program).to.include('was accepted');
      }
    });
  });

  it('migrates, becomes healthy, answers calls, sends mails, and survives an upgrade by compose', async () => {
    const [port, smtp] = [await freePort(), await freePort()];
    // MongoDB and Redis are those of docker-compose.yml.
    const { MONGODB_URL: _mongodb, REDIS_URL: _redis, ...given } = await settingsOf('compose');
    const compose = renderCompose({
      ...given,
      STORE_PASSWORD: randomBytes(32).toString('hex'),
      PORT: String(port),
      PUBLIC_URL: 'https://mail.example',
      INBOUND_SMTP_PORT: String(smtp),
      BOUNCE_DOMAIN: 'bounces.example',
    });
    stores = await startComposeStores(compose, join(folder, 'stores'));
    /** Containers may have the same ports; programs of one machine may not. */
    const environmentOf = async (name: string): Promise<Readonly<Record<string, string>>> => ({
      ...Object.fromEntries(
        Object.entries(compose[name]!.environment).map(([key, text]) => [key, stores!.here(text)]),
      ),
      METRICS_PORT: String(await freePort()),
    });
    const run = async (name: string, command = compose[name]!.command ?? image.command) =>
      keep(startCommand(command, placeOf(await environmentOf(name))));
    async function startAll() {
      const { code, err } = await (await run('release')).ended;
      expect(code, err).to.equal(0);
      return Promise.all(
        ['api', 'worker', 'inbound'].map(async (name) => {
          const environment = await environmentOf(name);
          const program = keep(startCommand(compose[name]!.command ?? image.command, placeOf(environment)));
          const isHealthy = async () =>
            (await startCommand(image.healthcheck, placeOf(environment)).ended).code === 0;
          await untilHealthy(program, isHealthy, `${name} to be healthy`);
          return program;
        }),
      );
    }

    const programs = await startAll();
    const environment = await environmentOf('api');
    const command: Run = (words) => keep(startCommand(words, placeOf(environment)));
    const keys = await createAccount(command);
    await sendsMail(port, keys, 'compose@shop.example');
    const takesMails = await new Promise((resolve) => {
      const socket = connect(smtp, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.unref();
    });
    expect(takesMails, 'the receiver takes mails').to.equal(true);
    await passesItsCheck(command, 'check-compose@shop.example');
    await end(programs);
    await setBack(environment['MONGODB_URL']!);
    await startAll();
    await sendsMail(port, keys, 'compose-again@shop.example');
  });

  const procfile = readProcfile();
  type Program = CommandLine & Partial<Pod>;
  /** The other settings that the Secret of docs/kubernetes.yml gives. */
  const inManifests = {
    PUBLIC_URL: 'https://mail.example',
    BOUNCE_DOMAIN: 'bounces.example',
    INBOUND_SMTP_PORT: '2525',
  };
  const imagePort = { PORT: '3000' };
  /** Each way of starting that has a line a program, and what it has besides. */
  const ways: Readonly<Record<string, Readonly<Record<string, Program>>>> = {
    'the Procfile': {
      release: procfile['release']!,
      api: procfile['web']!,
      worker: procfile['worker']!,
      inbound: procfile['inbound']!,
    },
    'the units of systemd': {
      release: readUnit('mailing-release'),
      api: readUnit('mailing-api'),
      worker: readUnit('mailing-worker@', '2'),
      inbound: readUnit('mailing-inbound'),
      backup: readUnit('mailing-backup'),
      erasures: readUnit('mailing-erasures'),
    },
    'the chart': readPods(readChart(), 'registry.example/mailing-service', imagePort),
    'the manifests of Kubernetes': readPods(readManifests(), 'registry.example/mailing-service', {
      ...imagePort,
      ...inManifests,
    }),
  };
  /** In the chart a Secret has the secrets alone. */
  const givenTo = (way: string, all: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    way === 'the chart'
      ? Object.fromEntries(Object.entries(all).filter(([name]) => OF_THE_SECRET.has(name)))
      : all;
  const READY: Readonly<Record<string, readonly Probe[]>> = {
    // This address is of this machine too, and no program listens on exactly it.
    api: [{ host: '127.0.0.2', path: '/readyz', setting: 'PORT' }],
    other: [{ host: '127.0.0.1', path: '/readyz', setting: 'METRICS_PORT' }],
  };
  for (const [way, { release, api, worker, inbound, ...others }] of Object.entries(ways))
    it(`migrates, serves on all addresses, works, and survives an upgrade by ${way}`, async () => {
      const name = way.replaceAll(' ', '-').toLowerCase();
      const [port, smtp, hooks, ...metrics] = await Promise.all([1, 2, 3, 4, 5, 6].map(() => freePort()));
      const settings = await settingsOf(name);
      const given = givenTo(way, {
        ...settings,
        PUBLIC_URL: 'https://mail.example',
        INBOUND_SMTP_PORT: String(smtp),
        BOUNCE_DOMAIN: 'bounces.example',
        HOOK_POSTMARK_LOGIN: 'postmark:a password of the webhook',
      });
      const state = mkdtempSync(join(folder, 'state-'));
      const temporary = mkdtempSync(join(folder, 'tmp-'));
      for (const one of [state, temporary]) chmodSync(one, 0o777);
      /** Starts a program with the settings of a deployment, without HOST. */
      const start = (
        { line, environment, hasTmp = true, user }: Program,
        more: Readonly<Record<string, string>> = {},
      ) =>
        keep(
          startShell(
            line
              .replaceAll('/usr/bin/node', 'node')
              .replaceAll('/var/lib/mailing', state)
              .replaceAll('/backups', state),
            {
              ...placeOf({
                ...given,
                ...environment,
                TMPDIR: hasTmp ? temporary : image.folder,
                ...more,
              }),
              ...(process.getuid?.() === 0 && user),
            },
          ),
        );
      // Units and pods have ports of their own, which other tests may have.
      const ports = metrics.map(
        (one): Readonly<Record<string, string>> => ({
          PORT: String(port),
          METRICS_PORT: String(one),
          INBOUND_SMTP_PORT: String(smtp),
          INBOUND_PORT: String(hooks),
        }),
      );
      // As a person runs it next to a worker.
      const command: Run = (words) =>
        keep(startCommand(words, placeOf({ ...given, ...worker!.environment, ...ports[1] })));
      async function releases() {
        const { code, err } = await start(release!).ended;
        expect(code, err).to.equal(0);
      }
      async function startAll() {
        const lasting = [api!, worker!, inbound!];
        const programs = lasting.map((one, at) => start(one, ports[at]));
        for (const [
          at,
          { probes = at === 0 ? READY['api']! : READY['other']!, opens = [] },
        ] of lasting.entries()) {
          for (const { host, path, setting } of probes) {
            const url = `http://${host}:${ports[at]![setting]}${path}`;
            await untilHealthy(programs[at]!, () => answers(url), `${url} to be well`);
          }
          for (const setting of opens)
            expect(await accepts(Number(ports[at]![setting])), `${setting} of ${way}`).to.equal(true);
        }
        return programs;
      }

      await releases();
      const programs = await startAll();
      const images = await fetch(`http://127.0.0.1:${port}/images/letter.png`);
      expect(
        images.headers.get('content-type'),
        'files that are not TypeScript are in the build too',
      ).to.equal('image/png');
      for (const { out } of programs)
        expect(out()).to.include(
          `"version":"${VERSION}","commit":"${COMMIT.slice(0, 12)}","commit_date":"${COMMIT_DATE}"`,
        );
      const build = { version: VERSION, commit: COMMIT, date: COMMIT_DATE };
      for (const one of [port, ...metrics.slice(1)]) {
        const said = await fetch(`http://127.0.0.1:${one}/healthz`);
        expect(await said.json()).to.deep.equal({ status: 'ok', ...build });
      }
      const told = await fetch(`http://127.0.0.1:${metrics[0]}/metrics`);
      expect(await told.text()).to.match(
        new RegExp(
          `^mailing_build_info\\{.*version="${VERSION}",commit="${COMMIT}",date="${COMMIT_DATE}"`,
          'm',
        ),
      );
      const keys = await createAccount(command);
      await sendsMail(port!, keys, `${name}@shop.example`);
      await passesItsCheck(command, `check-${name}@shop.example`);
      for (const [which, other] of Object.entries(others)) {
        const { code: ended, err: said } = await start(other).ended;
        expect(ended, which + said).to.equal(0);
        expect(
          readdirSync(state).filter((file) => file.includes(which)),
          which,
        ).to.have.length(1);
      }
      // The programs of before run while the release step does.
      await setBack(settings.MONGODB_URL);
      const early = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
      expect((await start(api!, early).ended).err, 'before the release step').to.include('schema version');
      await releases();
      await sendsMail(port!, keys, `${name}-meanwhile@shop.example`);
      await end(programs);
      await startAll();
      await sendsMail(port!, keys, `${name}-again@shop.example`);
    });
});
