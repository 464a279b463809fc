import { parseArgs } from 'node:util';
import Joi from 'joi';
import { accountByAddress, changePassword, changeTracking, type NewAccount } from '../accounts/accounts.ts';
import { type KeyPair, limitsOfKey, liveKeyPairs, rollKeyPair } from '../accounts/key-pairs.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from '../accounts/passwords.ts';
import { turnOff } from '../accounts/second-factor.ts';
import { now } from '../clock.ts';
import { commandLine } from '../config/command-line.ts';
import type { Config } from '../config.ts';
import { ADDRESS_MAX } from '../domain/addresses.ts';
import { SCOPES, type Scope } from '../domain/key-scopes.ts';
import { isTimezone } from '../domain/times.ts';
import { createIndexes } from '../migrations/indexes.ts';
import { SCHEMA_VERSION } from '../migrations/list.ts';
import { refuseUnusable } from '../migrations/migrate.ts';
import { readStoreState } from '../migrations/store-state.ts';
import { Account, type AccountDocument } from '../models/accounts.ts';
import {
  acting,
  closeForOperator,
  createKeyForOperator,
  deleteForOperator,
  openAccount,
  reopenForOperator,
  revokeKeyForOperator,
} from '../quotas/operator-acts.ts';
import { storeInWords } from '../store/connection.ts';
import { askPassword } from './ask-password.ts';
import { tell } from './named-accounts.ts';
import { CommandMisuse, CommandRefusal, runCommand } from './run-command.ts';

const USAGE = `Usage: ${commandLine('account')} ACTION --email ADDRESS [options]

  list           lists all accounts; takes no --email
  create         creates an account and its first key pair; needs --name
  keys           lists the key pairs of an account
  create-key     creates a key pair; needs --label
  roll           creates a key pair that replaces --key; the old pair works until it is revoked
  revoke         revokes the key pair --key at once
  tracking       turns the tracking of opens and clicks in new mails on or off; needs --set
  password       sets a new password and ends all sessions of the account
  second-factor  turns off the second factor, for an owner who lost phone and recovery codes
  close          closes an account: nothing is sent, and it is deleted after CLOSED_DAYS; needs --yes
  delete         closes an account, and deletes it at once for good; needs --yes
  reopen         reopens a closed account; its sends are held

  --email ADDRESS      address of the account
  --name NAME          name of the account
  --timezone ZONE      time zone of the account (default: UTC)
  --key PUBLIC_KEY     public key of a pair
  --label TEXT         what a new key pair is for
  --scope SCOPE        what a new key pair may do: read, send or all (default)
  --until YYYY-MM-DD   last day of a new key pair (UTC; default: no last day)
  --password PASSWORD  password. Without this option, create and password ask for it, or read the first line
                       of a piped input. The list of processes and the shell's history show this option.
  --set on|off         tracking of new mails
  --yes                confirms close and delete
  --json               prints the result as a line of JSON

Examples:
  ${commandLine('account create --name "Ada Ltd" --email ada@example.com --timezone Europe/Berlin')}
  ${commandLine('account keys --email ada@example.com')}
  ${commandLine('account create-key --email ada@example.com --label "Web shop" --scope send --until 2027-12-31')}
  ${commandLine('account revoke --email ada@example.com --key pk_4f1c')}
  ${commandLine('account second-factor --email ada@example.com')}`;

interface AccountOptions extends NewAccount {
  password: string;
  key: string;
  set: 'on' | 'off';
  label: string;
  scope: Scope;
  until: Date | null;
  yes: true;
}

const untilOf = ({ expires_at }: { readonly expires_at: Date | null }): string =>
  expires_at ? `until ${expires_at.toISOString().slice(0, 10)}` : 'no last day';

interface CommandOutput {
  readonly json: object;
  readonly text: string;
}

const fields = {
  name: Joi.string().trim().max(255).required(),
  email: Joi.string().trim().max(ADDRESS_MAX).email({ tlds: false }).required(),
  password: Joi.string().min(MIN_PASSWORD).max(MAX_PASSWORD).required(),
  timezone: Joi.string()
    .custom((zone: string, helpers) => (isTimezone(zone) ? zone : helpers.error('any.invalid')))
    .default('UTC'),
  key: Joi.string().required(),
  set: Joi.string().valid('on', 'off').required(),
  label: Joi.string().trim().max(255).required(),
  scope: Joi.string()
    .valid(...SCOPES)
    .default('all'),
  until: Joi.string()
    .pattern(/^\d{4}-\d{2}-\d{2}$/)
    .custom((day: string, helpers) => {
      const end = new Date(`${day}T23:59:59.999Z`);
      return Number.isNaN(end.getTime()) || end < now() ? helpers.error('any.invalid') : end;
    })
    .default(null),
  yes: Joi.boolean().valid(true).required(),
};

const shown = ({ public_key, secret_key }: KeyPair): string =>
  `  PublicKey  ${public_key}\n  SecretKey  ${secret_key}\nStore the secret key now: it is not shown again.`;

async function named(email: string): Promise<AccountDocument> {
  const account = await accountByAddress(email);
  if (!account) throw new CommandRefusal(`No account has the address ${email}.`);
  return account;
}

const noKey = (key: string): CommandRefusal =>
  new CommandRefusal(`The account has no valid key pair ${key}.`);

const COMMANDS: Readonly<
  Record<
    string,
    {
      wants: readonly (keyof typeof fields)[];
      run(given: AccountOptions, config: Config): Promise<CommandOutput>;
    }
  >
> = {
  list: {
    wants: [],
    async run() {
      const found = await Account.find(
        {},
        { projection: { name: 1, email: 1, created_at: 1, suspended: 1, closed: 1 } },
      )
        .sort({ _id: 1 })
        .toArray();
      const accounts = found.map(({ _id: user_id, name, email, created_at, suspended, closed }) => ({
        user_id,
        name,
        email,
        created_at,
        state: closed ? 'closed' : suspended ? 'suspended' : 'open',
      }));
      const lines = accounts.map(
        ({ user_id, name, email, created_at, state }) =>
          `${user_id}  ${email}  ${name}  ${created_at.toISOString().slice(0, 10)}  ${state}`,
      );
      return { json: { accounts }, text: lines.join('\n') || 'There are no accounts.' };
    },
  },
  create: {
    wants: ['name', 'email', 'password', 'timezone'],
    async run(given) {
      const opened = await openAccount(given, 'command line');
      if (!opened) throw new CommandRefusal(`Another account has the address ${given.email}.`);
      const { account, pair } = opened;
      const text = `Account ${account._id} (${account.name}, ${account.timezone})\n${shown(pair)}`;
      return { json: { user_id: account._id, ...pair }, text };
    },
  },
  keys: {
    wants: ['email'],
    async run({ email }) {
      const pairs = await liveKeyPairs((await named(email))._id);
      const lines = pairs.map(
        ({ _id, name, last_used_at, ...limits }) =>
          `${_id}  ${limitsOfKey(limits).scope}  ${untilOf(limitsOfKey(limits))}  last used ${last_used_at?.toISOString() ?? 'never'}  ${name}`,
      );
      const keys = pairs.map(({ _id: public_key, name, created_at, last_used_at, ...limits }) => ({
        public_key,
        name,
        ...limitsOfKey(limits),
        created_at,
        last_used_at: last_used_at ?? null,
      }));
      return { json: { keys }, text: lines.join('\n') || 'The account has no valid key pairs.' };
    },
  },
  'create-key': {
    wants: ['email', 'label', 'scope', 'until'],
    async run({ email, label, scope, until }) {
      const { _id: userId } = await named(email);
      const limits = { scope, expires_at: until, networks: [] };
      const pair = await createKeyForOperator(userId, label, limits);
      return { json: pair, text: shown(pair) };
    },
  },
  roll: {
    wants: ['email', 'key'],
    async run({ email, key }) {
      const { _id: userId } = await named(email);
      const pair = await acting(userId, 'key_rolled', () => rollKeyPair(userId, key), { subject: key });
      if (!pair) throw noKey(key);
      return { json: pair, text: `${shown(pair)}\nKey pair ${key} works until you revoke it.` };
    },
  },
  revoke: {
    wants: ['email', 'key'],
    async run({ email, key }, config) {
      const { _id: userId } = await named(email);
      const isRevoked = await revokeKeyForOperator(userId, key);
      await tell(config, userId);
      if (!isRevoked) throw noKey(key);
      return { json: { revoked: key }, text: `Key pair ${key} is revoked.` };
    },
  },
  tracking: {
    wants: ['email', 'set'],
    async run({ email, set }) {
      const { _id } = await named(email);
      await acting(_id, 'tracking_changed', () => changeTracking(_id, set === 'on'));
      const text = `Tracking is ${set} for new mails.`;
      return { json: { user_id: _id, tracking: set }, text };
    },
  },
  password: {
    wants: ['email', 'password'],
    async run({ email, password }) {
      const account = await named(email);
      await acting(account._id, 'password_changed', () => changePassword(account, password));
      return {
        json: { user_id: account._id },
        text: 'The password is changed. All sessions of the account have ended.',
      };
    },
  },
  close: {
    wants: ['email', 'yes'],
    async run({ email }, config) {
      const account = await named(email);
      const closed = await closeForOperator(account, config.closedDays);
      if (!closed) throw new CommandRefusal('The account is closed already.');
      await tell(config, account._id);
      const until = closed.until.toISOString();
      return {
        json: { user_id: account._id, deleted_at: until },
        text: `The account is closed, and is deleted at ${until}. Until then \`reopen\` reopens it.`,
      };
    },
  },
  delete: {
    wants: ['email', 'yes'],
    async run({ email }, config) {
      const account = await named(email);
      if (!(await deleteForOperator(account)))
        throw new CommandRefusal('The deletion of the account has begun already.');
      await tell(config, account._id);
      return {
        json: { user_id: account._id, deleted_at: now().toISOString() },
        text: 'The account is closed, and a worker deletes its data now. It cannot be reopened.',
      };
    },
  },
  reopen: {
    wants: ['email'],
    async run({ email }, config) {
      const account = await named(email);
      if (!(await reopenForOperator(account)))
        throw new CommandRefusal('The account is not closed, or its deletion has begun.');
      await tell(config, account._id);
      return {
        json: { user_id: account._id },
        text: 'The account is open. Its sends are held until a person releases them.',
      };
    },
  },
  'second-factor': {
    wants: ['email'],
    async run({ email }) {
      const account = await named(email);
      if (!account.second_factor) throw new CommandRefusal('The account has no second factor.');
      await acting(account._id, 'second_factor_off', () => turnOff(account));
      const text = 'The second factor is off. All sessions of the account have ended.';
      return { json: { user_id: account._id, second_factor: false }, text };
    },
  },
};

async function readArguments(): Promise<{ work: (config: Config) => Promise<CommandOutput>; json: boolean }> {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: text,
      email: text,
      password: text,
      timezone: text,
      key: text,
      set: text,
      label: text,
      scope: text,
      until: text,
      yes: { type: 'boolean' },
      json: { type: 'boolean', default: false },
    },
  });
  const { json, ...given } = values;
  const [name = '', ...rest] = positionals;
  const command = rest.length === 0 && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new CommandMisuse();
  const asks = command.wants.includes('password') && given.password === undefined;
  // Before the password prompt, so that a person does not type it for nothing.
  if (asks)
    check(
      command.wants.filter((field) => field !== 'password'),
      given,
    );
  const password = asks ? await askPassword().catch(refused) : given.password;
  const value = check(command.wants, { ...given, ...(password !== undefined && { password }) });
  return { work: (config) => command.run(value, config), json };
}

const refused = (error: unknown): never => {
  throw error instanceof TypeError ? new CommandRefusal(error.message) : error;
};

function check(wants: readonly (keyof typeof fields)[], given: object): AccountOptions {
  const { value, error } = Joi.object<AccountOptions>(
    Object.fromEntries(wants.map((field) => [field, fields[field]])),
  )
    .messages({ 'any.invalid': '{#label} must be a time zone such as Europe/Berlin, or a day in the future' })
    .validate(given, { abortEarly: false });
  if (error) throw new CommandMisuse(error.details.map(({ message }) => `- ${message}`).join('\n'));
  return value;
}

await runCommand({
  usage: USAGE,
  read: readArguments,
  async run({ work, json }, config) {
    refuseUnusable(await readStoreState(), SCHEMA_VERSION);
    await createIndexes();
    const said = await work(config);
    console.error(`Store: ${storeInWords()}`);
    console.log(json ? JSON.stringify(said.json) : said.text);
  },
});
