import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { DataKey } from '../models/data-keys.ts';
import { Mailing } from '../models/mailings.ts';
import { SealedForGood, sealAll } from '../secrets/data-keys.ts';
import { keyIdOf, newestKeyId } from '../secrets/signing.ts';
import { forgetSigningKey, missingSigningKeys, noteSigningKeys } from '../secrets/signing-keys.ts';
import { CommandMisuse, CommandRefusal, runCommand } from './run-command.ts';

const USAGE = `Usage: npm run rotate [-- --forget KEY]
Seals the data keys by the APP_SECRET of now, and says which keys sign. --forget KEY removes the id of a key whose secret is lost
for ever, or was wrong: the programs start without it then, and links of mails that it signed do not work.`;

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
    throw new CommandRefusal(`The secret of key ${key} is configured: the next start would note it again.`);
  const sealed = await DataKey.distinct('_id', { sealed_by: key });
  if (sealed.length > 0)
    throw new CommandRefusal(
      `Key ${key} seals the data keys ${sealed.join(', ')}: put its secret at the end of APP_SECRETS, and run \`npm run rotate\`.`,
    );
  if (!(await forgetSigningKey(key))) throw new CommandRefusal(`The store does not know key ${key}.`);
  const signed = await Mailing.countDocuments({ key_id: key });
  console.log(`Key ${key} is forgotten. Links in mails of ${signed} mailing(s) that it signed do not work.`);
}

async function rotate(config: Config): Promise<void> {
  const { signed, listed } = await missingSigningKeys(config);
  try {
    const { sealed, kept } = await sealAll(config);
    console.log(`Data keys: ${sealed} sealed by the secret of now, ${kept} were so already.`);
  } catch (error) {
    throw error instanceof SealedForGood ? new CommandRefusal(error.message) : error;
  }
  if (signed.length === 0) await noteSigningKeys(config);
  const newest = newestKeyId(config);
  const older = config.signingSecrets.slice(1).map(keyIdOf);
  console.log(`Signs: key ${newest}.`);
  if (older.length > 0) console.log(`Is good for links of older mails: key ${older.join(', ')}.`);
  const going = await Mailing.countDocuments({
    state: { $in: ['freezing', 'open'] },
    key_id: { $ne: newest },
  });
  if (going > 0) console.log(`${going} mailing(s) under way go on with the key that they began with.`);
  const missing = [...signed, ...listed];
  if (missing.length > 0) {
    console.log(
      `Missing: key ${missing.join(', ')}. Links of mails that it signed do not work, opting out included: put its secret at ` +
        'the end of APP_SECRETS. If it is lost for ever, `npm run rotate -- --forget KEY` lets the programs start without it.',
    );
    process.exitCode = 1;
  }
}
