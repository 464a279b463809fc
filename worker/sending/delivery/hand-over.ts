import { isOfAddress } from '../../../common/changes/bounced-addresses.ts';
import { now } from '../../../common/clock.ts';
import { append, borrowWriter, returnWriter } from '../../../common/compose/byte-writer.ts';
import type { MailRecipient } from '../../../common/compose/mail-source.ts';
import { renderInto } from '../../../common/compose/render-mail.ts';
import { failpoint } from '../../../common/config/failpoints.ts';
import { mailboxAddress } from '../../../common/domain/addresses.ts';
import { fullName, type Names } from '../../../common/domain/full-name.ts';
import { messageIdOf } from '../../../common/domain/message-ids.ts';
import type { Values } from '../../../common/domain/placeholders.ts';
import { providerIdIn } from '../../../common/domain/provider-ids.ts';
import { valuesOf, valuesOfPerson } from '../../../common/queries/contact-values.ts';
import { tallies } from '../../runtime/metrics/tallies.ts';
import type { Outcome } from '../transport/outcome.ts';
import type { Admitted } from './aside.ts';
import type { OpenRow, Recipient } from './open-rows.ts';
import { changeOf, isRefused, leftOut, parked } from './outcomes.ts';
import { putOffChange } from './put-off.ts';
import type { Slice } from './slice-state.ts';

/**
 * Skips a row, or renders its mail, hands it over and records the outcome. Answers whether the mail reached a server: if
 * not, it does not count towards the day's quota.
 */
export async function handOver(slice: Slice, { row, name, domain }: Admitted): Promise<boolean> {
  const { recorder, secret, keys, worker } = slice;
  const contact = row.contact_id === null ? undefined : slice.contacts.get(row.contact_id);
  const reason =
    slice.excluded.get(row.email_norm) ?? (row.contact_id !== null && !contact ? 'deleted' : null);
  if (reason) {
    recorder.changed(row._id, row.batch, leftOut(row, reason, slice.refused.get(row._id)));
    return false;
  }
  const until = slice.replies.parkedUntil(name);
  if (until) {
    recorder.changed(row._id, row.batch, parked(row, until, worker.config));
    return false;
  }
  // An address that is not ASCII before the @ needs a server that offers SMTPUTF8.
  const to = mailboxAddress(row.email);
  if (to === null) {
    recorder.changed(row._id, row.batch, {
      state: 'bounced',
      reply: 'It is no e-mail address',
      class: 'unknown',
      rule: 'own-recipient',
    });
    return false;
  }
  const messageId = messageIdOf(row._id, secret, worker.config.messageIdDomain);
  const { values = null, attachments = null } = slice.parts ?? {};
  const writer = borrowWriter();
  let raw: Buffer;
  try {
    const names = slice.people.get(row.segment_recipient_id ?? 0);
    raw = renderInto(writer, slice.compiled, recipientOf(row, contact, names, messageId, values));
    if (attachments) raw = append(writer, attachments.bytes);
  } catch (error) {
    returnWriter(writer);
    worker.log.error({ delivery: row._id, err: error }, 'a mail can not be rendered');
    recorder.changed(row._id, row.batch, {
      state: 'bounced',
      reply: 'The mail could not be composed',
      class: 'content',
      rule: 'own-composing',
    });
    return false;
  }
  const from = slice.fromOf(row._id, (row.attempts ?? 0) + 1);
  const { urgent } = worker;
  const own = { ...(urgent && { urgent }), ...(attachments && { attachments }) };
  const mail = { from, to, raw, inOrder: true, messageId, keys, domain, ...own };
  const outcome = await worker.transport.send(
    row.retried_at ? { ...mail, again: row.retried_at.getTime() } : mail,
    worker.hurry,
  );
  if (outcome.bytesFree) returnWriter(writer);
  record(slice, row, name, outcome);
  return outcome.kind !== 'unreached' && outcome.kind !== 'put_off';
}

/** The provider's id of a mail. What a transport knows is always stored: the provider may keep no other name of the mail. */
const idOf = (
  { providerId, reply }: Extract<Outcome, { kind: 'accepted' }>,
  tellsIds: boolean,
): string | null => providerId ?? (tellsIds ? providerIdIn(reply) : null);

/** Passes an outcome to the recorder, and notes what it tells about the server and about our own standing with it. */
function record(slice: Slice, row: OpenRow, domain: string, outcome: Outcome): void {
  const { recorder, replies, mailing, worker } = slice;
  tallies.outcomes[outcome.kind] += 1;
  if (outcome.kind === 'accepted') {
    failpoint('after-250-before-record', row._id);
    replies.accepted(domain);
    if (slice.suspected.size > 0 && slice.suspected.has(row.email_norm)) slice.cleared.push(row.email_norm);
    recorder.accepted(row, idOf(outcome, slice.tellsIds));
    return;
  }
  if (outcome.kind === 'unreached') {
    slice.unreached ??= outcome;
    return;
  }
  if (outcome.kind === 'put_off') {
    recorder.changed(row._id, row.batch, putOffChange(row, outcome, worker.config));
    return;
  }
  if (outcome.kind === 'in_doubt') {
    recorder.answered(row._id, row.batch, changeOf(row, outcome, worker.config));
    return;
  }
  const { class: name, reply } = outcome;
  const until = replies.other(domain, name, reply, isRefused(outcome));
  const bounced = isOfAddress(name)
    ? {
        user_id: mailing.user_id,
        email: row.email,
        class: name,
        reply,
        mailing: mailing._id,
        delivery: row._id,
        believes: replies.believes,
      }
    : null;
  recorder.answered(row._id, row.batch, changeOf(row, outcome, worker.config, until), bounced);
}

const NAMELESS: Names = { first_name: '', last_name: '' };

const recipientOf = (
  row: OpenRow,
  contact: Recipient | undefined,
  names: Names | undefined,
  messageId: string,
  given: Values | null,
): MailRecipient => ({
  to: { address: row.email, name: fullName(contact ?? names ?? NAMELESS) },
  deliveryId: row._id,
  values: given ?? (contact ? valuesOf(contact) : valuesOfPerson(row.email, names)),
  messageId,
  date: now(),
});
