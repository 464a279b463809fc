import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '../client/src/index.ts';
import { readArguments, refuseArguments } from '../common/config/program-options.ts';
import { mailboxAt } from './demo/mailbox.ts';
import { type DemoFigures, tellStory } from './demo/story.ts';
import { freePort } from './ports.ts';
import { ROOT } from './servers.mjs';
import { type RunningService, startService } from './service.ts';

/** As many as embedded stores on one machine import in a few minutes. */
const MOST_CONTACTS = 5_000_000;

const USAGE = `Usage: npm run demo -- [--contacts N] [--exit]

Runs the main job from the start to the statistics, on embedded services with their own folder.

  --contacts N  contacts to import (default: 1000)
  --exit        ends the demo when it is done, with code 1 if any figure is wrong`;

const options = readOptions();
const { contacts } = options;

function readOptions(): { contacts: number; exit: boolean } {
  const { values } = readArguments(USAGE, {
    options: { contacts: { type: 'string', default: '1000' }, exit: { type: 'boolean', default: false } },
  });
  const number = Number(values.contacts);
  if (Number.isInteger(number) && number >= 1 && number <= MOST_CONTACTS)
    return { contacts: number, exit: values.exit };
  return refuseArguments(
    `--contacts must be a whole number from 1 to ${MOST_CONTACTS}, not ${values.contacts}`,
  );
}

interface DemoKeys {
  readonly public_key: string;
  readonly secret_key: string;
}

const OWNER = { email: `owner-${Date.now()}@demo.example`, password: 'demo-password' } as const;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const asked = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => asked.abort());

async function demoEnvironment(): Promise<{ env: NodeJS.ProcessEnv; ownFolder: string | null }> {
  const ownFolder = process.env['DATA_DIR'] ? null : await mkdtemp(join(tmpdir(), 'mailing-demo-'));
  const env = { ...process.env };
  env['DATA_DIR'] ??= ownFolder!;
  env['PORT'] ??= String(await freePort());
  env['MAILBOX_PORT'] ??= String(await freePort());
  env['LOG_LEVEL'] ??= 'warn';
  return { env, ownFolder };
}

async function makeAccount(env: NodeJS.ProcessEnv): Promise<DemoKeys> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--import',
      join(ROOT, 'local/typescript.mjs'),
      join(ROOT, 'local/run.ts'),
      'cli',
      'account',
      'create',
      '--json',
      '--name=Demo',
      `--email=${OWNER.email}`,
      `--password=${OWNER.password}`,
    ],
    { env },
  );
  return JSON.parse(stdout) as DemoKeys;
}

function sayStatistics({ statistics, caught }: DemoFigures): void {
  const lines: [string, number][] = [
    ['recipients', statistics.audience?.recipients ?? 0],
    ['triggered', statistics.triggered],
    ['delivered', statistics.delivered],
    ['bounces', statistics.bounces],
    ['unique opens', statistics.unique_opens],
    ['total opens', statistics.total_opens],
    ['unique clicks', statistics.unique_clicks],
    ['unsubscribes', statistics.unsubscribes],
    ['mails in the mailbox', caught],
  ];
  say('\nStatistics of the send');
  for (const [name, count] of lines) say(`  ${name.padEnd(22)}${count.toLocaleString('en').padStart(9)}`);
}

function wrongFigures({ statistics, expected, caught }: DemoFigures): string[] {
  const wrong = Object.keys(expected)
    .map((name) => name as keyof typeof expected)
    .filter((name) => statistics[name] !== expected[name])
    .map((name) => `${name} is ${JSON.stringify(statistics[name])}, not ${JSON.stringify(expected[name])}`);
  if (caught !== contacts) wrong.push(`the mailbox has ${caught} mails, not ${contacts}`);
  return wrong;
}

function sayAddresses({ config, mailboxUrl }: RunningService, keys: DemoKeys): void {
  const base = config.publicUrl;
  say(`
The service runs until Ctrl-C:
  Mailbox        ${mailboxUrl ?? '(mails go to SMTP_URL)'}
  Console        ${base}/console
  Account page   ${base}/account
                 ${OWNER.email}, password ${OWNER.password}
  API reference  ${base}/docs
  PublicKey      ${keys.public_key}
  SecretKey      ${keys.secret_key}
Try:
  curl -H 'PublicKey: ${keys.public_key}' -H 'SecretKey: ${keys.secret_key}' ${base}/api/single-send/list
`);
}

async function run(): Promise<void> {
  const { env, ownFolder } = await demoEnvironment();
  let service: RunningService | undefined;
  try {
    say('Starting MongoDB, Redis, the mailbox, the API and a worker …');
    service = await startService(env, asked.signal, say);
    const keys = await makeAccount(service.env);
    const told = await tellStory({
      client: createClient({
        url: service.config.publicUrl,
        publicKey: keys.public_key,
        secretKey: keys.secret_key,
      }),
      mailbox: mailboxAt(service.mailboxUrl!),
      contacts,
      article: `${service.config.publicUrl}/docs`,
      say,
    });
    sayStatistics(told);
    const wrong = wrongFigures(told);
    for (const line of wrong) say(`WRONG: ${line}`);
    if (wrong.length > 0) process.exitCode = 1;
    if (options.exit) return;
    sayAddresses(service, keys);
    const stopAsked = new Promise<undefined>((resolve) => {
      if (asked.signal.aborted) resolve(undefined);
      asked.signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    const failure = await Promise.race([service.failed, stopAsked]);
    if (failure !== undefined) throw new Error(failure);
    say('Stopping …');
  } finally {
    await service?.stop();
    if (ownFolder) await rm(ownFolder, { recursive: true, force: true });
  }
}

try {
  await run();
} catch (error) {
  if (!asked.signal.aborted) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
process.exit();
