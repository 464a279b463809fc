/**
 * Whether a server may be used, and after a failure, when it may be used again. Times are milliseconds of one clock, passed
 * in.
 */
export interface CoolDown {
  /** Admits a mail to the server. The pass must be given back. Null while the server is in its cool-down. */
  admit(at: number): Pass | null;
  /** Milliseconds until {@link CoolDown.admit} may return a pass; 0 when it would now. */
  wait(at: number): number;
}

/**
 * The pass of a mail; several mails may share one. Each mail must call exactly one of `well`, `failed`, `stumbled`,
 * `lost`, `nothing`.
 */
export interface Pass {
  /** Whether the server's health has not changed since the pass was given. */
  current(): boolean;
  /** The server answered, so it is healthy. Returns true when it was not healthy before. */
  well(): boolean;
  /**
   * The server failed. Returns the length of the cool-down in milliseconds when this failure starts it. `least`: how long the server
   * asks for.
   */
  failed(at: number, least?: number): number | null;
  /** One connection broke, which is normal. Several in a row without an answer in between count as a failure. */
  stumbled(at: number): number | null;
  /**
   * The server lost a mail after its recipient was named, so the trouble may be the recipient's. Such mails to several domains in a row
   * without an answer in between count as a failure. The cool-down is always a short one, because connections are still taken.
   */
  lost(at: number, domain: object): number | null;
  /** The mail showed nothing about the server's health. */
  nothing(): void;
}

const FIRST_MS = 1000;
const LONGEST_MS = 60_000;
/** The longest cool-down where a server asks for one. */
const LONGEST_ASKED_MS = 3_600_000;
/** Broken connections in a row that count as a failure of the server. */
const STRIKES = 3;
/** Recipient domains in a row whose mails were lost that count as a failure of the server. */
const LOST_DOMAINS = 10;
/** While the single probe is under way, other mails ask again after this time, in milliseconds. */
const PROBE_MS = 250;
/** A probe that takes longer than so many milliseconds may be to a recipient at whom the server is silent: another is sent. */
const PROBE_LATE_MS = 5000;

/**
 * Exponential back-off with jitter, from 1 s to 1 min. After it, a single mail is sent as a probe. Only when the probe
 * succeeds may all mails use the server again.
 */
export function createCoolDown(random: () => number = Math.random): CoolDown {
  let coolUntil: number | null = null;
  /** When the last probe began that has no result. */
  let probedAt: number | null = null;
  let failures = 0;
  let strikes = 0;
  /** Domains whose mails were lost since the server answered last. */
  const lostDomains = new Set<object>();
  /** Counts changes of health, so that a mail that started before a change says nothing about the time after it. */
  let era = 0;
  /** The pass that all mails of this era share: a pass for each mail would cost five closures a mail. */
  let usual: Pass | null = null;

  function begin(at: number, least: number): number {
    const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
    failures = Math.min(failures + 1, 10);
    return coolDown(at, Math.max(jittered(longest), Math.min(least, LONGEST_ASKED_MS)));
  }

  const jittered = (longest: number): number => Math.round(longest * (0.5 + random() / 2));

  function coolDown(at: number, pause: number): number {
    strikes = 0;
    lostDomains.clear();
    era += 1;
    coolUntil = at + pause;
    return pause;
  }

  return {
    admit(at) {
      if (coolUntil !== null && (at < coolUntil || isProbing(at))) return null;
      if (coolUntil !== null) {
        probedAt = at;
        return newPass(true);
      }
      if (usual?.current() !== true) usual = newPass(false);
      return usual;
    },
    wait(at) {
      if (coolUntil === null) return 0;
      return Math.max(coolUntil - at, isProbing(at) ? PROBE_MS : 0);
    },
  };

  function isProbing(at: number): boolean {
    return probedAt !== null && at - probedAt < PROBE_LATE_MS;
  }

  function newPass(probe: boolean): Pass {
    const since = era;
    const done = (): void => {
      if (probe) probedAt = null;
    };
    const failed = (at: number, least = 0): number | null => {
      done();
      return since === era ? begin(at, least) : null;
    };
    return {
      current: () => since === era,
      well() {
        done();
        if (since !== era) return false;
        strikes = 0;
        if (lostDomains.size > 0) lostDomains.clear();
        if (!probe) return false;
        failures = 0;
        coolUntil = null;
        era += 1;
        return true;
      },
      failed,
      stumbled(at) {
        if (!probe && since === era && (strikes += 1) < STRIKES) return null;
        return failed(at);
      },
      lost(at, domain) {
        done();
        if (since !== era) return null;
        lostDomains.add(domain);
        return probe || lostDomains.size >= LOST_DOMAINS ? coolDown(at, jittered(FIRST_MS)) : null;
      },
      nothing: done,
    };
  }
}
