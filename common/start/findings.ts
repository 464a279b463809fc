/** What is wrong with what a program stands on: in words, and whether it may start all the same. */
export interface Finding {
  readonly fatal: boolean;
  readonly words: string;
}

/** More than this between our clock and the database's is nobody's drift: one of them is not kept. */
export const MAX_SKEW_MS = 5000;

interface Hello {
  readonly setName?: string;
  /** `isdbgrid`: a router of a sharded cluster. */
  readonly msg?: string;
}

/** Without a replica set there is no majority that could keep what was answered with success. */
export const checkReplicaSet = ({ setName, msg }: Hello): Finding | null =>
  setName || msg === 'isdbgrid'
    ? null
    : {
        fatal: true,
        words:
          'MongoDB is no replica set: what it confirms may be lost, and there are no transactions. ' +
          'One of a single member will do: start mongod with --replSet and run rs.initiate().',
      };

/** `skewMs` is our clock less the database's. */
export const checkClock = (skewMs: number): Finding | null =>
  Math.abs(skewMs) <= MAX_SKEW_MS
    ? null
    : {
        fatal: false,
        words:
          `The clock is ${Math.abs(Math.round(skewMs / 100) / 10)} s ${skewMs > 0 ? 'ahead of' : 'behind'} the ` +
          "database's. Schedules and leases go by the database's; logs do not, and a jump costs. Have both kept by NTP.",
      };

/** An evicted queue key is a doorbell that is never heard, or one that can't be rung any more. */
export const checkEviction = (policy: string | null): Finding | null =>
  policy === null || policy === 'noeviction'
    ? null
    : {
        fatal: true,
        words:
          `Redis throws keys away when its memory is short (maxmemory-policy ${policy}). ` +
          'Set maxmemory-policy to noeviction.',
      };

/** `problem` is Redis's or the system's own word. One that is away comes back; a login that is wrong stays wrong. */
export function checkRedis(problem: string | null): Finding | null {
  if (problem === null) return null;
  return /^(WRONGPASS|NOAUTH|NOPERM|ERR.* AUTH|ERR invalid password)/.test(problem)
    ? { fatal: true, words: `Redis refuses the login in REDIS_URL: ${problem}` }
    : {
        fatal: false,
        words: `Redis can not be reached (REDIS_URL): ${problem}. Calls are answered; nothing is sent or imported until it is there.`,
      };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Links that unsubscribe must be https (RFC 8058, 3.1), and a password must not travel in the clear. */
export function checkPublicUrl(publicUrl: string, production: boolean): Finding | null {
  const { protocol, hostname } = new URL(publicUrl);
  if (!production || protocol === 'https:') return null;
  const words =
    `PUBLIC_URL is ${publicUrl}: one-click unsubscribe wants https (RFC 8058), and so do passwords and keys. ` +
    'Put a TLS proxy in front and set PUBLIC_URL to its https address.';
  // As docker-compose.yml tries it on one machine.
  return { fatal: !LOOPBACK.has(hostname), words };
}

/** `missing` are names of indexes, `collection: fields`. */
export const checkIndexes = (missing: readonly string[]): Finding | null =>
  missing.length === 0
    ? null
    : {
        fatal: false,
        words:
          `Indexes are missing and are being made, which on a large store takes minutes (${missing.join('; ')}). ` +
          'Run `npm run indexes` before new code starts.',
      };

/** `count` sends and automations wait since a backup was restored: whoever starts the service may have forgotten. */
export const checkStopped = (stop: { at: Date; reason: string } | null): Finding | null =>
  stop && {
    fatal: false,
    words: `All sending is stopped since ${stop.at.toISOString()}: \`npm run resume-sending\` lets mails go out again.`,
  };

export const checkHeld = (count: number): Finding | null =>
  count === 0
    ? null
    : {
        fatal: false,
        words:
          `A restore holds ${count} send(s) and automation(s) until a person lets them go: ` +
          '`npm run release-holds` lists them.',
      };

/** `missing` are ids of signing keys that this store was used with, `closed` names of data keys that no secret opens. */
export function checkSecrets(missing: readonly string[], closed: readonly string[]): Finding | null {
  const words = [];
  if (missing.length > 0) {
    words.push(
      `The store was used with signing secrets that are not configured (key ${missing.join(', ')}): links of mails that they ` +
        'signed do not work, opting out included. Put them at the end of APP_SECRETS.',
    );
  }
  if (closed.length > 0) {
    words.push(
      `No secret that is configured opens the data keys ${closed.join(', ')}: put the APP_SECRET that sealed them at the end of ` +
        'APP_SECRETS, and run `npm run rotate`.',
    );
  }
  return words.length === 0 ? null : { fatal: false, words: words.join('\n') };
}
