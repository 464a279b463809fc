import { LRUCache } from 'lru-cache';
import { markDirty, refreshFigures } from '../../../common/changes/figures.ts';
import { pauseByBrake, pauseMailing } from '../../../common/changes/mailings.ts';
import { now } from '../../../common/clock.ts';
import { domainOf } from '../../../common/domain/domain-of.ts';
import { GONE, OF_US } from '../../../common/domain/reply-classes.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import {
  Mailing,
  NO_TROUBLE,
  type TroubledDomain,
  type TroubledDomains,
} from '../../../common/models/mailings.ts';
import type { Filter } from '../../../common/store/collection.ts';
import { countRefusal, countReply, type DomainReplies, isParked, withReplies } from './parking.ts';

/** A send is paused if its parked domains have this share of the recipients (docs/rules.md 9.20). */
const MOST_PARKED = 0.3;
const HOUR = 3600_000;
/** Tries of one write. Another worker that ends a slice at the same moment makes a try fail. */
const TRIES = 20;

const BY_DOMAIN = { user_id: 1, mailing: 1, refusing_domain: 1 } as const;

const troubledDomains = async (userId: number, mailing: string): Promise<TroubledDomains> =>
  (await Mailing.of(userId).findOne({ _id: mailing }, { projection: { standing: 1 } }))?.standing ??
  NO_TROUBLE;

async function addReplies(
  userId: number,
  mailing: string,
  heard: ReadonlyMap<string, DomainReplies>,
): Promise<{ parked: TroubledDomain[]; isNew: boolean }> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await troubledDomains(userId, mailing);
    const at = now();
    const domains = withReplies(before.domains, heard, at);
    const parked = domains.filter((one) => isParked(one, at));
    const known = new Set(before.domains.filter((one) => isParked(one, at)).map((one) => one.domain));
    const isNew = parked.some(({ domain }) => !known.has(domain));
    const { matchedCount } = await Mailing.of(userId).updateOne(
      { _id: mailing, 'standing.version': before.version === 0 ? { $in: [null, 0] } : before.version },
      { $set: { standing: { ...before, domains, version: before.version + 1 } } },
    );
    if (matchedCount === 1) return { parked, isNew };
  }
  throw new Error(`${TRIES} write conflicts on the domains of ${mailing}`);
}

/** Parks refusing domains, after all outcomes are written. A repeated call parks no domain earlier. Returns whether the mailing is paused. */
export async function settleDomains(
  userId: number,
  mailing: string,
  heard: ReadonlyMap<string, DomainReplies>,
): Promise<boolean> {
  const { parked, isNew } = await addReplies(userId, mailing, heard);
  for (const { domain, until } of parked) await deferRefused(userId, mailing, until!, domain);
  if (!isNew || (await shareOf(userId, mailing, parked)) < MOST_PARKED) return false;
  const worst = parked.reduce((one, other) => (other.refused > one.refused ? other : one));
  await pauseRefused(userId, mailing, `${worst.domain}: ${worst.reply}`);
  return true;
}

/** Pauses a mailing that servers refuse because of us. The refused rows are retried later, too. */
export async function pauseRefused(userId: number, mailing: string, detail: string): Promise<void> {
  await pauseMailing(userId, mailing, 'refused', detail);
  await deferRefused(userId, mailing, new Date(now().getTime() + HOUR));
}

/** Schedules a retry at `due` for the rows that were refused because of us: those of a domain, or all. */
async function deferRefused(userId: number, mailing: string, due: Date, domain?: string): Promise<void> {
  const deliveries = Delivery.of(userId);
  const refused: Filter<DeliveryDocument> = {
    mailing,
    refusing_domain: domain ?? { $gt: '' },
    state: 'bounced',
  };
  const found = await deliveries
    .aggregate<{ _id: number }>([{ $match: refused }, { $group: { _id: '$batch' } }], { hint: BY_DOMAIN })
    .toArray();
  const batches = found.map(({ _id }) => _id);
  if (batches.length === 0) return;
  await markDirty(userId, batches);
  await deliveries.updateMany(
    refused,
    [
      {
        $set: {
          state: 'deferred',
          due_at: due,
          first_deferred_at: { $ifNull: ['$first_deferred_at', '$$NOW'] },
        },
      },
    ],
    { hint: BY_DOMAIN },
  );
}

async function shareOf(userId: number, mailing: string, parked: readonly TroubledDomain[]): Promise<number> {
  const deliveries = Delivery.of(userId);
  const names = parked.map(({ domain }) => domain.replaceAll('.', '\\.')).join('|');
  const [theirs, all] = await Promise.all([
    deliveries.countDocuments(
      { mailing, email_norm: { $regex: `@(?:${names})$` } },
      { hint: { user_id: 1, mailing: 1, email_norm: 1 } },
    ),
    deliveries.countDocuments({ mailing }, { hint: { user_id: 1, mailing: 1, email_norm: 1 } }),
  ]);
  return all === 0 ? 0 : theirs / all;
}

export async function releaseParked(userId: number, mailing: string): Promise<void> {
  await Delivery.of(userId).updateMany(
    { mailing, refusing_domain: { $gt: '' }, state: 'deferred', due_at: { $gt: now() } },
    { $set: { due_at: now() } },
    { hint: BY_DOMAIN },
  );
  await Mailing.of(userId).updateOne(
    { _id: mailing, 'standing.release': true },
    { $set: { 'standing.release': false } },
  );
}

/** The replies in the rows of a batch whose last holder may have died before it wrote them. */
export async function repliesInLedger(
  userId: number,
  filter: Filter<DeliveryDocument>,
): Promise<Map<string, DomainReplies>> {
  const found = await Delivery.of(userId)
    .find(filter)
    .project<Pick<DeliveryDocument, 'email_norm' | 'state' | 'class' | 'reply'>>({
      email_norm: 1,
      state: 1,
      class: 1,
      reply: 1,
    })
    .toArray();
  const heard = new Map<string, DomainReplies>();
  for (const { email_norm, state, class: name = 'unknown', reply = '' } of found) {
    if (state !== 'accepted' && state !== 'bounced') continue;
    const one = countReply(heard, domainOf(email_norm));
    if (state === 'bounced' && GONE.has(name)) one.gone += 1;
    if (state === 'bounced' && OF_US.has(name)) countRefusal(one, name, reply);
  }
  return heard;
}

/** Milliseconds for which a mailing's figures are not counted again for its brakes. */
const BRAKE_MS = 2000;
const braked = new LRUCache<string, true>({ max: 1000, ttl: BRAKE_MS });

export async function brakeForBounces(userId: number, mailing: string): Promise<boolean> {
  if (braked.has(mailing)) return false;
  braked.set(mailing, true);
  return pauseByBrake(userId, mailing, 'bounces', await refreshFigures(userId, mailing));
}
