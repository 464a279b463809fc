import { countDetails } from '../../common/changes/mail-details.ts';
import { Batch, type BatchDocument, newBatch } from '../../common/models/batches.ts';
import { Delivery, type DeliveryDocument, newDelivery } from '../../common/models/deliveries.ts';
import { type Figures, NO_FIGURES } from '../../common/models/figures.ts';
import { sumOfFigures } from '../../common/queries/figures.ts';
import type { Filter } from '../../common/store/collection.ts';
import { reserveIds } from '../../common/store/ids.ts';
import { rows } from '../../test/support/rows.ts';

const BATCH = 500;
const DAY_MS = 24 * 3600_000;
/** Of a hundred mails one meets a full mailbox, one a mailbox that is gone, and thirty are opened. */
const [FULL, GONE, OPENED] = [0, 1, 32];
/** One in a hundred clicked one of three links. */
const CLICKED = 5;

/** The recipient of the mail with this number. */
type Person = (number: number) => { readonly contact_id: number; readonly email: string };

/** Half of the recipients are at 25 domains, the others at five thousand. */
const anyone: Person = (number) => ({
  contact_id: number + 1,
  email: `person.${number}@domain${number % (number % 2 === 0 ? 50 : 10_000)}.example`,
});

/**
 * Writes the ledger of a send, as it is when the send is over, and answers its figures. It went out over so many days until `end`, in milliseconds
 * since 1970.
 */
export async function fillLedger(
  mailing: string,
  user_id: number,
  count: number,
  days: number,
  { person = anyone, end = Date.now() }: { readonly person?: Person; readonly end?: number } = {},
): Promise<Figures> {
  let all: Figures = { ...NO_FIGURES };
  const sentAt = (number: number) =>
    new Date(end - Math.floor((1 - number / count) * days * DAY_MS) - 3 * DAY_MS);
  for (let done = 0; done < count; done += BATCH * 20) {
    const size = Math.min(BATCH * 20, count - done);
    const [first, firstBatch] = await Promise.all([
      reserveIds('deliveries', size),
      reserveIds('batches', Math.ceil(size / BATCH)),
    ]);
    const batches: BatchDocument[] = [];
    const mails: DeliveryDocument[] = [];
    for (let index = 0; index < size; index += 1) {
      const number = done + index;
      const batch = firstBatch + Math.floor(index / BATCH);
      const { contact_id, email } = person(number);
      const to = { contact_id, segment_recipient_id: null, email, email_norm: email };
      mails.push({
        ...newDelivery(first + index, { _id: mailing, user_id }, batch, to),
        ...outcome(number, sentAt(number)),
      });
      if (index % BATCH > 0) continue;
      const last = first + Math.min(index + BATCH, size) - 1;
      batches.push({
        ...newBatch({ _id: batch, mailing, user_id, first: first + index, last }, sentAt(number)),
        state: 'done',
        figures: NO_FIGURES,
      });
    }
    for (const [at, batch] of batches.entries()) {
      batch.figures = figuresOf(mails.slice(at * BATCH, (at + 1) * BATCH));
      all = sumOfFigures(all, batch.figures);
    }
    await Promise.all([rows(Batch).insertMany(batches), rows(Delivery).insertMany(mails)]);
  }
  return all;
}

function outcome(number: number, at: Date): Partial<DeliveryDocument> {
  const kind = number % 100;
  if (kind === FULL || kind === GONE) {
    const [name, reply] =
      kind === FULL
        ? (['full', '552 5.2.2 mailbox full'] as const)
        : (['gone', '550 5.1.1 no such user'] as const);
    return { state: 'bounced', bounced_at: at, attempts: 1, class: name, rule: 'bench', reply };
  }
  // Half of the openings come within hours, the others within three days.
  const hours = number % 7 < 3 ? (number % 131) / 40 : (number % 997) / 14;
  const openedAt = new Date(at.getTime() + hours * 3600_000);
  const opened = kind < OPENED ? { opens: 1, first_opened_at: openedAt, last_opened_at: openedAt } : {};
  const clicked =
    kind === CLICKED
      ? { clicks: 1, first_clicked_at: openedAt, last_clicked_at: openedAt, links: { [1 + (number % 3)]: 1 } }
      : {};
  return { state: 'accepted', accepted_at: at, ...opened, ...clicked };
}

function figuresOf(mails: readonly DeliveryDocument[]): Figures {
  const count = (is: (mail: DeliveryDocument) => boolean): number => mails.filter(is).length;
  const opened = count(({ opens }) => (opens ?? 0) > 0);
  const clicked = count(({ clicks }) => (clicks ?? 0) > 0);
  return {
    ...NO_FIGURES,
    accepted: count(({ state }) => state === 'accepted'),
    bounced: count(({ state }) => state === 'bounced'),
    triggered: mails.length,
    unique_opens: opened,
    total_opens: opened,
    unique_clicks: clicked,
    total_clicks: clicked,
    gone: count((mail) => mail.class === 'gone'),
  };
}

/** Counts the details of batches as a worker does it, batch by batch. */
export async function countAllDetails(of: Filter<BatchDocument>): Promise<void> {
  for (let after = 0; ; ) {
    const some = await rows(Batch)
      .find({ ...of, _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(400)
      .toArray();
    if (some.length === 0) return;
    await countDetails(some);
    after = some.at(-1)!._id;
  }
}
