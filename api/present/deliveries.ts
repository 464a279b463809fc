import { skipReasonOf } from '../../common/domain/skip-reason.ts';
import { timestamp } from '../../common/domain/times.ts';
import type { DeliveryDocument } from '../../common/models/deliveries.ts';

const timeOf = (date: Date | undefined): string | null => (date === undefined ? null : timestamp(date));

/** `attempts` of the row does not count the attempt that was accepted or is in doubt. */
const handedOver = ({ state, attempts = 0 }: DeliveryDocument): number =>
  state === 'accepted' || state === 'in_doubt' ? attempts + 1 : attempts;

/** A mail that was accepted or refused at the first attempt has no separate date for it. */
const firstAttemptOf = (row: DeliveryDocument): Date | undefined =>
  row.first_tried_at ?? row.first_deferred_at ?? row.accepted_at ?? row.bounced_at ?? row.in_doubt_at;

/** An earlier reply of an accepted mail would read as if the mail had failed. */
const answerOf = ({ state, class: name, reply }: DeliveryDocument) => ({
  class: state === 'accepted' ? null : (name ?? null),
  reply: state === 'accepted' || state === 'skipped' ? null : (reply ?? null),
});

export const presentDelivery = (row: DeliveryDocument) => ({
  id: row._id,
  email: row.email,
  contact_id: row.contact_id,
  state: row.state,
  ...answerOf(row),
  skip_reason: skipReasonOf(row),
  attempts: handedOver(row),
  first_attempted_at: timeOf(firstAttemptOf(row)),
  accepted_at: timeOf(row.accepted_at),
  bounced_at: timeOf(row.state === 'bounced' ? row.bounced_at : undefined),
  opens: row.opens ?? 0,
  machine_opens: row.machine_opens ?? 0,
  clicks: row.clicks ?? 0,
  machine_clicks: row.machine_clicks ?? 0,
  first_opened_at: timeOf(row.first_opened_at),
  last_opened_at: timeOf(row.last_opened_at),
  unsubscribed_at: timeOf(row.unsubscribed_at),
  complained_at: timeOf(row.complained_at),
  next_try_at: timeOf(row.state === 'deferred' ? row.due_at : undefined),
  doubted: row.doubted === true ? (1 as const) : (0 as const),
});

export type ShownDelivery = ReturnType<typeof presentDelivery>;
