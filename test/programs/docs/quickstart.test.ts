import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { Counter } from '../../../common/store/counters.ts';
import type { Sequence } from '../../../common/store/ids.ts';
import { type Api, type Client, startOwnApi } from '../../support/api.ts';
import { PYTHON, pythonEnvironment } from '../../support/python.ts';
import { chapterOn, type Language } from '../../support/reference.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The last ids before those that the calls of curl name. */
const LAST: readonly (readonly [Sequence, number])[] = [
  ['contact_types', 2],
  ['contacts', 11],
  ['senders', 3],
  ['unsubscribe_groups', 5],
  ['single_sends', 14],
];

describe('the quickstart of the API reference', () => {
  let api: Api;
  let page: string;
  let folder: string;

  before(async () => {
    api = await startOwnApi('docs-quickstart');
    page = (await api.request('/docs')).body as string;
    folder = await mkdtemp(join(tmpdir(), 'mailing-quickstart-'));
    // The client as a package of the reader's project.
    const installed = join(folder, 'node_modules/@mailing-service/client');
    await mkdir(installed, { recursive: true });
    await symlink(join(ROOT, 'client/src'), join(installed, 'src'));
    await writeFile(
      join(installed, 'package.json'),
      JSON.stringify({ name: '@mailing-service/client', type: 'module', exports: './src/index.ts' }),
    );
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await api?.stop();
  });

  const stepsIn = (language: Language): string =>
    chapterOn(page, 'quickstart', language)
      .join('\n\n')
      .replaceAll(/(http:\/\/localhost:\d+)/g, api.url);

  const environmentOf = ({ public_key, secret_key }: Client) => ({
    ...pythonEnvironment(),
    PUBLIC_KEY: public_key,
    SECRET_KEY: secret_key,
  });

  /** The reader's account after the last step. */
  async function made(reader: Client) {
    const { body: types } = await reader.get('/contacts-type');
    const { body: sends } = await reader.get('/single-send/list');
    const [send] = sends.message.singleSends;
    return {
      contacts: types.message.contactTypes.map((type: { contacts_count: number }) => type.contacts_count),
      sends: sends.message.singleSends.length,
      // The sender is not verified yet.
      send: [send.single_send_name, send.status, send.hold_reason],
    };
  }

  const MADE = { contacts: [1], sends: 1, send: ['First letter', 0, 'sender_unverified'] };

  it('works with curl', async () => {
    const reader = await api.account();
    for (const [sequence, last] of LAST)
      await Counter.updateOne({ _id: sequence }, { $set: { last } }, { upsert: true });
    // The keys are those of the environment.
    const script = stepsIn('curl').replace(/^export .*$/m, '');
    const failing = `curl() { command curl -sS --fail-with-body --max-time 30 "$@"; }\n${script}`;
    await run('bash', ['-euc', failing], { env: environmentOf(reader) });
    expect(await made(reader)).to.deep.equal(MADE);
  });

  it('works with TypeScript', async () => {
    const reader = await api.account();
    await writeFile(join(folder, 'quickstart.mts'), stepsIn('TypeScript'));
    const { stdout } = await run(
      process.execPath,
      ['--import', join(ROOT, 'local/typescript.mjs'), 'quickstart.mts'],
      { cwd: folder, env: environmentOf(reader) },
    );
    expect(stdout).to.match(/^\S{36} 0 0 0\nRecord Not Found\n$/);
    expect(await made(reader)).to.deep.equal(MADE);
  });

  it('works with Python', async () => {
    const reader = await api.account();
    await writeFile(join(folder, 'quickstart.py'), stepsIn('Python'));
    const { stdout } = await run(PYTHON, ['quickstart.py'], { cwd: folder, env: environmentOf(reader) });
    expect(stdout).to.match(/^\S{36} 0 0 0\nRecord Not Found\n$/);
    expect(await made(reader)).to.deep.equal(MADE);
  });

  describe('and its check of a webhook’s call', () => {
    const key = Buffer.alloc(32, 7);
    const ID = 'delivery-1204-bounced-1';
    const TIMESTAMP = String(Math.floor(Date.now() / 1000));
    const BODY =
      '{"id":"delivery-1204-bounced-1","type":"delivery.bounced","data":{"email":"ada@example.com"}}';
    const signature = createHmac('sha256', key).update(`${ID}.${TIMESTAMP}.${BODY}`).digest('base64');
    const headers = JSON.stringify({
      'webhook-id': ID,
      'webhook-timestamp': TIMESTAMP,
      'webhook-signature': `v1,${signature}`,
    });
    const WEBHOOK_SECRET = `whsec_${key.toString('base64')}`;

    const check = (language: Language): string => chapterOn(page, 'receiving-webhooks', language).join('\n');
    const fails = (running: Promise<unknown>) =>
      running.then(
        () => false,
        () => true,
      );

    it('makes the signature with curl', async () => {
      const env = { ...process.env, ID, TIMESTAMP, BODY, WEBHOOK_SECRET };
      const { stdout } = await run('bash', ['-euc', check('curl')], { env });
      expect(stdout.trim()).to.equal(signature);
    });

    it('accepts it with TypeScript, and no other', async () => {
      const file = join(folder, 'webhook.mts');
      await writeFile(
        file,
        `const body = process.env.BODY!;\nconst request = { headers: ${headers} };\n${check('TypeScript')}\nconsole.log(JSON.stringify(events));`,
      );
      const given = (text: string) =>
        run(process.execPath, ['--import', join(ROOT, 'local/typescript.mjs'), file], {
          cwd: folder,
          env: { ...process.env, BODY: text, WEBHOOK_SECRET },
        });
      expect(JSON.parse((await given(BODY)).stdout)).to.deep.equal([JSON.parse(BODY)]);
      expect(await fails(given(`${BODY} `))).to.equal(true);
    });

    it('accepts it with Python, and no other', async () => {
      const program = `import json, os\nclass request:\n    headers = ${headers}\nbody = os.environ["BODY"]\n${check('Python')}\nprint(json.dumps(events))`;
      const given = (text: string) =>
        run(PYTHON, ['-c', program], { env: { ...pythonEnvironment(), BODY: text, WEBHOOK_SECRET } });
      expect(JSON.parse((await given(BODY)).stdout)).to.deep.equal([JSON.parse(BODY)]);
      expect(await fails(given(`${BODY} `))).to.equal(true);
    });
  });
});
