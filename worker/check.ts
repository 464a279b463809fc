import { randomUUID } from 'node:crypto';
import { heldByRestore } from '../common/backup/report.ts';
import { askAll, type CheckResult } from '../common/config/check-row.ts';
import { commandLine } from '../common/config/command-line.ts';
import { readPrefetchNetworks } from '../common/config/prefetch-networks.ts';
import { readArguments } from '../common/config/program-options.ts';
import { readTlsFiles } from '../common/config/tls-files.ts';
import { type Config, lookAtSettings, readConfig } from '../common/config.ts';
import { findIndexes, missingIndexes } from '../common/migrations/indexes.ts';
import { SCHEMA_VERSION } from '../common/migrations/list.ts';
import { refuseUnusable } from '../common/migrations/migrate.ts';
import { readStoreState } from '../common/migrations/store-state.ts';
import { sendingStop } from '../common/quotas/sending.ts';
import { readOwnRules } from '../common/replies/own-rules.ts';
import { startFailure } from '../common/start/failure.ts';
import { lookAtRedis, lookAtStore } from '../common/start/look.ts';
import { lookAtSecrets } from '../common/start/secrets.ts';
import { SCHEMA_CHECKS, START_CHECKS } from '../common/start/start-checks.ts';
import { connectMongo, disconnectMongo } from '../common/store/connection.ts';
import { createMailer } from './notices/mailer.ts';
import { readPaceFile } from './sending/pace/pace-file.ts';
import { readDkimKeys } from './sending/signing/keys.ts';
import { MAIL_CHECKS, tryMailServers } from './sending/transport/try-servers.ts';

const USAGE = `Usage: ${commandLine('check')} [--mail-to ADDRESS]

Asks each question of a start (docs/settings.md), reads the files that settings name, and tries the mail servers. It changes nothing.
It exits with 0 only if nothing is wrong.

  --mail-to ADDRESS  also sends a mail of the service to this address

Examples:
  ${commandLine('check')}
  ${commandLine('check --mail-to ada@example.com')}`;

let isRight = true;

function show(kind: 'ok' | 'refused' | 'warning', setting: string, words: string): void {
  if (kind !== 'ok') isRight = false;
  console.log(`${kind.padEnd(9)}${setting}: ${words.replaceAll('\n', '\n         ')}`);
}

function showAll(results: readonly CheckResult[]): void {
  for (const { row, problems } of results) {
    if (problems.length === 0) show('ok', row.setting, row.question);
    for (const problem of problems)
      show(row.finding === 'refuse' ? 'refused' : 'warning', row.setting, problem);
  }
}

/** Shows a failure of a step in words. */
async function trying(setting: string, question: string, step: () => unknown): Promise<boolean> {
  try {
    await step();
    show('ok', setting, question);
    return true;
  } catch (error) {
    const said = startFailure(error);
    show('refused', setting, said instanceof Error ? said.message : String(said));
    return false;
  }
}

async function checkStores(config: Config): Promise<void> {
  const isThere = await trying('MONGODB_URL', 'Does MongoDB answer and accept the login?', () =>
    connectMongo(config.mongodbUrl),
  );
  if (!isThere) return;
  const [store, redis, secrets] = await Promise.all([
    lookAtStore(),
    lookAtRedis(config.redisUrl),
    lookAtSecrets(config),
  ]);
  showAll(askAll(START_CHECKS, { config, store, redis, secrets }));
  await trying('MONGODB_URL', 'Does the store fit this program?', async () => {
    const state = await readStoreState();
    refuseUnusable(state, SCHEMA_VERSION);
    if (state.schema_version < SCHEMA_VERSION)
      throw new Error(`The store is older than this program: run \`${commandLine('migrate')}\`.`);
    const held = state.restored ? (await heldByRestore()).length : 0;
    const missing = missingIndexes(await findIndexes());
    showAll(askAll(SCHEMA_CHECKS, { missing, held, stop: await sendingStop() }));
  });
}

async function sendTo(address: string, config: Config): Promise<void> {
  await trying('SMTP_URL', `A mail to ${address} was accepted.`, () =>
    createMailer(config, readDkimKeys(config.dkim)).send({
      to: address,
      subject: 'A test of your mailing service',
      text: `This service can send mails: ${config.publicUrl}\n`,
      html: `<!doctype html><p>This service can send mails: ${config.publicUrl}</p>`,
      messageKey: randomUUID(),
    }),
  );
}

async function check(address: string | undefined): Promise<void> {
  const { forms, checks } = lookAtSettings(process.env);
  for (const problem of forms) show('refused', problem.split(' ', 1)[0]!, problem);
  showAll(checks);
  if (forms.length > 0 || checks.some(({ row, problems }) => row.finding === 'refuse' && problems.length > 0))
    return;
  const config = readConfig();
  await trying('DKIM_KEY, DKIM_KEY_FILE', 'Can the keys be read?', () => readDkimKeys(config.dkim));
  await trying('PACE_FILE', 'Can it be read?', () => readPaceFile(config.paceFile));
  await trying('REPLY_RULES_FILE', 'Can it be read?', () => readOwnRules(config.replyRulesFile));
  await trying('INBOUND_TLS_CERT, INBOUND_TLS_KEY', 'Can they be used?', () =>
    readTlsFiles(config.inbound.smtp),
  );
  await trying('PREFETCH_NETWORKS_FILE', 'Can it be read?', () =>
    readPrefetchNetworks(config.prefetchNetworksFile),
  );
  await checkStores(config);
  showAll(askAll(MAIL_CHECKS, { servers: await tryMailServers(config), config }));
  if (address !== undefined) await sendTo(address, config);
}

async function run(): Promise<void> {
  const { values } = readArguments(USAGE, { options: { 'mail-to': { type: 'string' } } });
  await check(values['mail-to']);
  await disconnectMongo();
  console.log(isRight ? 'Everything holds.' : 'Not everything holds.');
  if (!isRight) process.exitCode = 1;
}

await run();
