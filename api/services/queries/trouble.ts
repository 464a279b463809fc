import { now } from '../../../common/clock.ts';
import { domainOf } from '../../../common/domain/domain-of.ts';
import type { ReplyClass } from '../../../common/domain/reply-classes.ts';
import { withoutAddresses } from '../../../common/domain/without-address.ts';
import { Delivery, type DeliveryDocument } from '../../../common/models/deliveries.ts';
import type { MailingDocument } from '../../../common/models/mailings.ts';

/** Why mails of a mailing wait. */
export interface SendTrouble {
  readonly scope: 'server' | 'domain' | 'recipient';
  /** The mail server, or the domain of the recipients. */
  readonly host: string | null;
  readonly reply: string;
  readonly class: ReplyClass | null;
  readonly rows: number;
  readonly since: Date;
  readonly nextTryAt: Date;
}

export interface Troubles {
  readonly trouble: readonly SendTrouble[];
  /** Mails that have waited for a day or longer. */
  readonly delayed: number;
}

export const NO_TROUBLES: Troubles = { trouble: [], delayed: 0 };

/** Deferred rows that are read; with more, the counts are at least these. */
const MOST_ROWS = 20_000;
const MOST_SHOWN = 50;
const DELAYED_MS = 24 * 3600_000;
/** Milliseconds after the next try was due: the trouble has ended, or no worker runs. */
const STALE_MS = 120_000;
/** Replies with these classes are about us or the domain, not about one recipient. */
const OF_DOMAIN: ReadonlySet<ReplyClass | undefined> = new Set(['slow', 'policy', 'auth', 'relay']);

type WaitingRow = Pick<
  DeliveryDocument,
  'email_norm' | 'reply' | 'class' | 'first_deferred_at' | 'due_at' | 'state'
>;

/** Of an open mailing; none is read of one without deferred rows. */
export async function troublesOf(
  userId: number,
  { _id, state, paused_reason, figures, server_trouble }: TroubledMailing,
): Promise<Troubles> {
  if (state !== 'open') return NO_TROUBLES;
  const at = now();
  const ofServer =
    server_trouble && paused_reason === null && server_trouble.next_try_at.getTime() + STALE_MS > at.getTime()
      ? [serverTrouble(server_trouble, figures.pending)]
      : [];
  if (figures.deferred === 0) return { trouble: ofServer, delayed: 0 };
  const rows = Delivery.of(userId)
    .find({ mailing: _id, due_at: { $exists: true } })
    .project<WaitingRow>({ email_norm: 1, reply: 1, class: 1, first_deferred_at: 1, due_at: 1, state: 1 })
    .sort({ due_at: 1 })
    .limit(MOST_ROWS);
  const groups = new Map<string, Waiting>();
  let delayed = 0;
  for await (const row of rows) {
    if (row.state !== 'deferred') continue;
    if (row.first_deferred_at && at.getTime() - row.first_deferred_at.getTime() >= DELAYED_MS) delayed += 1;
    addRow(groups, row, at);
  }
  const waiting = [...groups.values()].sort((one, other) => other.rows - one.rows);
  return { trouble: [...ofServer, ...waiting.slice(0, MOST_SHOWN).map(shownWaiting)], delayed };
}

export type TroubledMailing = Pick<
  MailingDocument,
  '_id' | 'state' | 'paused_reason' | 'figures' | 'server_trouble'
>;

const serverTrouble = (
  { host, reply, class: name, since, next_try_at }: NonNullable<MailingDocument['server_trouble']>,
  rows: number,
): SendTrouble => ({ scope: 'server', host, reply, class: name, rows, since, nextTryAt: next_try_at });

interface Waiting {
  readonly host: string;
  readonly class: ReplyClass | undefined;
  reply: string;
  repliedAt: Date;
  rows: number;
  since: Date;
  nextTryAt: Date;
}

/** `row` is in the order of its next try. */
function addRow(groups: Map<string, Waiting>, row: WaitingRow, at: Date): void {
  const host = domainOf(row.email_norm);
  const key = `${host} ${row.class ?? ''}`;
  const since = row.first_deferred_at ?? at;
  const group = groups.get(key);
  if (!group) {
    groups.set(key, {
      host,
      class: row.class,
      reply: row.reply ?? '',
      repliedAt: since,
      rows: 1,
      since,
      nextTryAt: row.due_at!,
    });
    return;
  }
  group.rows += 1;
  if (since < group.since) group.since = since;
  if (since >= group.repliedAt && row.reply !== undefined) {
    group.reply = row.reply;
    group.repliedAt = since;
  }
}

/** Rows that only wait for their turn have no class. */
const shownWaiting = ({ host, class: name, reply, rows, since, nextTryAt }: Waiting): SendTrouble => ({
  scope: name === undefined || OF_DOMAIN.has(name) || (name === 'later' && rows > 1) ? 'domain' : 'recipient',
  host,
  reply: withoutAddresses(reply),
  class: name ?? null,
  rows,
  since,
  nextTryAt,
});
