import type { Logger } from '../../common/log.ts';
import { type CoolDown, createCoolDown, type Pass } from './cool-down.ts';
import type { MailServer } from './mail-server.ts';
import type { Answer, Fault, Handover, Outcome, OutgoingMail } from './outcome.ts';
import type { Pace } from './pace.ts';

export interface PooledServer {
  readonly server: MailServer;
  /** Null when the server's rate is not limited. */
  readonly pace: Pace | null;
}

interface Standing extends PooledServer {
  readonly health: CoolDown;
  inFlight: number;
  /** The reason of its last cool-down. */
  trouble: { readonly fault: Fault; readonly reason: string } | null;
}

/** Milliseconds until a mail is tried again when no better time is known. */
const SOON = 100;

/**
 * Several servers share the load and replace one another. A mail goes to the healthy server with the fewest mails in
 * flight. If it was not handed over there, the next server gets it. A mail in doubt is not given to another server.
 */
export function createFailOver(pooled: readonly PooledServer[], log: Logger) {
  const standings: Standing[] = pooled.map((entry) => ({
    ...entry,
    health: createCoolDown(),
    inFlight: 0,
    trouble: null,
  }));
  const start = performance.now();
  const elapsed = (): number => performance.now() - start;

  function pick(tried: ReadonlySet<Standing> | null): { standing: Standing; pass: Pass } | null {
    let best: Standing | null = null;
    const at = elapsed();
    for (const standing of standings) {
      if (tried?.has(standing) || standing.health.wait(at) > 0) continue;
      if (!best || standing.inFlight < best.inFlight) best = standing;
    }
    const pass = best?.health.admit(at);
    return best && pass ? { standing: best, pass } : null;
  }

  /** Updates the server's health by the result of one mail. */
  function learn(standing: Standing, pass: Pass, handover: Handover): void {
    let trouble: Standing['trouble'] = null;
    let pause: number | null = null;
    if (handover.kind === 'unable') {
      pass.nothing();
      return;
    }
    if (handover.kind === 'answered' && !handover.slowDown) {
      if (pass.well()) log.info({ server: standing.server.name }, 'mail server works again');
      return;
    }
    if (handover.kind === 'answered') {
      trouble = { fault: 'slow_down', reason: handover.answer.reply };
      pause = pass.failed(elapsed());
    } else if (handover.kind === 'in_doubt') {
      trouble = { fault: 'connection', reason: handover.reason };
      pause = pass.stumbled(elapsed());
    } else if (handover.fault === 'aborted') {
      pass.nothing();
    } else {
      trouble = { fault: handover.fault, reason: handover.reason };
      const whole = handover.opening || handover.fault === 'slow_down';
      pause = whole ? pass.failed(elapsed()) : pass.stumbled(elapsed());
    }
    if (trouble) standing.trouble = trouble;
    if (trouble && pause !== null) {
      standing.server.giveBack(trouble.fault, trouble.reason);
      log.warn(
        { server: standing.server.name, ...trouble, pause_ms: pause },
        'mail server is left alone for a while',
      );
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

  async function send(mail: OutgoingMail, signal?: AbortSignal): Promise<Outcome> {
    let tried: Set<Standing> | null = null;
    let last: Outcome | null = null;
    let unable: Answer | null = null;
    for (;;) {
      const picked = pick(tried);
      if (!picked)
        return unable
          ? unableNow(unable, last !== null || tried!.size < standings.length)
          : (last ?? noneLeft());
      const { standing, pass } = picked;
      standing.inFlight += 1;
      if (standing.pace) {
        const leave = await standing.pace.take(signal);
        if (!leave || !pass.current()) {
          standing.inFlight -= 1;
          pass.nothing();
          if (leave) continue;
          return unreached('aborted', 'aborted before the mail was handed over', last === null);
        }
      }
      const handover = await standing.server.deliver(mail, signal);
      standing.inFlight -= 1;
      learn(standing, pass, handover);
      if (handover.kind === 'answered') {
        // A server that lost the mail before this one took it may still read its bytes.
        return last === null ? handover.answer : { ...handover.answer, bytesFree: false };
      }
      if (handover.kind === 'in_doubt') return handover;
      if (handover.kind === 'unable') {
        unable = handover.answer;
        tried = (tried ?? new Set()).add(standing);
        continue;
      }
      if (handover.fault === 'aborted') return unreached('aborted', handover.reason, false);
      last = unreached(handover.fault, `${standing.server.name}: ${handover.reason}`, false);
      tried = (tried ?? new Set()).add(standing);
    }
  }

  return { send };
}
