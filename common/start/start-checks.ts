import type { StartCheck } from '../config/check-row.ts';
import type { Config } from '../config.ts';
import { hygieneProblem } from '../hygiene/lists.ts';
import {
  checkClock,
  checkEviction,
  checkHeld,
  checkIndexes,
  checkPublicUrl,
  checkRedis,
  checkRedisLogin,
  checkReplicaSet,
  checkStopped,
  checkSystemFrom,
} from './findings.ts';
import type { RedisLook, StoreLook } from './look.ts';
import { acceptedSecrets, type SecretsLook, unlistedSecrets, wrongSecrets } from './secrets.ts';

export interface StoresLook {
  readonly config: Pick<
    Config,
    'publicUrl' | 'production' | 'acceptedKeys' | 'systemFrom' | 'freeMailSenders' | 'hygieneDir'
  >;
  readonly store: StoreLook;
  readonly redis: RedisLook;
  readonly secrets: SecretsLook;
}

/** Checks of the stores and secrets on which a program depends. */
export const START_CHECKS: readonly StartCheck<StoresLook>[] = Object.freeze([
  {
    setting: 'MONGODB_URL',
    question: 'Is it a replica set?',
    finding: 'refuse',
    ask: ({ store }) => checkReplicaSet(store),
  },
  {
    setting: 'MONGODB_URL',
    question: "Is its clock within 5 s of this machine's?",
    finding: 'warn',
    ask: ({ store }) => checkClock(store.skewMs),
  },
  {
    setting: 'REDIS_URL',
    question: 'Does Redis accept the login?',
    finding: 'refuse',
    ask: ({ redis }) => checkRedisLogin(redis.problem),
  },
  {
    setting: 'REDIS_URL',
    question: 'Does Redis answer?',
    finding: 'warn',
    ask: ({ redis }) => checkRedis(redis.problem),
  },
  {
    setting: 'REDIS_URL',
    question: 'Is its maxmemory-policy noeviction?',
    finding: 'refuse',
    ask: ({ redis }) => checkEviction(redis.policy),
  },
  {
    setting: 'PUBLIC_URL',
    question: 'Is it https, in production?',
    finding: 'refuse',
    ask: ({ config }) => checkPublicUrl(config, false),
  },
  {
    setting: 'PUBLIC_URL',
    question: 'Is it https also on localhost, in production?',
    finding: 'warn',
    ask: ({ config }) => checkPublicUrl(config, true),
  },
  {
    setting: 'SYSTEM_FROM',
    question: 'Is it an address of a domain of your own, where FREE_MAIL_SENDERS=refuse?',
    finding: 'refuse',
    ask: ({ config }) => checkSystemFrom(config, 'refuse'),
  },
  {
    setting: 'SYSTEM_FROM',
    question: 'Is it an address of a domain of your own?',
    finding: 'warn',
    ask: ({ config }) => checkSystemFrom(config, 'warn'),
  },
  {
    setting: 'HYGIENE_DIR',
    question: 'Is it a folder with at least one of its files, which can be read?',
    finding: 'refuse',
    ask({ config: { hygieneDir } }) {
      const problem = hygieneProblem(hygieneDir);
      return problem && `HYGIENE_DIR cannot be used: ${problem}.`;
    },
  },
  {
    setting: 'APP_SECRET, APP_SECRETS',
    question: 'Are the secrets of all keys given that sign mails of the store or seal its data keys?',
    finding: 'refuse',
    override: 'ACCEPT_MISSING_KEYS',
    ask: ({ secrets, config }) => wrongSecrets(secrets, config.acceptedKeys),
  },
  {
    setting: 'ACCEPT_MISSING_KEYS',
    question: 'Is no secret of them missing?',
    finding: 'warn',
    ask: ({ secrets, config }) => acceptedSecrets(secrets, config.acceptedKeys),
  },
  {
    setting: 'APP_SECRETS',
    question: 'Are the secrets of all other keys given that the store lists?',
    finding: 'warn',
    ask: ({ secrets }) => unlistedSecrets(secrets),
  },
]);

export interface SchemaLook {
  readonly missing: readonly string[];
  readonly held: number;
  readonly stop: { at: Date; reason: string } | null;
}

/** Checks of the contents of a store that the program may use. */
export const SCHEMA_CHECKS: readonly StartCheck<SchemaLook>[] = Object.freeze([
  {
    setting: 'MONGODB_URL',
    question: 'Has the store all indexes? The start makes missing ones.',
    finding: 'warn',
    ask: ({ missing }) => checkIndexes(missing),
  },
  {
    setting: 'MONGODB_URL',
    question: 'Is nothing held since a restore?',
    finding: 'warn',
    ask: ({ held }) => checkHeld(held),
  },
  {
    setting: 'MONGODB_URL',
    question: 'Has no operator stopped all sending?',
    finding: 'warn',
    ask: ({ stop }) => checkStopped(stop),
  },
]);
