/** The permission to use a server, which mails may share. Each mail reports exactly one of `well`, `failed`, `stumbled`, `doubted`, `lost`, `nothing`. */
export interface Pass {
  readonly era: number;
  readonly isProbe: boolean;
}

const FIRST_MS = 1000;
const LONGEST_MS = 60_000;
const LONGEST_ASKED_MS = 3_600_000;
/** Broken connections in a row that count as a failure of the server. */
const STRIKES = 3;
/** Recipient domains of mails in doubt, in a row, that count as a failure of the server. */
const DOUBTED_DOMAINS = 3;
/** If this many of the last mails are in doubt, that is a failure of the server. */
const [DOUBTS, OF_LAST] = [10, 20];
/** Recipient domains in a row whose mails were lost that count as a failure of the server. */
const LOST_DOMAINS = 10;
/** Milliseconds after which other mails check again during a probe. */
const PROBE_MS = 250;
/** After this many milliseconds another probe is sent: the recipient of the first one may make the server silent. */
const PROBE_LATE_MS = 5000;

/** Back-off with jitter, from 1 s to 1 min; then one mail is a probe. The caller passes all times, as milliseconds of one clock. */
export class CoolDown {
  readonly #random: () => number;
  #until: number | null = null;
  /** When the last probe without a result began. */
  #probedAt: number | null = null;
  #failures = 0;
  #strikes = 0;
  /** The last mails, one bit each: 1 is in doubt. */
  #doubts = 0;
  readonly #doubtedDomains = new Set<object>();
  readonly #lostDomains = new Set<object>();
  /** Counts changes of health, so that a mail from before a change shows nothing about the time after it. */
  #era = 0;
  #usual: Pass = { era: 0, isProbe: false };

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** Null while the server is in its cool-down. */
  admit(at: number): Pass | null {
    if (this.wait(at) > 0) return null;
    if (this.#until !== null) {
      this.#probedAt = at;
      return { era: this.#era, isProbe: true };
    }
    if (!this.isCurrent(this.#usual)) this.#usual = { era: this.#era, isProbe: false };
    return this.#usual;
  }

  /** Ends a cool-down at this time, if it would end later. */
  endAt(at: number): void {
    if (this.#until !== null && this.#until > at) this.#until = at;
  }

  /** Milliseconds until {@link CoolDown.admit} may return a pass; 0 when it would now. */
  wait(at: number): number {
    if (this.#until === null) return 0;
    const isProbing = this.#probedAt !== null && at - this.#probedAt < PROBE_LATE_MS;
    return Math.max(0, this.#until - at, isProbing ? PROBE_MS : 0);
  }

  isCurrent(pass: Pass): boolean {
    return pass.era === this.#era;
  }

  /** The server answered, so it is healthy. Returns true if it was not healthy before. */
  well(pass: Pass): boolean {
    this.nothing(pass);
    if (!this.isCurrent(pass)) return false;
    this.#strikes = 0;
    if (this.#doubts !== 0) this.#addDoubt(0);
    if (this.#doubtedDomains.size > 0) this.#doubtedDomains.clear();
    if (this.#lostDomains.size > 0) this.#lostDomains.clear();
    if (!pass.isProbe) return false;
    this.#failures = 0;
    this.#until = null;
    this.#era += 1;
    return true;
  }

  /** Returns the milliseconds of the cool-down that this failure starts, or null. `least`: the wait that the server asks for. */
  failed(pass: Pass, at: number, least = 0): number | null {
    this.nothing(pass);
    if (!this.isCurrent(pass)) return null;
    const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, 10);
    return this.#begin(at, Math.max(this.#jittered(longest), Math.min(least, LONGEST_ASKED_MS)));
  }

  /** One broken connection is normal. Several in a row without an answer in between count as a failure. */
  stumbled(pass: Pass, at: number): number | null {
    if (!pass.isProbe && this.isCurrent(pass) && (this.#strikes += 1) < STRIKES) return null;
    return this.failed(pass, at);
  }

  /** One domain may make the server close its connections after the dot. Three domains in a row, or half of the last mails, are a failure of the server. */
  doubted(pass: Pass, at: number, domain: object): number | null {
    if (!pass.isProbe && this.isCurrent(pass)) {
      this.#doubtedDomains.add(domain);
      if (this.#addDoubt(1) < DOUBTS && this.#doubtedDomains.size < DOUBTED_DOMAINS) return null;
    }
    return this.failed(pass, at);
  }

  /** The recipient may be the cause. Mails to several domains in a row count as a failure of the server, with a short cool-down. */
  lost(pass: Pass, at: number, domain: object): number | null {
    this.nothing(pass);
    if (!this.isCurrent(pass)) return null;
    this.#lostDomains.add(domain);
    const isFailure = pass.isProbe || this.#lostDomains.size >= LOST_DOMAINS;
    return isFailure ? this.#begin(at, this.#jittered(FIRST_MS)) : null;
  }

  nothing(pass: Pass): void {
    if (pass.isProbe) this.#probedAt = null;
  }

  /** Returns how many of the last mails are in doubt. */
  #addDoubt(bit: 0 | 1): number {
    this.#doubts = ((this.#doubts << 1) | bit) & (2 ** OF_LAST - 1);
    let sum = 0;
    for (let rest = this.#doubts; rest > 0; rest &= rest - 1) sum += 1;
    return sum;
  }

  #jittered(longest: number): number {
    return Math.round(longest * (0.5 + this.#random() / 2));
  }

  #begin(at: number, pause: number): number {
    this.#strikes = 0;
    this.#doubts = 0;
    this.#doubtedDomains.clear();
    this.#lostDomains.clear();
    this.#era += 1;
    this.#until = at + pause;
    return pause;
  }
}
