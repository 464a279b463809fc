import { parseArgs } from 'node:util';
import { commandLine } from '../config/command-line.ts';
import type { Config } from '../config.ts';
import { DataKey } from '../models/data-keys.ts';
import { Mailing } from '../models/mailings.ts';
import { SealedForGood, sealAll } from '../secrets/data-keys.ts';
import { keyIdOf, newestKeyId } from '../secrets/signing.ts';
import { forgetSigningKey, missingSigningKeys, noteSigningKeys } from '../secrets/signing-keys.ts';
import { everywhere } from '../store/everywhere.ts';
import { CommandMisuse, CommandRefusal, runCommand } from './run-command.ts';

const USAGE = `Usage: ${commandLine('rotate')} [--forget KEY]

Seals the data keys with the current APP_SECRET, and lists the signing keys. It may run twice.

  --forget KEY  removes a key whose secret is lost or was wrong. The programs then start without it. Links in mails that
                it signed do not work, including unsubscribe links.

Example:
  ${commandLine('rotate --forget d7a220')}`;

await runCommand({
  usage: USAGE,
  anySecret: true,
  read() {
    const { values } = parseArgs({ options: { forget: { type: 'string' } } });
    if (values.forget !== undefined && !/^[\da-f]{6}$/.test(values.forget)) throw new CommandMisuse();
    return values.forget;
  },
  run: (key, config) => (key === undefined ? rotate(config) : forget(key, config)),
});

async function forget(key: string, { appSecret, signingSecrets }: Config): Promise<void> {
  if ([appSecret, ...signingSecrets].some((secret) => keyIdOf(secret) === key))
    throw new CommandRefusal(
      `The secret of key ${key} is configured. Remove it from APP_SECRET and APP_SECRETS first.`,
    );
  const sealed = await DataKey.distinct('_id', { sealed_by: key });
  if (sealed.length > 0)
    throw new CommandRefusal(
      `Key ${key} seals the data keys ${sealed.join(', ')}. Add its secret at the end of APP_SECRETS, and run \`${commandLine('rotate')}\`.`,
    );
  if (!(await forgetSigningKey(key))) throw new CommandRefusal(`The store has no key ${key}.`);
  const signed = await everywhere(Mailing, 'rotation').countDocuments({ key_id: key });
  console.log(`Key ${key} is removed. Links in mails of ${signed} mailing(s) that it signed do not work.`);
}

async function rotate(config: Config): Promise<void> {
  const { signed, listed } = await missingSigningKeys(config);
  try {
    const { sealed, kept } = await sealAll(config);
    console.log(`Data keys: ${sealed} sealed with the current secret, ${kept} unchanged.`);
  } catch (error) {
    throw error instanceof SealedForGood ? new CommandRefusal(error.message) : error;
  }
  if (signed.length === 0) await noteSigningKeys(config);
  const newest = newestKeyId(config);
  const older = config.signingSecrets.slice(1).map(keyIdOf);
  console.log(`Signing key: ${newest}.`);
  if (older.length > 0) console.log(`Keys of older links: ${older.join(', ')}.`);
  const going = await everywhere(Mailing, 'rotation').countDocuments({
    state: { $in: ['freezing', 'open'] },
    key_id: { $ne: newest },
  });
  if (going > 0) console.log(`${going} running mailing(s) keep their key.`);
  const missing = [...signed, ...listed];
  if (missing.length > 0) {
    console.log(
      `Missing keys: ${missing.join(', ')}. Links in mails that they signed do not work, including unsubscribe links. Add their ` +
        `secrets at the end of APP_SECRETS. If a secret is lost, run \`${commandLine('rotate --forget KEY')}\`.`,
    );
    process.exitCode = 1;
  }
}
