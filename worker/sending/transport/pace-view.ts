import { randomUUID } from 'node:crypto';
import {
  type DomainView,
  type LimitView,
  mergeViews,
  type OwnView,
  type PaceReport,
  readViews,
  STALE_MS,
  VIEWS_KEY,
} from '../../../common/metrics/pace-report.ts';
import type { RedisConnection } from '../../../common/redis/redis.ts';
import { type Domain, heldSince } from '../pace/domain.ts';
import type { Limit } from '../pace/limit.ts';
import { allowedOf, isLineLate, type ServerAnswers } from '../pace/line.ts';
import type { Transport } from './transport.ts';

export type PaceView = ReturnType<typeof createPaceView>;

/** Milliseconds between two views that a worker writes while it works. */
const EVERY_MS = 2000;
/** Domains that a worker shows: those held back first, then those with the most mails. */
const MOST = 100;

type PaceSources = Pick<Transport, 'domains' | 'servers'>;

/** The pace of all workers, for `GET /pace` on the port of the metrics. */
export function createPaceView(shown: PaceSources, redis: RedisConnection, id: string = randomUUID()) {
  const rates = createRates(shown.domains.servers);
  let written = '';
  let writtenAt = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Written only after a change, so that an idle worker wakes no other process. */
  async function write(): Promise<void> {
    const view = viewOf(shown, rates());
    const text = JSON.stringify({ ...view, at: 0 });
    const isFresh = Date.now() - writtenAt < STALE_MS / 2;
    if (text === written && (isFresh || view.domains.length === 0)) return;
    await redis
      .multi()
      .hset(VIEWS_KEY, id, JSON.stringify(view))
      .pexpire(VIEWS_KEY, 4 * STALE_MS)
      .exec();
    written = text;
    writtenAt = Date.now();
  }

  return {
    start(): void {
      timer = setInterval(() => void write().catch(() => {}), EVERY_MS);
      timer.unref();
    },
    async read(): Promise<PaceReport> {
      const mine = viewOf(shown, rates());
      const all = await readViews(redis).catch(() => null);
      const others = [...(all ?? [])].filter(([key]) => key !== id).map(([, view]) => view);
      return mergeViews([mine, ...others], all !== null);
    },
    async close(): Promise<void> {
      if (!timer) return;
      clearInterval(timer);
      await redis.hdel(VIEWS_KEY, id).catch(() => 0);
    },
  };
}

function createRates(servers: readonly ServerAnswers[]): () => readonly number[] {
  const count = (): number[] => servers.map(({ mails }) => mails);
  let last = { at: performance.now(), mails: count() };
  let rates = servers.map(() => 0);
  return () => {
    const at = performance.now();
    const seconds = (at - last.at) / 1000;
    if (seconds < 1) return rates;
    const mails = count();
    rates = mails.map((now, i) => Math.round((now - last.mails[i]!) / seconds));
    last = { at, mails };
    return rates;
  };
}

function viewOf({ domains, servers }: PaceSources, rates: readonly number[]): OwnView {
  const at = domains.clock();
  return {
    at: Date.now(),
    servers: servers().map(({ name, weight, inFlight, pauseMs, trouble }, i) => ({
      name,
      weight,
      health: pauseMs > 0 ? 'paused' : 'well',
      pause_ms: pauseMs,
      trouble,
      in_flight: inFlight,
      rate: rates[i]!,
      usual_ms: Math.round(domains.servers[i]!.usualMs),
      limits: limitViews(domains.serverLimits[i]!),
    })),
    domains: first(
      [...domains.all()].filter(({ mails }) => mails > 0),
      at,
    ).map((one) => domainView(one, at)),
  };
}

function first(all: Domain[], at: number): Domain[] {
  if (all.length <= MOST) return all;
  const held = new Set(all.filter((domain) => heldSince(domain, at) !== null));
  return all.sort((a, b) => Number(held.has(b)) - Number(held.has(a)) || b.mails - a.mails).slice(0, MOST);
}

const limitViews = (limits: readonly Limit[]): LimitView[] =>
  limits.flatMap((limit) => {
    const most = limit.most();
    return most === null ? [] : [{ name: limit.name, period: limit.period, most, used: limit.used() }];
  });

function domainView(domain: Domain, at: number): DomainView {
  const paused = Math.max(...domain.lines.map((line) => line.pausedUntil));
  const state =
    paused > at
      ? 'paused'
      : domain.lines.some((line) => line.slowed)
        ? 'slowed'
        : domain.lines.some((line) => isLineLate(line, at))
          ? 'late'
          : 'usual';
  const allowed = domain.lines.reduce((sum, line) => sum + allowedOf(line, at, true), 0);
  const { lastSlow } = domain;
  return {
    name: domain.name,
    mails: domain.mails,
    allowed: domain.most === null ? allowed : Math.min(allowed, domain.most),
    used: domain.inside,
    waiting: domain.waiting,
    state,
    slowed_until: paused > at ? new Date(Date.now() + paused - at).toISOString() : null,
    last_slow: lastSlow && { ...lastSlow, at: lastSlow.at.toISOString() },
    limits: limitViews(domain.limits),
  };
}
