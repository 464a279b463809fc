import { now } from '../../common/clock.ts';
import { envelopeAddress, mailboxAddress } from '../../common/domain/addresses.ts';
import { fullName, type Names } from '../../common/domain/full-name.ts';
import { messageIdOf } from '../../common/domain/message-ids.ts';
import { failpoint } from '../../common/failpoints.ts';
import type { MailingContent, MailingDocument } from '../../common/models/mailings.ts';
import { valuesOf, valuesOfPerson } from '../../common/queries/contact-values.ts';
import { noteEngagement } from '../../common/queries/engagement-dates.ts';
import { pauseMailing } from '../../common/queries/mailings.ts';
import { returnMailPlaces, takeMailPlaces } from '../../common/quotas/mails.ts';
import { believedStanding } from '../../common/quotas/standing.ts';
import { secretOfMailing } from '../../common/secrets/signing.ts';
import { borrowWriter, returnWriter } from '../compose/byte-writer.ts';
import type { CompiledMail } from '../compose/compile-mail.ts';
import type { MailRecipient } from '../compose/mail-source.ts';
import { renderInto } from '../compose/render-mail.ts';
import type { WorkerContext } from '../context.ts';
import { tallies } from '../metrics/tallies.ts';
import type { Outcome } from '../transport/outcome.ts';
import { asFound, closeBatch, type HeldBatch, moveIntent, releaseBatch } from './batches.ts';
import { readLeftOut } from './left-out.ts';
import { changeOf } from './outcomes.ts';
import { watchRefusals } from './refusals.ts';
import { type OpenRow, type Recipient, readContacts, readPeople } from './rows.ts';
import { watchStandstill } from './standstill.ts';
import { untilBack } from './until-back.ts';

/** A slice hands nothing more over after this: the next in the queue gets its turn. */
const SLICE_MS = 2000;

/** What a slice needs of its mailing. */
export type SliceMailing = Pick<
  MailingDocument,
  '_id' | 'user_id' | 'unsubscribe_group_id' | 'must_be_in' | 'revision' | 'key_id'
> & {
  content: Pick<MailingContent, 'from_email'>;
};

/** How a slice ended: with the batch worked through, out of time, or for want of a server or of a place for mails. */
export type SliceEnd = 'done' | 'released' | 'paused' | 'lost';

/**
 * Works a leased batch through: each row is left out or rendered, handed over and recorded, with as many under way as
 * the transport is good for. Outcomes are written before the batch is closed or put back.
 */
export async function deliverBatch(
  held: HeldBatch,
  open: readonly OpenRow[],
  mailing: SliceMailing,
  compiled: CompiledMail,
  worker: WorkerContext,
): Promise<SliceEnd> {
  const { config, transport, gate, stopping, hurry } = worker;
  const { contacts, people, leftOut, places } = await asFound(held, () =>
    prepare(open, mailing, compiled, config),
  );
  const standstill = watchStandstill(mailing.user_id, config);
  /** Places that rows have taken which were begun. */
  let used = 0;
  const refusals = watchRefusals();
  const from = envelopeAddress(mailing.content.from_email)!;
  const until = performance.now() + SLICE_MS;
  const recorder = worker.recorder.forSlice();
  let unreached: Extract<Outcome, { kind: 'unreached' }> | undefined;
  let refusedUs = false;
  const secret = secretOfMailing(config, mailing.key_id);
  // The first row that was not begun; and, where a person decides on doubts, how far rows may be handed over.
  let next = 0;
  let allowed = config.inDoubt === 'hold' ? 0 : open.length;
  let allowing: Promise<boolean> | undefined;

  const mayGoOn = (): boolean =>
    !stopping.aborted &&
    !standstill.found() &&
    !unreached &&
    !refusedUs &&
    !recorder.failed() &&
    held.lease.stands() &&
    performance.now() < until;

  /** Says that the next few rows may be handed over, before they are: after a crash only they are in doubt. */
  const allowMore = (): Promise<boolean> => {
    allowing ??= (async () => {
      const upTo = Math.min(next + 2 * gate.size, open.length);
      // A store that is away stops the slice, whose outcomes are written once it is back: nothing is in doubt.
      const ours = await moveIntent(held, open[upTo - 1]!._id).catch(() => false);
      if (ours) allowed = upTo;
      allowing = undefined;
      return ours;
    })();
    return allowing;
  };

  const settle = (row: OpenRow, outcome: Outcome): void => {
    tallies.outcomes[outcome.kind] += 1;
    if (outcome.kind === 'accepted') {
      failpoint('after-250-before-record', row._id);
      refusals.other();
      recorder.accepted(row._id, row.batch);
    } else if (outcome.kind === 'unreached') {
      unreached ??= outcome;
    } else {
      const gone = outcome.kind === 'refused' && outcome.recipientGone;
      recorder.changed(
        row._id,
        row.batch,
        changeOf(row, outcome, config),
        gone ? { user_id: mailing.user_id, email: row.email } : null,
      );
      if (outcome.kind !== 'refused') return;
      if (!outcome.ours) refusals.other();
      else if (refusals.refused(row.email_norm.slice(row.email_norm.lastIndexOf('@') + 1))) refusedUs = true;
    }
  };

  /** Answers whether a server got to know of it: else its place is free again. */
  const handOver = async (row: OpenRow): Promise<boolean> => {
    const contact = row.contact_id === null ? undefined : contacts.get(row.contact_id);
    const reason = leftOut.get(row.email_norm) ?? (row.contact_id !== null && !contact ? 'deleted' : null);
    if (reason) {
      recorder.changed(row._id, row.batch, { state: 'skipped', reply: reason });
      return false;
    }
    // One that is not ASCII before the @ goes to a server that offers SMTPUTF8, if there is one.
    const to = mailboxAddress(row.email);
    if (to === null) {
      recorder.changed(row._id, row.batch, { state: 'bounced', reply: 'It is no e-mail address' });
      return false;
    }
    const messageId = messageIdOf(row._id, secret, config.messageIdDomain);
    const writer = borrowWriter();
    let raw: Buffer;
    try {
      raw = renderInto(
        writer,
        compiled,
        recipientOf(row, contact, people.get(row.segment_recipient_id ?? 0), messageId),
      );
    } catch (error) {
      returnWriter(writer);
      worker.log.error({ delivery: row._id, err: error }, 'a mail can not be rendered');
      recorder.changed(row._id, row.batch, {
        state: 'bounced',
        reply: 'The mail could not be composed',
      });
      return false;
    }
    const outcome = await transport.send({ from, to, raw, inOrder: true, messageId }, hurry);
    // Where the server gave no answer, something may still be reading the bytes.
    if ('reply' in outcome) returnWriter(writer);
    settle(row, outcome);
    return outcome.kind !== 'unreached';
  };

  const lane = async (): Promise<void> => {
    while (next < open.length && used < places.count && mayGoOn()) {
      if (next >= allowed) {
        if (!(await allowMore())) return;
        continue;
      }
      const row = open[next]!;
      next += 1;
      used += 1;
      let handed = false;
      await gate.enter(mailing._id);
      tallies.inFlight += 1;
      try {
        // While this one waited for its turn, others may have found that no server is there.
        if (unreached || refusedUs || standstill.found() || !held.lease.stands()) break;
        // A full store is waited for in here: then no more can be unwritten than that and what is under way.
        for (let full = worker.recorder.backlog(); full; full = worker.recorder.backlog()) await full;
        if (!held.lease.stands()) break;
        handed = await handOver(row);
      } finally {
        if (!handed) used -= 1;
        tallies.inFlight -= 1;
        gate.leave();
      }
    }
  };

  try {
    await Promise.all(Array.from({ length: Math.min(gate.size, open.length) }, lane));
  } finally {
    standstill.end();
  }
  // Before it is given back: there were fewer places than rows, and all were used.
  const full = next < open.length && used >= places.count;
  await Promise.all([recorder.flush(), untilBack(() => returnMailPlaces(places, places.count - used))]);

  if (refusedUs || (unreached && isOurs(unreached.fault))) {
    worker.log.error(
      { mailing: mailing._id, reason: unreached?.reason ?? 'a run of refusals' },
      'paused: refused',
    );
    await pauseMailing(mailing._id, 'refused');
    await releaseBatch(held);
    return 'paused';
  }
  if (!held.lease.stands()) return 'lost';
  if (full) {
    await pauseMailing(mailing._id, 'quota');
    await releaseBatch(held);
    return 'paused';
  }
  if (next < open.length || unreached || standstill.found()) {
    if (unreached)
      worker.log.warn({ mailing: mailing._id, reason: unreached.reason }, 'no mail server is there');
    await releaseBatch(held, unreached?.retryInMs ?? 0);
    return 'released';
  }
  // Before it is closed: a crash between the two leaves it to the next one, who notes it again.
  await noteEngagement(mailing.user_id, held.found);
  return (await closeBatch(held)) ? 'done' : 'lost';
}

/** What is asked about a batch's rows before the first is handed over. */
async function prepare(
  open: readonly OpenRow[],
  mailing: SliceMailing,
  { program }: CompiledMail,
  config: WorkerContext['config'],
) {
  const { limits } = await believedStanding(mailing.user_id, config);
  const addresses = open.map((row) => row.email_norm);
  const [contacts, people, leftOut, places] = await Promise.all([
    readContacts(open, program.names),
    readPeople(open),
    readLeftOut(mailing, addresses),
    takeMailPlaces(mailing.user_id, open.length, limits.mails_per_day),
  ]);
  return { contacts, people, leftOut, places };
}

/** What stays wrong until somebody mends it pauses the send; the rest passes. */
const isOurs = (fault: string): boolean => fault === 'login' || fault === 'tls' || fault === 'greeting';

const NAMELESS: Names = { first_name: '', last_name: '' };

const recipientOf = (
  row: OpenRow,
  contact: Recipient | undefined,
  names: Names | undefined,
  messageId: string,
): MailRecipient => ({
  to: { address: row.email, name: fullName(contact ?? names ?? NAMELESS) },
  deliveryId: row._id,
  values: contact ? valuesOf(contact) : valuesOfPerson(row.email, names),
  messageId,
  date: now(),
});
