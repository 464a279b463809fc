import { commandLine } from '../config/command-line.ts';
import type { Config } from '../config.ts';
import { domainOf } from '../domain/domain-of.ts';
import { isLoopback } from '../domain/network.ts';
import { isFreeMail } from '../replies/free-mail.ts';

/** Synchronized clocks differ by less. With a larger difference, one of the two is not synchronized. */
const MAX_SKEW_MS = 5000;

interface HelloReply {
  readonly setName?: string;
  /** `isdbgrid`: a router of a sharded cluster. */
  readonly msg?: string;
}

/** Without a replica set, no majority protects confirmed writes. */
export const checkReplicaSet = ({ setName, msg }: HelloReply): string | null =>
  setName || msg === 'isdbgrid'
    ? null
    : 'MongoDB (MONGODB_URL) is not a replica set, so it has no transactions and may lose confirmed writes. ' +
      'One member is enough: start mongod with --replSet and run rs.initiate().';

/** `skewMs`: our clock minus the database's. */
export const checkClock = (skewMs: number): string | null =>
  Math.abs(skewMs) <= MAX_SKEW_MS
    ? null
    : `The clock of this machine is ${Math.abs(Math.round(skewMs / 100) / 10)} s ${skewMs > 0 ? 'ahead of' : 'behind'} the ` +
      "database's. Schedules and leases use the database's clock, logs this machine's. Synchronise both by NTP.";

/** An eviction loses jobs, or prevents new ones. */
export const checkEviction = (policy: string | null): string | null =>
  policy === null || policy === 'noeviction'
    ? null
    : `Redis (REDIS_URL) evicts keys when its memory is full (maxmemory-policy ${policy}), and jobs are lost. ` +
      'Set its maxmemory-policy to noeviction.';

const REFUSED_LOGIN = /^(WRONGPASS|NOAUTH|NOPERM|ERR.* AUTH|ERR invalid password)/;

/** `problem`: the error text of Redis or the system. */
export const checkRedisLogin = (problem: string | null): string | null =>
  problem !== null && REFUSED_LOGIN.test(problem) ? `Redis refuses the login in REDIS_URL: ${problem}` : null;

/** A Redis that is away comes back, but a wrong login stays wrong. */
export const checkRedis = (problem: string | null): string | null =>
  problem === null || REFUSED_LOGIN.test(problem)
    ? null
    : `Redis (REDIS_URL) cannot be reached: ${problem}. Calls are answered; nothing is sent or imported until it is back.`;

/** Links that unsubscribe must be https (RFC 8058, 3.1), and a password must not travel unencrypted. `onLoopback`: docker-compose.yml uses http on one machine. */
export function checkPublicUrl(
  { publicUrl, production }: { readonly publicUrl: string; readonly production: boolean },
  onLoopback: boolean,
): string | null {
  const { protocol, hostname } = new URL(publicUrl);
  if (!production || protocol === 'https:' || isLoopback(hostname) !== onLoopback) return null;
  return (
    `PUBLIC_URL is ${publicUrl}, but one-click unsubscribe (RFC 8058), passwords and keys require https. ` +
    'Put a TLS proxy in front and set PUBLIC_URL to its https address.'
  );
}

/** `finding`: that of the row that asks; FREE_MAIL_SENDERS decides which of them holds. */
export function checkSystemFrom(
  { systemFrom, freeMailSenders }: Pick<Config, 'systemFrom' | 'freeMailSenders'>,
  finding: 'warn' | 'refuse',
): string | null {
  if (freeMailSenders !== finding || !isFreeMail(domainOf(systemFrom))) return null;
  return (
    `SYSTEM_FROM is an address of ${domainOf(systemFrom)}, whose provider alone can sign its mails: receivers refuse them from other ` +
    'servers. Use an address of a domain of your own.'
  );
}

/** Indexes as `collection: fields`. */
export const checkIndexes = (missing: readonly string[]): string | null =>
  missing.length === 0
    ? null
    : `Missing indexes are being created, which takes minutes on a large store (${missing.join('; ')}). ` +
      `Run \`${commandLine('migrate')}\` before new code starts.`;

/** Null: mails are sent. */
export const checkStopped = (stop: { at: Date; reason: string } | null): string | null =>
  stop &&
  `An operator stopped all sending at ${stop.at.toISOString()}. \`${commandLine('resume-sending --all')}\` resumes it.`;

/** `count`: sends and automations held since a restore, which the operator may have forgotten. */
export const checkHeld = (count: number): string | null =>
  count === 0
    ? null
    : `A restore holds ${count} send(s), automation(s), messages or webhooks until a person releases them. ` +
      `\`${commandLine('release-holds')}\` lists them.`;
