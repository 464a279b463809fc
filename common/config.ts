import Joi from 'joi';
import mongoose from 'mongoose';
import { type DkimSettings, readDkimSettings } from './dkim-settings.ts';
import { QUOTA_NAMES, QUOTAS, type QuotaLimits } from './domain/quotas.ts';
import { REDIS_FORMS, readRedisUrl } from './redis-url.ts';
import { MAKE_ONE, weaknessOf } from './secrets/weakness.ts';

/**
 * The whole configuration, read from the environment alone and checked once, at the start.
 * Each setting's unit, default and reason stand in `.env.example`.
 */
export interface Config {
  readonly production: boolean;
  /** The address that the API listens on; null: all of them. */
  readonly host: string | null;
  readonly port: number;
  /** Scheme, host and port that people reach us at, without a slash at its end. */
  readonly publicUrl: string;
  readonly mongodbUrl: string;
  readonly redisUrl: string;
  /** One URL a mail server: they share the load and stand in for one another. */
  readonly smtpUrls: readonly string[];
  /** The domain that Message-IDs bear. */
  readonly messageIdDomain: string;
  /** Seals the data keys in the store. */
  readonly appSecret: string;
  /** Sign the links in mails: the first does, and what any of them signed is good. The last is the oldest. */
  readonly signingSecrets: readonly string[];
  readonly logLevel: string;
  /** Proxies in front of us whose X-Forwarded-For is believed; 0 believes none. */
  readonly trustProxy: number;
  /** Origins whose pages may call the API from a browser; `*` is any. */
  readonly corsOrigins: readonly string[];
  /** Connections that an API process holds; more are closed at once. */
  readonly maxConnections: number;
  /** Requests that are answered before 429; 0 is no limit. */
  readonly rates: {
    /** Calls a second and account, in the long run … */
    readonly calls: number;
    /** … and how many of them may come at once. */
    readonly burst: number;
    /** Wrong key pairs a minute and address. */
    readonly wrongKeys: number;
    /** Forms of pages a minute and address, the one-click unsubscribe excepted. */
    readonly forms: number;
    /** Failed sign-ins in ten minutes, account and address; an address has three times as many, an account ten times. */
    readonly signIns: number;
    /** Verification mails a day, account and address … */
    readonly verifications: number;
    /** … and an hour and account. */
    readonly accountVerifications: number;
  };
  /** Who speaks SMTP: our pipelining dialogue, or nodemailer's pool. */
  readonly smtpClient: 'pipelining' | 'nodemailer';
  /** Connections a worker holds to each mail server. */
  readonly smtpConnections: number;
  /** Mails a second that each mail server gets from all workers together; 0 is as fast as it takes them. */
  readonly smtpRate: number;
  /** Milliseconds that a mail server may take to answer. */
  readonly smtpTimeout: number;
  /** Where mails of ours about the account come from (verification, notices). */
  readonly systemFrom: string;
  /** What signs our mails (RFC 6376); null: nothing does, or the mail server. */
  readonly dkim: DkimSettings | null;
  /** What to do with a mail of which nobody knows whether the server took it (RFC 1047). */
  readonly inDoubt: 'resend' | 'hold';
  /** Hours after which a mail that is only ever deferred is given up. */
  readonly giveUpHours: number;
  /** Slices of sends that a worker works on at a time. */
  readonly workerSlices: number;
  /** Outcomes are written in groups: after this many mails … */
  readonly recordMails: number;
  /** … or after this many milliseconds, whichever is first. */
  readonly recordMs: number;
  /** Where metrics and probes are served, apart from all else; port null: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number | null };
  /** Days after which ledger rows go, with opens and clicks, and their figures alone are kept; 0: never. */
  readonly retentionDays: number;
  /** Days after which deleted contacts are removed for good; 0: never. */
  readonly purgeDays: number;
  /** Openings and clicks are written in groups: after so many milliseconds or events, whichever is first. */
  readonly tracking: { readonly ms: number; readonly events: number };
  /** Questions whose cost grows with an account's data, such as previews of segments. */
  readonly questions: {
    /** Milliseconds that one may take … */
    readonly ms: number;
    /** … and how many an API process has under way. Those of one account are a quota. */
    readonly total: number;
  };
  /** Designs become mails in processes that can be killed. */
  readonly rendering: {
    /** Such processes at once, of each API and worker process. */
    readonly processes: number;
    /** Milliseconds of computing that a design gets. */
    readonly cpuMs: number;
    /** Megabytes of heap of such a process. */
    readonly memoryMb: number;
    /** Bytes of HTML that MJML may become. */
    readonly htmlBytes: number;
    /** Bytes of results that are kept in MongoDB. */
    readonly cacheBytes: number;
  };
  readonly limits: {
    /** Bytes of a request body other than an upload. */
    readonly body: number;
    /** Bytes of an uploaded CSV file. */
    readonly csv: number;
    /** Entries of one list in a request. */
    readonly items: number;
    /** Bytes of a template. */
    readonly template: number;
    /** Bytes of one CSV record. */
    readonly csvRecord: number;
    readonly csvColumns: number;
    /** Bytes of rows that all lists under way in an API process hold together. */
    readonly lists: number;
  };
  /** What one account may have and have under way, where an operator set nothing else for it; 0 is no limit. */
  readonly quotas: QuotaLimits;
}

const url = (...schemes: string[]) => Joi.string().uri({ scheme: schemes });
/** With any number of hosts, options and percent-encoded passwords: what the driver reads. Its own words might hold the password. */
const mongodbUrl = () =>
  Joi.string().custom((text: string, helpers) => {
    try {
      // It connects with its first question.
      void new mongoose.mongo.MongoClient(text);
      return text;
    } catch {
      const form = 'mongodb://user:password@host1:27017,host2:27017/database?replicaSet=name';
      return helpers.message({ custom: `{#label} is no connection string of MongoDB; write it as ${form}` });
    }
  });
const redisUrl = () =>
  Joi.string().custom((text: string, helpers) =>
    readRedisUrl(text)
      ? text
      : helpers.message({ custom: `{#label} must be of one of these forms: ${REDIS_FORMS.join(', ')}` }),
  );
const count = () => Joi.number().integer().min(1);

/** Characters of a secret. */
const LEAST_SECRET = 32;

const listed = (text: string): string[] => text.split(',').map((one) => one.trim());
/** A secret of old may have any characters: as a JSON array, a comma is one of them. */
function listedSecrets(text: string): string[] {
  if (!text.startsWith('[')) return listed(text);
  try {
    return (JSON.parse(text) as unknown[]).map((one) => (typeof one === 'string' ? one : ''));
  } catch {
    return [''];
  }
}
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

const settings = Joi.object({
  NODE_ENV: Joi.string().default('development'),
  HOST: Joi.string(),
  PORT: Joi.number().port().default(3000),
  PUBLIC_URL: url('http', 'https').default((all: { PORT: number }) => `http://localhost:${all.PORT}`),
  MONGODB_URL: mongodbUrl().required(),
  REDIS_URL: redisUrl().required(),
  SMTP_URL: Joi.string()
    .custom((text: string, helpers) =>
      text.split(',').every((one) => /^smtps?:\/\/[^\s/]+/.test(one.trim()))
        ? text
        : helpers.error('string.uri'),
    )
    .required(),
  APP_SECRET: Joi.string().min(LEAST_SECRET),
  APP_SECRETS: Joi.string().custom((text: string, helpers) => {
    const secrets = [...new Set(listedSecrets(text))];
    return secrets.length > 0 && secrets.every((one) => one.length >= LEAST_SECRET)
      ? secrets
      : helpers.message({ custom: `APP_SECRETS: each must have at least ${LEAST_SECRET} characters` });
  }),
  MESSAGE_ID_DOMAIN: Joi.string().domain({ tlds: false }),
  SYSTEM_FROM: Joi.string().email({ tlds: false }),
  LOG_LEVEL: Joi.string().valid('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  TRUST_PROXY: Joi.alternatives(Joi.boolean(), Joi.number().integer().min(0).max(10)).default(false),
  CORS_ORIGINS: Joi.string()
    .custom((text: string, helpers) => {
      const origins = listed(text);
      return origins.every((one) => one === '*' || isOrigin(one)) ? origins : helpers.error('string.uri');
    })
    .default([]),
  MAX_CONNECTIONS: count().default(5000),
  RATE_CALLS: Joi.number().min(0).default(100),
  RATE_BURST: count().default(1000),
  RATE_WRONG_KEYS: Joi.number().integer().min(0).default(100),
  RATE_FORMS: Joi.number().integer().min(0).default(600),
  RATE_SIGN_INS: Joi.number().integer().min(0).default(10),
  RATE_VERIFICATIONS: Joi.number().integer().min(0).max(10_000).default(3),
  RATE_ACCOUNT_VERIFICATIONS: Joi.number().integer().min(0).max(10_000).default(20),
  SMTP_CLIENT: Joi.string().valid('pipelining', 'nodemailer').default('pipelining'),
  SMTP_CONNECTIONS: count().max(1000).default(10),
  SMTP_RATE: Joi.number().min(0).default(0),
  SMTP_TIMEOUT_MS: count().min(1000).default(60_000),
  IN_DOUBT: Joi.string().valid('resend', 'hold').default('resend'),
  GIVE_UP_HOURS: Joi.number().positive().default(72),
  WORKER_SLICES: count().max(64).default(3),
  RECORD_MAILS: count().max(500).default(250),
  RECORD_MS: count().max(5000).default(100),
  METRICS_HOST: Joi.string().default('127.0.0.1'),
  METRICS_PORT: Joi.number().port(),
  PURGE_DAYS: Joi.number().integer().min(0).max(36_500).default(30),
  RETENTION_DAYS: Joi.number().integer().min(0).max(36_500).default(400),
  TRACKING_MS: count().max(5000).default(200),
  TRACKING_EVENTS: count().max(10_000).default(500),
  SLOW_QUESTION_MS: count().min(100).max(60_000).default(5000),
  SLOW_QUESTIONS: count().max(100).default(3),
  RENDER_PROCESSES: count().max(64).default(2),
  RENDER_CPU_MS: count().min(500).max(60_000).default(5000),
  RENDER_MEMORY_MB: count().min(64).max(4096).default(128),
  RENDER_HTML_BYTES: count()
    .max(8 * 2 ** 20)
    .default(5 * 2 ** 20),
  RENDER_CACHE_BYTES: count().default(256 * 2 ** 20),
  LIMIT_BODY_BYTES: count().default(10 * 2 ** 20),
  LIMIT_CSV_BYTES: count().default(500 * 2 ** 20),
  LIMIT_ITEMS: count().max(10_000).default(10_000),
  LIMIT_TEMPLATE_BYTES: count().default(2 * 2 ** 20),
  LIMIT_CSV_RECORD_BYTES: count().default(2 ** 20),
  LIMIT_CSV_COLUMNS: count().default(200),
  ...Object.fromEntries(
    Object.values(QUOTAS).map(({ setting, standard }) => [
      setting,
      Joi.number().integer().min(0).default(standard),
    ]),
  ),
  LIMIT_LISTS_BYTES: count()
    .min(2 ** 20)
    .default(32 * 2 ** 20),
});

/** A configuration that can't be used. `problems` is a readable list, one line a setting. */
export class ConfigurationError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration can not be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** Reads and checks the environment; throws a {@link ConfigurationError} that names everything wrong in it. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ''));
  const { value, error } = settings.validate(given, { abortEarly: false, stripUnknown: true });
  const dkim = readDkimSettings(given);
  const problems = [
    ...(error?.details ?? []).map(({ type, message, path }) =>
      type === 'any.required' ? `${path.join('.')} is not set` : message.replaceAll('"', ''),
    ),
    ...dkim.problems,
    ...secretProblems(value),
  ];
  if (problems.length > 0) throw new ConfigurationError(problems);
  const publicUrl = String(value.PUBLIC_URL).replace(/\/+$/, '');
  const publicHost = new URL(publicUrl).hostname;
  return Object.freeze({
    production: value.NODE_ENV === 'production',
    host: value.HOST ?? (value.NODE_ENV === 'production' ? null : '127.0.0.1'),
    port: value.PORT,
    publicUrl,
    mongodbUrl: value.MONGODB_URL,
    redisUrl: value.REDIS_URL,
    smtpUrls: listed(value.SMTP_URL),
    messageIdDomain: value.MESSAGE_ID_DOMAIN ?? publicHost,
    systemFrom: value.SYSTEM_FROM ?? `no-reply@${publicHost}`,
    appSecret: value.APP_SECRET ?? value.APP_SECRETS[0],
    signingSecrets: Object.freeze(value.APP_SECRETS ?? [value.APP_SECRET]),
    logLevel: value.LOG_LEVEL,
    trustProxy: Number(value.TRUST_PROXY),
    corsOrigins: value.CORS_ORIGINS,
    maxConnections: value.MAX_CONNECTIONS,
    rates: Object.freeze({
      calls: value.RATE_CALLS,
      burst: value.RATE_BURST,
      wrongKeys: value.RATE_WRONG_KEYS,
      forms: value.RATE_FORMS,
      signIns: value.RATE_SIGN_INS,
      verifications: value.RATE_VERIFICATIONS,
      accountVerifications: value.RATE_ACCOUNT_VERIFICATIONS,
    }),
    smtpClient: value.SMTP_CLIENT,
    smtpConnections: value.SMTP_CONNECTIONS,
    smtpRate: value.SMTP_RATE,
    smtpTimeout: value.SMTP_TIMEOUT_MS,
    dkim: dkim.settings,
    inDoubt: value.IN_DOUBT,
    giveUpHours: value.GIVE_UP_HOURS,
    workerSlices: value.WORKER_SLICES,
    recordMails: value.RECORD_MAILS,
    recordMs: value.RECORD_MS,
    metrics: Object.freeze({ host: value.METRICS_HOST, port: value.METRICS_PORT ?? null }),
    retentionDays: value.RETENTION_DAYS,
    purgeDays: value.PURGE_DAYS,
    tracking: Object.freeze({ ms: value.TRACKING_MS, events: value.TRACKING_EVENTS }),
    questions: Object.freeze({
      ms: value.SLOW_QUESTION_MS,
      total: value.SLOW_QUESTIONS,
    }),
    rendering: Object.freeze({
      processes: value.RENDER_PROCESSES,
      cpuMs: value.RENDER_CPU_MS,
      memoryMb: value.RENDER_MEMORY_MB,
      htmlBytes: value.RENDER_HTML_BYTES,
      cacheBytes: value.RENDER_CACHE_BYTES,
    }),
    limits: Object.freeze({
      body: value.LIMIT_BODY_BYTES,
      csv: value.LIMIT_CSV_BYTES,
      items: value.LIMIT_ITEMS,
      template: value.LIMIT_TEMPLATE_BYTES,
      csvRecord: value.LIMIT_CSV_RECORD_BYTES,
      csvColumns: value.LIMIT_CSV_COLUMNS,
      lists: value.LIMIT_LISTS_BYTES,
    }),
    quotas: Object.freeze(
      Object.fromEntries(QUOTA_NAMES.map((name) => [name, value[QUOTAS[name].setting]])),
    ) as QuotaLimits,
  });
}

interface GivenSecrets {
  readonly NODE_ENV?: unknown;
  readonly APP_SECRET?: unknown;
  readonly APP_SECRETS?: unknown;
}

/**
 * What is wrong with the secrets. In production those that sign or seal from now on must be secret; older ones only have to
 * be kept, for the links of mails that are out.
 */
function secretProblems({ NODE_ENV: mode, APP_SECRET: one, APP_SECRETS: several }: GivenSecrets): string[] {
  if (one === undefined && several === undefined) return [`APP_SECRET is not set (${MAKE_ONE})`];
  if (mode !== 'production') return [];
  const used: (readonly [name: string, secret: unknown])[] = [['APP_SECRET', one]];
  if (Array.isArray(several)) used.push(['The first of APP_SECRETS', several[0]]);
  return used.flatMap(([name, secret]) => {
    const weakness = typeof secret === 'string' ? weaknessOf(secret) : null;
    return weakness === null ? [] : [`${name} ${weakness} (${MAKE_ONE})`];
  });
}
