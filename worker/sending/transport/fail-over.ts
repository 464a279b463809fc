import type { Verdict } from '../../../common/domain/reply-classes.ts';
import type { Logger } from '../../../common/log.ts';
import type { Domain, Domains } from '../pace/domains.ts';
import { giveBackAll, takeAll } from '../pace/limit.ts';
import { begin, end, pauseAfterLoss, type Showed, slowDown, standingOf } from '../pace/line.ts';
import { type CoolDown, createCoolDown, type Pass } from './cool-down.ts';
import type { MailServer } from './mail-server.ts';
import type { Answer, Fault, Handover, Outcome, OutgoingMail } from './outcome.ts';
import type { Pace } from './pace.ts';

export interface PooledServer {
  readonly server: MailServer;
  /** Null when the server's rate is not limited. */
  readonly pace: Pace | null;
  /** Its share of the mails beside other servers. */
  readonly weight: number;
}

interface Standing extends PooledServer {
  /** Its place among the servers. */
  readonly at: number;
  readonly health: CoolDown;
  inFlight: number;
  /** Domains for which it asked for less of late, and when. */
  slowed: { readonly domain: Domain; readonly at: number }[];
  /** The reason of its last cool-down. */
  trouble: { readonly fault: Fault; readonly reason: string } | null;
}

/** Milliseconds until a mail is tried again when no better time is known. */
const SOON = 100;
/** The longest wait for a limit before it is looked at again. */
const LONGEST_MS = 300_000;
/** A server that asks for less of so many domains within this time, in milliseconds, means itself. */
const DOMAINS = 3;
const WITHIN_MS = 10_000;
/** Milliseconds after which a mail that a server did not answer about may be tried again, at least. */
const PUT_OFF_MS = 5000;

/** What the view of the pace shows of a server. */
export interface ServerState {
  readonly name: string;
  readonly weight: number;
  readonly inFlight: number;
  /** Milliseconds of its cool-down that are left; 0 where it is healthy. */
  readonly pauseMs: number;
  readonly trouble: string | null;
}

/**
 * Several servers share the load by their weights and replace one another. A mail goes to the healthy server with the fewest mails
 * in flight for its weight. If it was not handed over there, the next server gets it. A mail in doubt is not given to another server.
 */
export function createFailOver(pooled: readonly PooledServer[], domains: Domains, log: Logger) {
  const standings: Standing[] = pooled.map((entry, at) => ({
    ...entry,
    at,
    health: createCoolDown(),
    inFlight: 0,
    slowed: [],
    trouble: null,
  }));
  const elapsed = domains.clock;

  /**
   * The server for a mail. It has taken leave of the server's limits. Null: none can be used; `limited` and `paused` are the shortest
   * waits for servers that are well, and infinite where there is none.
   */
  function pick(tried: ReadonlySet<Standing> | null, domain: Domain, found: Found): Standing | null {
    const at = elapsed();
    let passedOver: Set<Standing> | null = null;
    found.limited = Number.POSITIVE_INFINITY;
    found.paused = Number.POSITIVE_INFINITY;
    for (;;) {
      let best: Standing | null = null;
      let least = Number.POSITIVE_INFINITY;
      for (const standing of standings) {
        if (tried?.has(standing) || passedOver?.has(standing) || standing.health.wait(at) > 0) continue;
        const line = domain.lines[standing.at]!;
        if (line.pausedUntil > at) {
          found.paused = Math.min(found.paused, line.pausedUntil - at);
          continue;
        }
        // A domain that this server slowed goes to another while there is room.
        const full = standings.length > 1 && line.inFlight >= line.window ? FULL : 0;
        const load = standing.inFlight / standing.weight + full;
        if (load >= least) continue;
        best = standing;
        least = load;
      }
      if (!best) return null;
      const limits = domains.serverLimits[best.at]!;
      const wait = limits.length === 0 ? 0 : takeAll(limits);
      if (wait === 0) return best;
      found.limited = Math.min(found.limited, wait);
      passedOver = (passedOver ?? new Set()).add(best);
    }
  }

  /** A server asked for less of a domain, with its reply to a mail that began at `begun`. */
  function slow(
    standing: Standing,
    pass: Pass,
    domain: Domain,
    begun: number,
    reply: string,
    { class: name }: Verdict,
  ): void {
    const at = elapsed();
    slowDown(domain.lines[standing.at]!, begun, at);
    domain.lastSlow = { at: new Date(), reply, class: name };
    standing.slowed = standing.slowed.filter((one) => at - one.at < WITHIN_MS && one.domain !== domain);
    standing.slowed.push({ domain, at });
    if (standing.slowed.length < DOMAINS) {
      if (pass.well()) log.info({ server: standing.server.name }, 'mail server works again');
      return;
    }
    standing.slowed = [];
    leaveAlone(standing, 'slow_down', reply, pass.failed(at));
  }

  function leaveAlone(standing: Standing, fault: Fault, reason: string, pause: number | null): void {
    standing.trouble = { fault, reason };
    if (pause === null) return;
    standing.server.giveBack(fault, reason);
    log.warn(
      { server: standing.server.name, fault, reason, pause_ms: pause },
      'mail server is left alone for a while',
    );
  }

  /** Updates the server's health by the result of one mail. */
  function learn(standing: Standing, pass: Pass, domain: Domain, begun: number, handover: Handover): void {
    if (handover.kind === 'unable') {
      pass.nothing();
    } else if (handover.kind === 'answered') {
      const { answer } = handover;
      const asksForLess = handover.slowDown || (answer.kind !== 'accepted' && answer.class === 'slow');
      if (!asksForLess || answer.kind === 'accepted') {
        if (pass.well()) log.info({ server: standing.server.name }, 'mail server works again');
      } else if (handover.atMail === true) {
        leaveAlone(standing, 'slow_down', answer.reply, pass.failed(elapsed()));
      } else {
        slow(standing, pass, domain, begun, answer.reply, answer);
      }
    } else if (handover.kind === 'in_doubt') {
      leaveAlone(standing, 'connection', handover.reason, pass.stumbled(elapsed()));
    } else if (handover.fault === 'aborted') {
      pass.nothing();
    } else if (handover.aboutDomain) {
      slow(standing, pass, domain, begun, handover.reason, handover.aboutDomain);
    } else if (handover.deferral) {
      const at = elapsed();
      if (standings.length > 1) pauseAfterLoss(domain.lines[standing.at]!, at);
      leaveAlone(standing, handover.fault, handover.reason, pass.lost(at, domain));
    } else {
      const { fault, reason, pauseMs } = handover;
      const whole = handover.opening || fault === 'slow_down';
      leaveAlone(standing, fault, reason, whole ? pass.failed(elapsed(), pauseMs) : pass.stumbled(elapsed()));
    }
  }

  function unreached(fault: Fault, reason: string, bytesFree: boolean): Outcome {
    const at = elapsed();
    const retryInMs = Math.max(SOON, Math.min(...standings.map(({ health }) => health.wait(at))));
    return { kind: 'unreached', fault, reason, retryInMs: Math.ceil(retryInMs), bytesFree };
  }

  /** The result when no server could be tried: the fault of the server that will be tried again first. */
  function noneLeft(): Outcome {
    const at = elapsed();
    const soonest = standings.reduce((a, b) => (b.health.wait(at) < a.health.wait(at) ? b : a));
    const { fault, reason } = soonest.trouble ?? { fault: 'connection', reason: 'not reached' };
    return unreached(fault, `${soonest.server.name}: ${reason}`, true);
  }

  /**
   * When a server that might take this mail was not reached, only this mail is tried again later. All other mails go to the
   * servers that can be reached.
   */
  const unableNow = (answer: Answer, isMore: boolean): Outcome =>
    isMore
      ? {
          kind: 'deferred',
          reply: answer.reply,
          code: null,
          class: 'later',
          rule: 'own-other-server',
          bytesFree: answer.bytesFree,
        }
      : answer;

  /** The result where no server was tried, or none is left. */
  function untaken(found: Found, domain: Domain, bytesFree: boolean): Outcome {
    if (found.limited !== Number.POSITIVE_INFINITY) {
      const reason = 'the limits of the mail servers are used up';
      const retryInMs = Math.ceil(Math.max(SOON, Math.min(found.limited, LONGEST_MS)));
      return { kind: 'unreached', fault: 'slow_down', reason, retryInMs, bytesFree };
    }
    if (found.paused === Number.POSITIVE_INFINITY) return noneLeft();
    const reason = domain.lastSlow?.reply ?? 'slowed';
    return putOff(reason, { class: 'slow', rule: 'own-pause' }, found.paused, bytesFree);
  }

  const putOff = (
    reason: string,
    { class: name, rule }: Verdict,
    ms: number,
    bytesFree: boolean,
  ): Outcome => ({
    kind: 'put_off',
    reason,
    class: name,
    rule,
    retryInMs: Math.ceil(Math.max(PUT_OFF_MS, ms)),
    bytesFree,
  });

  async function send(mail: OutgoingMail, domain: Domain, signal?: AbortSignal): Promise<Outcome> {
    let tried: Set<Standing> | null = null;
    let last: Outcome | null = null;
    let unable: Answer | null = null;
    const found: Found = { limited: 0, paused: 0 };
    for (;;) {
      const standing = pick(tried, domain, found);
      const pass = standing?.health.admit(elapsed()) ?? null;
      if (standing && !pass) giveBackAll(domains.serverLimits[standing.at]!);
      if (!standing || !pass)
        return unable
          ? unableNow(unable, last !== null || tried!.size < standings.length)
          : (last ?? untaken(found, domain, true));
      standing.inFlight += 1;
      if (standing.pace) {
        const leave = await standing.pace.take(signal);
        if (!leave || !pass.current()) {
          standing.inFlight -= 1;
          pass.nothing();
          giveBackAll(domains.serverLimits[standing.at]!);
          if (leave) continue;
          return unreached('aborted', 'aborted before the mail was handed over', last === null);
        }
      }
      const line = domain.lines[standing.at]!;
      const begun = elapsed();
      begin(line, begun);
      const handover = await standing.server.deliver(mail, signal, standingOf(line, begun));
      standing.inFlight -= 1;
      end(line, begun, elapsed(), showedBy(handover));
      learn(standing, pass, domain, begun, handover);
      if (handover.kind === 'answered') {
        // A server that lost the mail before this one took it may still read its bytes.
        return last === null ? handover.answer : { ...handover.answer, bytesFree: false };
      }
      if (handover.kind === 'in_doubt') return last === null ? handover : { ...handover, bytesFree: false };
      if (handover.kind === 'unable') {
        unable = handover.answer;
        tried = (tried ?? new Set()).add(standing);
        continue;
      }
      if (handover.fault === 'aborted') return unreached('aborted', handover.reason, false);
      if (handover.aboutDomain) {
        const pause = Math.max(0, line.pausedUntil - elapsed());
        last = putOff(handover.reason, handover.aboutDomain, pause, false);
        tried = (tried ?? new Set()).add(standing);
        continue;
      }
      if (handover.deferral) last = handover.deferral;
      else if (last === null || last.kind === 'unreached')
        last = unreached(handover.fault, `${standing.server.name}: ${handover.reason}`, false);
      tried = (tried ?? new Set()).add(standing);
    }
  }

  const states = (): ServerState[] =>
    standings.map(({ server, weight, inFlight, health, trouble }) => {
      const pauseMs = Math.ceil(health.wait(elapsed()));
      return {
        name: server.name,
        weight,
        inFlight,
        pauseMs,
        trouble: pauseMs > 0 ? (trouble?.reason ?? null) : null,
      };
    });

  return { send, states };
}

/** Weighs more than any number of mails in flight. */
const FULL = 1e6;

/** What {@link createFailOver} found of servers that are well and can't be used. */
interface Found {
  limited: number;
  paused: number;
}

function showedBy(handover: Handover): Showed {
  if (handover.kind !== 'answered')
    return handover.kind === 'lost' && (handover.aboutDomain || handover.deferral) ? 'deferred' : 'nothing';
  return handover.answer.kind;
}
