import type { Logger } from '../../common/log.ts';
import { type CoolDown, createCoolDown, type Pass } from './cool-down.ts';
import type { Answer, Fault, Handover, Outcome, OutgoingMail } from './outcome.ts';
import type { Pace } from './pace.ts';
import type { Server } from './server.ts';

export interface Member {
  /** Host and port, for logs and reasons. */
  readonly name: string;
  readonly server: Server;
  /** Null: as fast as it takes them. */
  readonly pace: Pace | null;
}

interface Standing extends Member {
  readonly health: CoolDown;
  inFlight: number;
  /** Why it was left alone last. */
  trouble: { readonly fault: Fault; readonly reason: string } | null;
}

/** Milliseconds before a mail is worth another try when nothing says better. */
const SOON = 100;

/**
 * Several servers share the load and stand in for one another: a mail goes to the well one with the fewest in flight,
 * and on to the next if it was not handed over. One in doubt stays where it is.
 */
export function createServers(members: readonly Member[], log: Logger) {
  const standings: Standing[] = members.map((member) => ({
    ...member,
    health: createCoolDown(),
    inFlight: 0,
    trouble: null,
  }));
  const start = performance.now();
  const now = (): number => performance.now() - start;

  function pick(tried: ReadonlySet<Standing> | null): { standing: Standing; pass: Pass } | null {
    let best: Standing | null = null;
    const at = now();
    for (const standing of standings) {
      if (tried?.has(standing) || standing.health.wait(at) > 0) continue;
      if (!best || standing.inFlight < best.inFlight) best = standing;
    }
    const pass = best?.health.admit(at);
    return best && pass ? { standing: best, pass } : null;
  }

  /** Draws from one mail what it says about the server. */
  function learn(standing: Standing, pass: Pass, handover: Handover): void {
    let trouble: Standing['trouble'] = null;
    let pause: number | null = null;
    if (handover.kind === 'unable') {
      pass.nothing();
      return;
    }
    if (handover.kind === 'answered' && !handover.slowDown) {
      if (pass.well()) log.info({ server: standing.name }, 'mail server works again');
      return;
    }
    if (handover.kind === 'answered') {
      trouble = { fault: 'slow_down', reason: handover.answer.reply };
      pause = pass.failed(now());
    } else if (handover.kind === 'in_doubt') {
      trouble = { fault: 'connection', reason: handover.reason };
      pause = pass.stumbled(now());
    } else if (handover.fault === 'aborted') {
      pass.nothing();
    } else {
      trouble = { fault: handover.fault, reason: handover.reason };
      const whole = handover.opening || handover.fault === 'slow_down';
      pause = whole ? pass.failed(now()) : pass.stumbled(now());
    }
    if (trouble) standing.trouble = trouble;
    if (trouble && pause !== null) {
      standing.server.giveBack(trouble.fault, trouble.reason);
      log.warn(
        { server: standing.name, ...trouble, pause_ms: pause },
        'mail server is left alone for a while',
      );
    }
  }

  function unreached(fault: Fault, reason: string): Outcome {
    const at = now();
    const retryInMs = Math.max(SOON, Math.min(...standings.map(({ health }) => health.wait(at))));
    return { kind: 'unreached', fault, reason, retryInMs: Math.ceil(retryInMs) };
  }

  /** What to say when no server could be tried: the trouble of the one that is soonest to be tried again. */
  function noneLeft(): Outcome {
    const at = now();
    const soonest = standings.reduce((a, b) => (b.health.wait(at) < a.health.wait(at) ? b : a));
    const { fault, reason } = soonest.trouble ?? { fault: 'connection', reason: 'not reached' };
    return unreached(fault, `${soonest.name}: ${reason}`);
  }

  /**
   * Where a server that might take it was not reached it is tried again later, alone: all other mails go on by the
   * servers that are there.
   */
  const unableNow = (answer: Answer, isMore: boolean): Outcome =>
    isMore ? { kind: 'deferred', reply: answer.reply, code: null } : answer;

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
          return unreached('aborted', 'aborted before the mail was handed over');
        }
      }
      const handover = await standing.server.deliver(mail, signal);
      standing.inFlight -= 1;
      learn(standing, pass, handover);
      if (handover.kind === 'answered') return handover.answer;
      if (handover.kind === 'in_doubt') return handover;
      if (handover.kind === 'unable') {
        unable = handover.answer;
        tried = (tried ?? new Set()).add(standing);
        continue;
      }
      if (handover.fault === 'aborted') return unreached('aborted', handover.reason);
      last = unreached(handover.fault, `${standing.name}: ${handover.reason}`);
      tried = (tried ?? new Set()).add(standing);
    }
  }

  return { send };
}
