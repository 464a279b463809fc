import { type BouncedAddress, noteBouncedAddresses } from '../../../common/changes/bounced-addresses.ts';
import { type ComingEvent, toldChange } from '../../../common/changes/event-notes.ts';
import { now } from '../../../common/clock.ts';
import type { EventType } from '../../../common/domain/event-types.ts';
import { Delivery, type DeliveryDocument, type DeliveryState } from '../../../common/models/deliveries.ts';
import type { Figures } from '../../../common/models/figures.ts';
import type { MailingDocument } from '../../../common/models/mailings.ts';
import { toldEvents } from '../../../common/queries/told-events.ts';
import type { BulkWrite, Filter } from '../../../common/store/collection.ts';
import { type FreshAcceptance, rememberAcceptances } from './fresh-acceptances.ts';
import {
  createOutcomeGroups,
  type MarkedRow,
  type OutcomeBounds,
  type OutcomeGroup,
} from './outcome-groups.ts';
import { createTally, type RowChange } from './tally.ts';

interface RecordedChange extends MarkedRow {
  readonly operation: BulkWrite<DeliveryDocument>;
  readonly bounced: BouncedAddress | null;
  readonly event: ComingEvent | null;
}

type RecordedMailing = Pick<MailingDocument, '_id' | 'user_id'>;

export type AcceptedRow = Pick<DeliveryDocument, '_id' | 'batch' | 'contact_id' | 'email' | 'attempts'>;

interface Acceptance extends MarkedRow {
  readonly row: AcceptedRow;
  readonly mailing: RecordedMailing;
}

const acceptance = ({ row, mailing }: Acceptance): ComingEvent => ({
  user_id: mailing.user_id,
  type: 'delivery.accepted',
  id: row._id,
});

async function rememberTold(mails: readonly Acceptance[], accepted_at: Date): Promise<void> {
  const fresh: FreshAcceptance[] = [];
  let userId: number | undefined;
  let isTold = false;
  for (const { row, mailing } of mails) {
    if (mailing.user_id !== userId) {
      userId = mailing.user_id;
      isTold = (await toldEvents(userId)).has('delivery.accepted');
    }
    if (!isTold) continue;
    const { _id, contact_id, email, attempts = 0 } = row;
    const state = 'accepted';
    fresh.push({
      _id,
      user_id: userId,
      mailing: mailing._id,
      contact_id,
      email,
      state,
      attempts,
      accepted_at,
    });
  }
  if (fresh.length > 0) rememberAcceptances(fresh);
}

export type Recorder = ReturnType<typeof createRecorder>;

export type SliceRecorder = ReturnType<Recorder['forSlice']>;

const ACCEPTED: RowChange = { state: 'accepted' };

/** A server's acceptance is valid even if another holder of the batch wrote one of these states meanwhile. */
const acceptable = (): Filter<DeliveryDocument> => ({
  state: { $in: ['pending', 'deferred', 'skipped', 'in_doubt'] },
});

/** Finds these rows among all their accounts, so that one write serves them all. */
const rowsOf = (marked: readonly MarkedRow[]) => Delivery.among(marked.map(({ userId }) => userId));

/** Accepted is the usual outcome: one update writes it for a whole group. */
async function writeAccepted(mails: readonly Acceptance[]): Promise<number> {
  let accepted_at!: Date;
  const { modifiedCount } = await toldChange(mails.map(acceptance), () => {
    accepted_at = now();
    return rowsOf(mails).updateMany(
      { _id: { $in: mails.map(({ row }) => row._id) }, ...acceptable() },
      { $set: { state: 'accepted', accepted_at } },
    );
  });
  // If some were not changed, their state is unknown.
  if (modifiedCount === mails.length) await rememberTold(mails, accepted_at);
  return modifiedCount;
}

async function writeNamed(mails: readonly (Acceptance & { readonly providerId: string })[]): Promise<number> {
  const accepted_at = now();
  const { modifiedCount } = await toldChange(mails.map(acceptance), () =>
    rowsOf(mails).bulkWrite(
      mails.map(
        ({ userId, row, providerId }): BulkWrite<DeliveryDocument> => ({
          updateOne: {
            filter: { _id: row._id, user_id: userId, ...acceptable() },
            update: { $set: { state: 'accepted', accepted_at, provider_id: providerId } },
          },
        }),
      ),
      { ordered: false },
    ),
  );
  return modifiedCount;
}

async function writeChanged(changes: readonly RecordedChange[]): Promise<number> {
  await noteBouncedAddresses(changes.flatMap(({ bounced }) => (bounced ? [bounced] : [])));
  const { modifiedCount } = await toldChange(
    changes.flatMap(({ event }) => (event ? [event] : [])),
    () =>
      rowsOf(changes).bulkWrite(
        changes.map(({ operation }) => operation),
        { ordered: false },
      ),
  );
  return modifiedCount;
}

function eventOf(userId: number, id: number, change: RowChange, isAnswer: boolean): ComingEvent | null {
  const { state, attempts: attempt = 0, class: name } = change;
  const type = state === 'deferred' && !isAnswer ? undefined : EVENT_OF[state];
  return type ? { user_id: userId, type, id, attempt, ...(name && { class: name }) } : null;
}

const EVENT_OF: { readonly [State in DeliveryState]?: EventType } = Object.freeze({
  bounced: 'delivery.bounced',
  deferred: 'delivery.deferred',
  in_doubt: 'delivery.in_doubt',
});

/** Records the outcomes of all slices of a worker, so that few outcomes of ten slices each become one write. */
export function createRecorder(bounds: OutcomeBounds) {
  const { collect, backlog, marked, closed } = createOutcomeGroups(bounds);
  const acceptances = collect(writeAccepted);
  const named = collect(writeNamed);
  const changes = collect(writeChanged);

  function forSlice(mailing: RecordedMailing) {
    const { user_id: userId } = mailing;
    const groups = new Set<OutcomeGroup>();
    const tally = createTally();
    let isExact = true;
    let failure: unknown;

    const follow = (group: OutcomeGroup): void => {
      if (groups.has(group)) return;
      groups.add(group);
      group.written
        .then(
          (changedEach) => {
            isExact &&= changedEach;
          },
          (error: unknown) => {
            failure ??= error;
          },
        )
        .finally(() => groups.delete(group));
    };

    function add(
      { id, batch, change }: { id: number; batch: number; change: RowChange },
      bounced: BouncedAddress | null,
      isAnswer: boolean,
    ): void {
      tally.add(change);
      const operation = {
        updateOne: {
          filter: { _id: id, user_id: userId, state: 'pending' as const },
          update: { $set: change.state === 'bounced' ? { ...change, bounced_at: now() } : change },
        },
      };
      const event = eventOf(userId, id, change, isAnswer);
      follow(changes.add({ batch, userId, operation, bounced, event }));
    }

    return {
      accepted(row: AcceptedRow, providerId: string | null = null): void {
        tally.add(ACCEPTED);
        const mail = { batch: row.batch, userId, row, mailing };
        follow(providerId === null ? acceptances.add(mail) : named.add({ ...mail, providerId }));
      },
      /** `bounced` is written before the row: after a crash in between, both are done again. */
      changed: (id: number, batch: number, change: RowChange, bounced: BouncedAddress | null = null): void =>
        add({ id, batch, change }, bounced, false),
      /** The same for a row with an answer of a mail server, or in doubt: webhooks get its deferral, too. */
      answered: (id: number, batch: number, change: RowChange, bounced: BouncedAddress | null = null): void =>
        add({ id, batch, change }, bounced, true),
      failed: (): boolean => failure !== undefined,
      /** Waits until all is written; throws the error of any write. */
      async flush(): Promise<void> {
        if (groups.size > 0) {
          acceptances.hasten();
          named.hasten();
          changes.hasten();
          await Promise.allSettled([...groups].map(({ written }) => written));
        }
        if (failure !== undefined) throw failure;
      },
      /** After `flush`: the figures of its rows, if MongoDB confirmed the change of each; else null. */
      figures: (): Figures | null => (isExact ? tally.figures() : null),
    };
  }

  return { forSlice, backlog, marked, closed };
}
