import { commandLine } from '../config/command-line.ts';
import { isLoopback } from '../domain/network.ts';

/** A problem with MongoDB, Redis or the settings, and whether it prevents the start. */
export interface Finding {
  readonly fatal: boolean;
  readonly words: string;
}

/** Synchronized clocks differ by less. With a larger difference, one of the two is not synchronized. */
const MAX_SKEW_MS = 5000;

interface HelloReply {
  readonly setName?: string;
  /** `isdbgrid`: a router of a sharded cluster. */
  readonly msg?: string;
}

/** Without a replica set, no majority protects confirmed writes. */
export const checkReplicaSet = ({ setName, msg }: HelloReply): Finding | null =>
  setName || msg === 'isdbgrid'
    ? null
    : {
        fatal: true,
        words:
          'MongoDB (MONGODB_URL) is not a replica set, so it has no transactions and may lose confirmed writes. ' +
          'One member is enough: start mongod with --replSet and run rs.initiate().',
      };

/** `skewMs`: our clock minus the database's. */
export const checkClock = (skewMs: number): Finding | null =>
  Math.abs(skewMs) <= MAX_SKEW_MS
    ? null
    : {
        fatal: false,
        words:
          `The clock of this machine is ${Math.abs(Math.round(skewMs / 100) / 10)} s ${skewMs > 0 ? 'ahead of' : 'behind'} the ` +
          "database's. Schedules and leases use the database's clock, logs this machine's. Synchronise both by NTP.",
      };

/** An eviction loses jobs, or prevents new ones. */
export const checkEviction = (policy: string | null): Finding | null =>
  policy === null || policy === 'noeviction'
    ? null
    : {
        fatal: true,
        words:
          `Redis (REDIS_URL) evicts keys when its memory is full (maxmemory-policy ${policy}), and jobs are lost. ` +
          'Set its maxmemory-policy to noeviction.',
      };

/** `problem`: the error text of Redis or the system. A Redis that is away comes back, but a wrong login stays wrong. */
export function checkRedis(problem: string | null): Finding | null {
  if (problem === null) return null;
  return /^(WRONGPASS|NOAUTH|NOPERM|ERR.* AUTH|ERR invalid password)/.test(problem)
    ? { fatal: true, words: `Redis refuses the login in REDIS_URL: ${problem}` }
    : {
        fatal: false,
        words: `Redis (REDIS_URL) cannot be reached: ${problem}. Calls are answered; nothing is sent or imported until it is back.`,
      };
}

/** Links that unsubscribe must be https (RFC 8058, 3.1), and a password must not travel unencrypted. */
export function checkPublicUrl(publicUrl: string, production: boolean): Finding | null {
  const { protocol, hostname } = new URL(publicUrl);
  if (!production || protocol === 'https:') return null;
  const words =
    `PUBLIC_URL is ${publicUrl}, but one-click unsubscribe (RFC 8058), passwords and keys require https. ` +
    'Put a TLS proxy in front and set PUBLIC_URL to its https address.';
  // docker-compose.yml uses http on one machine.
  return { fatal: !isLoopback(hostname), words };
}

/** Indexes as `collection: fields`. */
export const checkIndexes = (missing: readonly string[]): Finding | null =>
  missing.length === 0
    ? null
    : {
        fatal: false,
        words:
          `Missing indexes are being created, which takes minutes on a large store (${missing.join('; ')}). ` +
          `Run \`${commandLine('indexes')}\` before new code starts.`,
      };

/** Null: mails are sent. */
export const checkStopped = (stop: { at: Date; reason: string } | null): Finding | null =>
  stop && {
    fatal: false,
    words: `An operator stopped all sending at ${stop.at.toISOString()}. \`${commandLine('resume-sending')}\` resumes it.`,
  };

/** `count`: sends and automations held since a restore, which the operator may have forgotten. */
export const checkHeld = (count: number): Finding | null =>
  count === 0
    ? null
    : {
        fatal: false,
        words:
          `A restore holds ${count} send(s), automation(s), messages or webhooks until a person releases them. ` +
          `\`${commandLine('release-holds')}\` lists them.`,
      };
