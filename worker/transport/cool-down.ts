/** Whether a server may be used, and when again after it failed. Times are milliseconds of one clock, passed in. */
export interface CoolDown {
  /** Takes a mail for the server: a pass that must be given back, or null while it is left alone. */
  admit(now: number): Pass | null;
  /** Milliseconds until {@link CoolDown.admit} can say yes; 0 when it would now. */
  wait(now: number): number;
}

/** A mail's pass, which it may share with others. Exactly one of its functions is to be called for each. */
export interface Pass {
  /** Whether the server's health is still what it was when the pass was given. */
  current(): boolean;
  /** The server answered: it is well. True when it had not been before. */
  well(): boolean;
  /** The server failed as such. The milliseconds it is left alone for, when this is what begins it. */
  failed(now: number): number | null;
  /** A line broke, which happens; several in a row without an answer between are a failure. */
  stumbled(now: number): number | null;
  /** Nothing was learnt. */
  nothing(): void;
}

const FIRST_MS = 1000;
const LONGEST_MS = 60_000;
/** Broken lines in a row that count as a failure of the server. */
const STRIKES = 3;
/** While the one probe is out, others look again after this. */
const PROBE_MS = 250;

/**
 * Exponential back-off with jitter, from 1 s to 1 min; when it is over a single mail goes ahead as a probe, and only
 * its success opens the server to all again.
 */
export function createCoolDown(random: () => number = Math.random): CoolDown {
  let coolUntil: number | null = null;
  let probing = false;
  let failures = 0;
  let strikes = 0;
  /** Counts changes of health, so that mails that set out before one do not speak for what is after it. */
  let era = 0;
  /** The pass of all who set out in this era: one for each mail would be five closures a mail. */
  let usual: Pass | null = null;

  function begin(now: number): number {
    const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
    const pause = Math.round(longest * (0.5 + random() / 2));
    failures = Math.min(failures + 1, 10);
    strikes = 0;
    era += 1;
    coolUntil = now + pause;
    return pause;
  }

  return {
    admit(now) {
      if (coolUntil !== null && (now < coolUntil || probing)) return null;
      if (coolUntil !== null) {
        probing = true;
        return newPass(true);
      }
      if (usual?.current() !== true) usual = newPass(false);
      return usual;
    },
    wait(now) {
      if (coolUntil === null) return 0;
      return Math.max(coolUntil - now, probing ? PROBE_MS : 0);
    },
  };

  function newPass(probe: boolean): Pass {
    const since = era;
    const done = (): void => {
      if (probe) probing = false;
    };
    const failed = (at: number): number | null => {
      done();
      return since === era ? begin(at) : null;
    };
    return {
      current: () => since === era,
      well() {
        done();
        if (since !== era) return false;
        strikes = 0;
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
      nothing: done,
    };
  }
}
