import { cached } from '../cache/cached.ts';
import type { RedisConnection } from '../redis/redis.ts';

export interface PaceReport {
  /** Workers whose views are added up. */
  readonly workers: number;
  /** False: Redis is away, and this is one worker's view. */
  readonly complete: boolean;
  readonly servers: readonly ServerView[];
  readonly domains: readonly DomainView[];
}

export interface LimitView {
  readonly name: string;
  readonly period: string;
  readonly most: number;
  /** Null: a rate, which has no count. */
  readonly used: number | null;
}

interface ServerView {
  readonly name: string;
  readonly weight: number;
  /** `paused`: at least one worker pauses it for `pause_ms` milliseconds. */
  readonly health: 'well' | 'paused';
  readonly pause_ms: number;
  readonly trouble: string | null;
  readonly in_flight: number;
  /** Mails per second, over the last seconds. */
  readonly rate: number;
  readonly usual_ms: number;
  readonly limits: readonly LimitView[];
}

export interface DomainView {
  /** A domain, or the name of a provider. */
  readonly name: string;
  /** Mails since the workers started. */
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

export interface OwnView {
  readonly at: number;
  readonly servers: readonly ServerView[];
  readonly domains: readonly DomainView[];
}

/** A hash of the workers' views in Redis, by worker id. */
export const VIEWS_KEY = 'pace:views';
/** Milliseconds after which a view is ignored. */
export const STALE_MS = 15_000;
const MOST = 100;

/** Recent views by worker id. Throws while Redis is away. */
export async function readViews(redis: RedisConnection): Promise<Map<string, OwnView>> {
  const all = await redis.hgetall(VIEWS_KEY);
  const views = Object.entries(all).map(([id, text]): [string, OwnView] => [id, JSON.parse(text)]);
  return new Map(views.filter(([, { at }]) => Date.now() - at < STALE_MS));
}

export type PaceReader = () => Promise<Map<string, OwnView>>;

/** Milliseconds for which an answer is reused: workers write every two seconds. */
const BELIEVED_MS = 2000;

export const createPaceReader = (redis: RedisConnection): PaceReader =>
  cached(() => readViews(redis), { ms: BELIEVED_MS });

const largest = (views: DomainView[]): DomainView[] =>
  views
    .sort((a, b) => Number(a.state === 'usual') - Number(b.state === 'usual') || b.mails - a.mails)
    .slice(0, MOST);

const STATES = ['usual', 'late', 'slowed', 'paused'] as const;

/** Adds up the views of all workers. Where they differ, the most limited worker's value is shown. */
export function mergeViews(views: readonly OwnView[], complete: boolean): PaceReport {
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

/** The counts are those of all workers already; the newest is the largest. */
const addLimits = (a: readonly LimitView[], b: readonly LimitView[]): LimitView[] =>
  a.map((one, i) => ({ ...one, used: one.used === null ? null : Math.max(one.used, b[i]?.used ?? 0) }));
