import { ConfigurationError } from '../common/config/configuration-error.ts';
import { readArguments } from '../common/config/program-options.ts';
import { readEnvFile } from './env-file.ts';
import { SetupError } from './servers.mjs';
import { type RunningService, startService } from './service.ts';

/** The programs' logs go unchanged to stdout, our own lines to stderr. */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

readArguments('Usage: npm start\n\nRuns everything in the foreground, until it is stopped.', {});

const asked = new AbortController();
// These handlers stay until the end: npm passes on a signal that the terminal has sent already, so it may come twice.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => asked.abort());
const stopAsked = new Promise<undefined>((resolve) => {
  asked.signal.addEventListener('abort', () => resolve(undefined), { once: true });
});

function sayAddresses({ config, mailboxUrl }: RunningService): void {
  const base = config.publicUrl;
  say(`
The service is ready.
  Console        ${base}/console
  API            ${base}/api
  API reference  ${base}/docs
  Account page   ${base}/account
  Mailbox        ${mailboxUrl ?? '(mails go to SMTP_URL)'}
To create an account with keys: npm run cli -- account create --name NAME --email ADDRESS
Ctrl-C stops the service.
`);
}

async function run(): Promise<void> {
  readEnvFile();
  const service = await startService(process.env, asked.signal, say);
  sayAddresses(service);
  const failure = await Promise.race([service.failed, stopAsked]);
  say(failure === undefined ? 'Stopping …' : `${failure} Stopping the service …`);
  await service.stop();
  if (failure !== undefined) process.exitCode = 1;
}

try {
  await run();
} catch (error) {
  if (!asked.signal.aborted) {
    const told = error instanceof SetupError || error instanceof ConfigurationError;
    say(told ? error.message : String(error instanceof Error ? error.stack : error));
    process.exitCode = 1;
  }
}
process.exit();
