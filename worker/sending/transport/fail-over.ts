import { ConfigurationError } from '../../../common/config/configuration-error.ts';
import type { Verdict } from '../../../common/domain/reply-classes.ts';
import type { Logger } from '../../../common/log.ts';
import type { Domain } from '../pace/domain.ts';
import type { Domains } from '../pace/domains.ts';
import { giveBackAll, takeAll } from '../pace/limit.ts';
import { beginMail, type DomainSign, end, pauseAfterLoss, pipelinePositionOf } from '../pace/line.ts';
import type { PaceRules } from '../pace/rules.ts';
import {
  type Fault,
  type Handover,
  type MailAnswer,
  type MailLoss,
  type Outcome,
  type OutgoingMail,
  whileRead,
} from './outcome.ts';
import { type PooledServer, ServerHealth, type ServerState } from './server-health.ts';

/** Milliseconds until a mail is retried when no better time is known. */
const SOON = 100;
const LONGEST_MS = 300_000;
/** The shortest wait until the retry of a mail without an answer. */
const PUT_OFF_MS = 5000;
/** Weighs more than any number of mails in flight. */
const FULL = 1e6;

interface ServerSearch {
  readonly servers: readonly ServerHealth[];
  readonly domain: Domain;
  tried: Set<ServerHealth> | null;
  /** The result at the tried servers; null: none has answered about the mail. */
  last: Outcome | null;
  unable: MailAnswer | null;
  /** The shortest waits for limits of healthy servers, and for their pauses of the domain; infinite without one. */
  limited: number;
  paused: number;
}

/** To the healthy server with the fewest mails for its weight, then to the next. A mail in doubt goes to no other server. */
export class FailOver {
  readonly #servers: readonly ServerHealth[];
  readonly #domains: Domains;

  readonly #pools: ReadonlyMap<string, readonly ServerHealth[]>;

  /** Throws if a pool names a server that is not in use. */
  constructor(
    pooled: readonly PooledServer[],
    domains: Domains,
    log: Logger,
    pools: PaceRules['pools'] = {},
  ) {
    this.#servers = pooled.map((one, place) => new ServerHealth(one, place, log));
    this.#domains = domains;
    this.#pools = new Map(
      Object.entries(pools).map(([name, servers]) => [
        name,
        servers.map((wanted) => {
          const found = this.#servers.find(({ server }) => server.name === wanted);
          if (found) return found;
          throw new ConfigurationError([
            `PACE_FILE: the pool ${name} has ${wanted}, which SMTP_URL does not name`,
          ]);
        }),
      ]),
    );
  }

  states(): ServerState[] {
    const at = this.#domains.clock();
    return this.#servers.map((server) => server.state(at));
  }

  /** Ends all cool-downs: the next mail is a probe. */
  retrySoon(): void {
    const at = this.#domains.clock();
    for (const { coolDown } of this.#servers) coolDown.endAt(at);
  }

  async send(mail: OutgoingMail, domain: Domain, signal?: AbortSignal): Promise<Outcome> {
    const servers = (mail.pool && this.#pools.get(mail.pool)) || this.#servers;
    const search: ServerSearch = {
      servers,
      domain,
      tried: null,
      last: null,
      unable: null,
      limited: 0,
      paused: 0,
    };
    for (;;) {
      const at = this.#domains.clock();
      const to = this.#pick(search, at);
      const pass = to?.coolDown.admit(at);
      if (!to || !pass) return this.#untaken(search);
      to.inFlight += 1;
      if (to.pace) {
        const leave = await to.pace.take(signal);
        if (!leave || !to.coolDown.isCurrent(pass)) {
          to.inFlight -= 1;
          to.coolDown.nothing(pass);
          giveBackAll(this.#domains.serverLimits[to.place]!);
          if (leave) continue;
          return this.#unreached(
            servers,
            'aborted',
            'aborted before the mail was handed over',
            search.last === null,
          );
        }
      }
      const line = domain.lines[to.place]!;
      const begun = this.#domains.clock();
      beginMail(line, begun);
      const handover = await to.server.deliver(mail, signal, pipelinePositionOf(line, begun));
      const ended = this.#domains.clock();
      to.inFlight -= 1;
      end(line, begun, ended, showedBy(handover));
      to.learn(handover, { pass, domain, begun }, ended);
      const outcome = this.#outcomeOf(handover, to, search, ended);
      if (outcome) return outcome;
      search.tried = (search.tried ?? new Set()).add(to);
    }
  }

  /** The server for a mail, with a place of its limits taken. Null: none can be used; the search has the shortest waits. */
  #pick(search: ServerSearch, at: number): ServerHealth | null {
    const { serverLimits } = this.#domains;
    let passedOver: Set<ServerHealth> | null = null;
    search.limited = Number.POSITIVE_INFINITY;
    search.paused = Number.POSITIVE_INFINITY;
    for (;;) {
      const best = this.#leastLoaded(search, passedOver, at);
      if (!best) return null;
      const limits = serverLimits[best.place]!;
      const wait = takeAll(limits);
      if (wait === 0) return best;
      search.limited = Math.min(search.limited, wait);
      passedOver = (passedOver ?? new Set()).add(best);
    }
  }

  #leastLoaded(
    search: ServerSearch,
    passedOver: ReadonlySet<ServerHealth> | null,
    at: number,
  ): ServerHealth | null {
    let best: ServerHealth | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const server of search.servers) {
      if (search.tried?.has(server) || passedOver?.has(server) || server.coolDown.wait(at) > 0) continue;
      const line = search.domain.lines[server.place]!;
      if (line.pausedUntil > at) {
        search.paused = Math.min(search.paused, line.pausedUntil - at);
        continue;
      }
      // A domain that this server slowed goes to another while there is room.
      const full = search.servers.length > 1 && line.inFlight >= line.window ? FULL : 0;
      const load = server.inFlight / server.weight + full;
      if (load >= least) continue;
      best = server;
      least = load;
    }
    return best;
  }

  /** The outcome of the mail by a server's result. Null: another server may take it. */
  #outcomeOf(handover: Handover, by: ServerHealth, search: ServerSearch, at: number): Outcome | null {
    // A server that lost the mail before this one took it may still read its bytes.
    const result = search.last === null ? handover : whileRead(handover);
    switch (result.kind) {
      case 'answered':
        return result.answer;
      case 'in_doubt':
        return result;
      case 'unable':
        search.unable = result.answer;
        break;
      case 'lost':
        if (result.fault === 'aborted')
          return this.#unreached(search.servers, 'aborted', result.reason, false);
        search.last = this.#lossOf(result, by, search, at);
    }
    return null;
  }

  #lossOf(
    { aboutDomain, deferral, fault, reason }: MailLoss,
    by: ServerHealth,
    search: ServerSearch,
    at: number,
  ): Outcome {
    const line = search.domain.lines[by.place]!;
    if (aboutDomain) return putOff(reason, aboutDomain, line.pausedUntil - at, false);
    if (deferral) {
      if (search.servers.length > 1) pauseAfterLoss(line, at);
      return deferral;
    }
    if (search.last && search.last.kind !== 'unreached') return search.last;
    return this.#unreached(search.servers, fault, reason, false, by.server.name);
  }

  #untaken({ servers, domain, tried, last, unable, limited, paused }: ServerSearch): Outcome {
    // If a server that might take this mail was not reached, only this mail is retried; others go to reached servers.
    if (unable) return last || tried!.size < servers.length ? laterElsewhere(unable) : unable;
    if (last) return last;
    if (limited !== Number.POSITIVE_INFINITY) {
      const reason = 'the limits of the mail servers are used up';
      const retryInMs = Math.ceil(Math.max(SOON, Math.min(limited, LONGEST_MS)));
      return { kind: 'unreached', fault: 'slow_down', reason, retryInMs, bytesFree: true };
    }
    if (paused === Number.POSITIVE_INFINITY) return this.#allCool(servers);
    return putOff(domain.lastSlow?.reply ?? 'slowed', { class: 'slow', rule: 'own-pause' }, paused, true);
  }

  /** All servers are in their cool-down: the fault of the server that is tried first again. */
  #allCool(servers: readonly ServerHealth[]): Outcome {
    const at = this.#domains.clock();
    const soonest = servers.reduce((a, b) => (b.coolDown.wait(at) < a.coolDown.wait(at) ? b : a));
    const { fault, reason } = soonest.trouble ?? { fault: 'connection', reason: 'not reached' };
    return this.#unreached(servers, fault, reason, true, soonest.server.name);
  }

  #unreached(
    servers: readonly ServerHealth[],
    fault: Fault,
    said: string,
    bytesFree: boolean,
    host?: string,
  ): Outcome {
    const reason = host === undefined ? said : `${host}: ${said}`;
    const at = this.#domains.clock();
    const wait = Math.min(...servers.map(({ coolDown }) => coolDown.wait(at)));
    const retryInMs = Math.ceil(Math.max(SOON, wait));
    return { kind: 'unreached', fault, reason, ...(host !== undefined && { host }), retryInMs, bytesFree };
  }
}

const laterElsewhere = ({ reply, bytesFree }: MailAnswer): Outcome => ({
  kind: 'deferred',
  reply,
  code: null,
  class: 'later',
  rule: 'own-other-server',
  bytesFree,
});

const putOff = (reason: string, { class: name, rule }: Verdict, ms: number, bytesFree: boolean): Outcome => ({
  kind: 'put_off',
  reason,
  class: name,
  rule,
  retryInMs: Math.ceil(Math.max(PUT_OFF_MS, ms)),
  bytesFree,
});

function showedBy(handover: Handover): DomainSign {
  if (handover.kind !== 'answered')
    return handover.kind === 'lost' && (handover.aboutDomain || handover.deferral) ? 'deferred' : 'nothing';
  return handover.answer.kind;
}
