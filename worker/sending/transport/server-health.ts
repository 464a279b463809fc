import type { Verdict } from '../../../common/domain/reply-classes.ts';
import type { Logger } from '../../../common/log.ts';
import type { Domain } from '../pace/domain.ts';
import { slowDown } from '../pace/line.ts';
import { CoolDown, type Pass } from './cool-down.ts';
import type { MailServer } from './mail-server.ts';
import type { Fault, Handover, MailLoss } from './outcome.ts';
import type { Pace } from './pace.ts';

export interface PooledServer {
  readonly server: MailServer;
  /** Null when the server's rate is not limited. */
  readonly pace: Pace | null;
  readonly weight: number;
}

export interface ServerState {
  readonly name: string;
  readonly weight: number;
  readonly inFlight: number;
  /** Milliseconds left of its cool-down; 0 if it is healthy. */
  readonly pauseMs: number;
  readonly trouble: string | null;
}

export interface GivenMail {
  readonly pass: Pass;
  readonly domain: Domain;
  readonly begun: number;
}

/** A server that asks for less of so many domains in these milliseconds means itself. */
const DOMAINS = 3;
const WITHIN_MS = 10_000;

/** One of several servers, with its health by the results of mails. Times are milliseconds of one clock, passed in. */
export class ServerHealth {
  readonly server: MailServer;
  readonly pace: Pace | null;
  readonly weight: number;
  readonly place: number;
  readonly coolDown: CoolDown;
  inFlight = 0;
  trouble: { readonly fault: Fault; readonly reason: string } | null = null;
  readonly #log: Logger;
  #slowed: { readonly domain: Domain; readonly at: number }[] = [];

  constructor({ server, pace, weight }: PooledServer, place: number, log: Logger, coolDown = new CoolDown()) {
    this.server = server;
    this.pace = pace;
    this.weight = weight;
    this.place = place;
    this.coolDown = coolDown;
    this.#log = log;
  }

  state(at: number): ServerState {
    const { server, weight, inFlight, trouble } = this;
    const pauseMs = Math.ceil(this.coolDown.wait(at));
    return {
      name: server.name,
      weight,
      inFlight,
      pauseMs,
      trouble: pauseMs > 0 ? (trouble?.reason ?? null) : null,
    };
  }

  learn(handover: Handover, given: GivenMail, at: number): void {
    const { pass } = given;
    switch (handover.kind) {
      case 'unable':
        return this.coolDown.nothing(pass);
      case 'in_doubt':
        return this.#leaveAlone('connection', handover.reason, this.coolDown.doubted(pass, at, given.domain));
      case 'lost':
        return this.#learnLoss(handover, given, at);
      case 'answered': {
        const { answer, slowDown, atMail } = handover;
        if (answer.kind === 'accepted' || !(slowDown || answer.class === 'slow')) return this.#well(pass);
        if (!atMail) return this.#slow(answer.reply, answer, given, at);
        return this.#leaveAlone('slow_down', answer.reply, this.coolDown.failed(pass, at));
      }
    }
  }

  #learnLoss(lost: MailLoss, given: GivenMail, at: number): void {
    const { fault, reason, pauseMs } = lost;
    const { pass, domain } = given;
    if (fault === 'aborted') return this.coolDown.nothing(pass);
    if (lost.aboutDomain) return this.#slow(reason, lost.aboutDomain, given, at);
    if (lost.deferral) return this.#leaveAlone(fault, reason, this.coolDown.lost(pass, at, domain));
    const isWhole = lost.opening || fault === 'slow_down';
    const pause = isWhole ? this.coolDown.failed(pass, at, pauseMs) : this.coolDown.stumbled(pass, at);
    this.#leaveAlone(fault, reason, pause);
  }

  #slow(reply: string, { class: name }: Verdict, { pass, domain, begun }: GivenMail, at: number): void {
    slowDown(domain.lines[this.place]!, begun, at);
    domain.lastSlow = { at: new Date(), reply, class: name };
    this.#slowed = this.#slowed.filter((one) => at - one.at < WITHIN_MS && one.domain !== domain);
    this.#slowed.push({ domain, at });
    if (this.#slowed.length < DOMAINS) return this.#well(pass);
    this.#slowed = [];
    this.#leaveAlone('slow_down', reply, this.coolDown.failed(pass, at));
  }

  #well(pass: Pass): void {
    if (this.coolDown.well(pass)) this.#log.info({ server: this.server.name }, 'mail server healthy again');
  }

  /** `pause`: milliseconds of the cool-down that begins, or null. */
  #leaveAlone(fault: Fault, reason: string, pause: number | null): void {
    this.trouble = { fault, reason };
    if (pause === null) return;
    const { server } = this;
    server.giveBack(fault, reason);
    this.#log.warn(
      { server: server.name, fault, reason, pause_ms: Math.round(pause) },
      'mail server cool-down started',
    );
  }
}
