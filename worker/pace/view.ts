import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '../../common/redis.ts';
import type { Transport } from '../transport/transport.ts';
import type { Domain } from './domains.ts';
import type { Limit } from './limit.ts';
import { allowedOf, isLate } from './line.ts';

/** What all workers know of the pace, for `GET /pace` on the port of the metrics. */
export interface PaceView {
  read(): Promise<PaceReport>;
  close(): Promise<void>;
}

export interface PaceReport {
  /** Workers whose views are added up. */
  readonly workers: number;
  /** False: Redis is away, and this is the view of this worker alone. */
  readonly complete: boolean;
  readonly servers: readonly ServerView[];
  readonly domains: readonly DomainView[];
}

interface LimitView {
  readonly name: string;
  readonly period: string;
  readonly most: number;
  /** Null: a rate, of which no count is kept. */
  readonly used: number | null;
}

interface ServerView {
  readonly name: string;
  readonly weight: number;
  /** `paused`: it is left alone for `pause_ms` milliseconds by one worker at least. */
  readonly health: 'well' | 'paused';
  readonly pause_ms: number;
  readonly trouble: string | null;
  readonly in_flight: number;
  /** Mails of the last seconds, by second. */
  readonly rate: number;
  readonly usual_ms: number;
  readonly limits: readonly LimitView[];
}

interface DomainView {
  /** A domain, or the name of a provider's domains. */
  readonly name: string;
  /** Mails since the workers began. */
  readonly mails: number;
  /** Mails that may be under way at a time, and that are. */
  readonly allowed: number;
  readonly used: number;
  readonly waiting: number;
  readonly state: 'usual' | 'late' | 'slowed' | 'paused';
  readonly slowed_until: string | null;
  readonly last_slow: { readonly at: string; readonly reply: string; readonly class: string } | null;
  readonly limits: readonly LimitView[];
}

interface OwnView {
  readonly at: number;
  readonly servers: readonly ServerView[];
  readonly domains: readonly DomainView[];
}

const KEY = 'pace:views';
/** Milliseconds between two views that a worker writes while it works, and after which one is no longer read. */
const EVERY_MS = 2000;
const STALE_MS = 15_000;
/** Domains that are shown: those held back first, then those with the most mails. */
const MOST = 100;

export function createPaceView(
  { domains, servers }: Pick<Transport, 'domains' | 'servers'>,
  redis: RedisConnection,
): PaceView {
  const id = randomUUID();
  let written = '';
  let writtenAt = 0;
  let counted = { at: performance.now(), accepted: domains.servers.map(({ mails }) => mails) };
  let rates = domains.servers.map(() => 0);

  function measure(): void {
    const at = performance.now();
    const seconds = (at - counted.at) / 1000;
    if (seconds < 1) return;
    rates = domains.servers.map(({ mails }, i) => Math.round((mails - counted.accepted[i]!) / seconds));
    counted = { at, accepted: domains.servers.map(({ mails }) => mails) };
  }

  function own(): OwnView {
    measure();
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
      domains: first([...domains.all()].filter(({ mails }) => mails > 0)).map((domain) =>
        viewOf(domain, domains.clock()),
      ),
    };
  }

  function first(all: Domain[]): Domain[] {
    if (all.length <= MOST) return all;
    const at = domains.clock();
    const held = new Set(all.filter((domain) => domains.heldSince(domain, at) !== null));
    return all.sort((a, b) => Number(held.has(b)) - Number(held.has(a)) || b.mails - a.mails).slice(0, MOST);
  }

  /** Written only where something changed, so that an idle worker wakes no one. */
  async function write(): Promise<void> {
    const view = own();
    const text = JSON.stringify({ ...view, at: 0 });
    const isFresh = Date.now() - writtenAt < STALE_MS / 2;
    if (text === written && (isFresh || view.domains.length === 0)) return;
    await redis
      .multi()
      .hset(KEY, id, JSON.stringify(view))
      .pexpire(KEY, 4 * STALE_MS)
      .exec();
    written = text;
    writtenAt = Date.now();
  }

  const timer = setInterval(() => void write().catch(() => {}), EVERY_MS);
  timer.unref();

  return {
    async read() {
      const mine = own();
      const all = await redis.hgetall(KEY).catch(() => null);
      const others = Object.entries(all ?? {})
        .filter(([key]) => key !== id)
        .map(([, text]) => JSON.parse(text) as OwnView)
        .filter(({ at }) => Date.now() - at < STALE_MS);
      return merge([mine, ...others], all !== null);
    },
    async close() {
      clearInterval(timer);
      await redis.hdel(KEY, id).catch(() => 0);
    },
  };
}

const limitViews = (limits: readonly Limit[]): LimitView[] =>
  limits.flatMap((limit) => {
    const most = limit.most();
    return most === null ? [] : [{ name: limit.name, period: limit.period, most, used: limit.used() }];
  });

function viewOf(domain: Domain, at: number): DomainView {
  const paused = Math.max(...domain.lines.map((line) => line.pausedUntil));
  const state =
    paused > at
      ? 'paused'
      : domain.lines.some((line) => line.slowed)
        ? 'slowed'
        : domain.lines.some((line) => isLate(line, at))
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

const largest = (views: DomainView[]): DomainView[] =>
  views
    .sort((a, b) => Number(a.state === 'usual') - Number(b.state === 'usual') || b.mails - a.mails)
    .slice(0, MOST);

const STATES = ['usual', 'late', 'slowed', 'paused'] as const;

/** Adds up the views of all workers; what differs is shown from the worker that is held back most. */
function merge(views: readonly OwnView[], complete: boolean): PaceReport {
  const servers = new Map<string, ServerView>();
  const domains = new Map<string, DomainView>();
  for (const view of views) {
    for (const one of view.servers) {
      const other = servers.get(one.name);
      servers.set(one.name, other ? addServers(other, one) : one);
    }
    for (const one of view.domains) {
      const other = domains.get(one.name);
      domains.set(one.name, other ? addDomains(other, one) : one);
    }
  }
  return {
    workers: views.length,
    complete,
    servers: [...servers.values()],
    domains: largest([...domains.values()]),
  };
}

function addServers(a: ServerView, b: ServerView): ServerView {
  const worse = b.pause_ms > a.pause_ms ? b : a;
  return {
    ...worse,
    in_flight: a.in_flight + b.in_flight,
    rate: a.rate + b.rate,
    usual_ms: Math.max(a.usual_ms, b.usual_ms),
    limits: addLimits(a.limits, b.limits),
  };
}

function addDomains(a: DomainView, b: DomainView): DomainView {
  const worse = STATES.indexOf(b.state) > STATES.indexOf(a.state) ? b : a;
  return {
    ...worse,
    mails: a.mails + b.mails,
    allowed: a.allowed + b.allowed,
    used: a.used + b.used,
    waiting: a.waiting + b.waiting,
    last_slow: (a.last_slow?.at ?? '') > (b.last_slow?.at ?? '') ? a.last_slow : b.last_slow,
    limits: addLimits(a.limits, b.limits),
  };
}

/** The counts are those of all workers already; the one that was heard of last is the largest. */
const addLimits = (a: readonly LimitView[], b: readonly LimitView[]): LimitView[] =>
  a.map((one, i) => ({ ...one, used: one.used === null ? null : Math.max(one.used, b[i]?.used ?? 0) }));
