import { parseArgs } from 'node:util';
import Joi from 'joi';
import { createAccount, createKeyPair, type NewAccount } from './accounts.ts';
import { ConfigurationError, readConfig } from './config.ts';
import { isTimezone } from './domain/times.ts';
import { createIndexes } from './indexes.ts';
import { connectMongo, disconnectMongo } from './mongo.ts';

const USAGE = `npm run account -- create --name NAME --email ADDRESS --password PASSWORD [--timezone ZONE] [--json]`;

/** Ends the command with a line for the person who typed it. */
class Refused extends Error {}

const wanted = Joi.object<NewAccount>({
  name: Joi.string().trim().required(),
  email: Joi.string().trim().email({ tlds: false }).required(),
  password: Joi.string().min(8).required(),
  timezone: Joi.string()
    .custom((zone: string, helpers) => (isTimezone(zone) ? zone : helpers.error('any.invalid')))
    .default('UTC'),
}).messages({ 'any.invalid': '{#label} must be a time zone such as Europe/Berlin' });

function readArguments(): { account: NewAccount; json: boolean } {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: text,
      email: text,
      password: text,
      timezone: text,
      json: { type: 'boolean', default: false },
    },
  });
  const { json, ...given } = values;
  if (positionals.length !== 1 || positionals[0] !== 'create') throw new Refused(`Usage: ${USAGE}`);
  const { value, error } = wanted.validate(given, { abortEarly: false });
  if (error)
    throw new Refused(`${error.details.map(({ message }) => `- ${message}`).join('\n')}\nUsage: ${USAGE}`);
  return { account: value, json };
}

async function create(): Promise<void> {
  const { account, json } = readArguments();
  await connectMongo(readConfig().mongodbUrl);
  try {
    await createIndexes();
    const created = await createAccount(account);
    if (!created) throw new Refused(`There is an account with the address ${account.email} already.`);
    const keys = await createKeyPair(created._id, 'command line');
    console.log(
      json
        ? JSON.stringify({ user_id: created._id, ...keys })
        : `Account ${created._id} (${created.name}, ${created.timezone})\n` +
            `  PublicKey  ${keys.public_key}\n  SecretKey  ${keys.secret_key}\nThe secret key is shown this once.`,
    );
  } finally {
    await disconnectMongo();
  }
}

try {
  await create();
} catch (error) {
  const told = error instanceof Refused || error instanceof ConfigurationError;
  const misused = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ?? false;
  if (!told && !misused) throw error;
  console.error(misused ? `${(error as Error).message}\nUsage: ${USAGE}` : (error as Error).message);
  process.exitCode = 1;
}
