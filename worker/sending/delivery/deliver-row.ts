import { now } from '../../../common/clock.ts';
import { append, type ByteWriter, borrowWriter, returnWriter } from '../../../common/compose/byte-writer.ts';
import { renderInto } from '../../../common/compose/render-mail.ts';
import { idDomainOf } from '../../../common/content/mail-source.ts';
import { mailboxAddress } from '../../../common/domain/addresses.ts';
import { fullName, type PersonNames } from '../../../common/domain/full-name.ts';
import { messageIdOf } from '../../../common/domain/message-ids.ts';
import { valuesOf, valuesOfPerson } from '../../../common/queries/contact-values.ts';
import type { RowChange } from '../ledger/tally.ts';
import type { Outcome } from '../transport/outcome.ts';
import type { AdmittedRow } from './aside.ts';
import type { OpenRow, Recipient } from './open-rows.ts';
import { record } from './record.ts';
import { leftOut, NO_ADDRESS, NOT_COMPOSED, parked } from './row-changes.ts';
import type { Slice } from './slice.ts';

/** Delivers a row. Returns whether its mail reached a server: only then it counts towards the day's quota. */
export async function deliverRow(slice: Slice, admitted: AdmittedRow): Promise<boolean> {
  const { recorder, known, letter, worker } = slice;
  const { row } = admitted;
  const contact = row.contact_id === null ? undefined : known.contacts.get(row.contact_id);
  const withheld = withhold(slice, admitted, contact);
  // An address with other characters than ASCII before the @ needs a server with SMTPUTF8.
  const to = withheld ? null : mailboxAddress(row.email);
  if (to === null) {
    recorder.changed(row._id, row.batch, withheld ?? NO_ADDRESS);
    return false;
  }
  const mail = { account: slice.mailing.user_id, id: row._id };
  const messageId = messageIdOf(mail, letter.secret, idDomainOf(slice.mailing.content, worker.config));
  const writer = borrowWriter();
  const raw = render(slice, row, contact, messageId, writer);
  if (!raw) {
    returnWriter(writer);
    recorder.changed(row._id, row.batch, NOT_COMPOSED);
    return false;
  }
  const outcome = await handOver(slice, admitted, to, messageId, raw);
  if (outcome.bytesFree) returnWriter(writer);
  record(slice, admitted, outcome);
  return outcome.kind !== 'unreached' && outcome.kind !== 'put_off';
}

function withhold(
  { known, replies, worker }: Slice,
  { row, name }: AdmittedRow,
  contact: Recipient | undefined,
): RowChange | null {
  const reason =
    known.excluded.get(row.email_norm) ?? (row.contact_id !== null && !contact ? 'deleted' : null);
  if (reason) return leftOut(row, reason, known.refused.get(row._id));
  const until = replies.parkedUntil(name);
  return until && parked(row, until, worker.config);
}

function handOver(
  { known, letter, mailing, worker }: Slice,
  { row, domain }: AdmittedRow,
  to: string,
  messageId: string,
  raw: Buffer,
): Promise<Outcome> {
  const { keys, parts } = known;
  const { urgent } = worker;
  const from = letter.fromOf(mailing.user_id, row._id, (row.attempts ?? 0) + 1);
  const attachments = parts?.attachments;
  const own = { ...(urgent && { urgent }), ...(attachments && { attachments }) };
  const mail = { from, to, raw, inOrder: true, messageId, keys, domain, pool: letter.pool, ...own };
  return worker.transport.send(
    row.retried_at ? { ...mail, again: row.retried_at.getTime() } : mail,
    worker.hurry,
  );
}

const NAMELESS: PersonNames = { first_name: '', last_name: '' };

/** The bytes of a row's mail in the writer's buffer; null if composing it failed, which is logged. */
function render(
  { known, letter, mailing, worker }: Slice,
  row: OpenRow,
  contact: Recipient | undefined,
  messageId: string,
  writer: ByteWriter,
): Buffer | null {
  const { name = null, values = null, attachments = null } = known.parts ?? {};
  try {
    const names = known.people.get(row.segment_recipient_id ?? 0);
    const raw = renderInto(writer, letter.compiled, {
      to: { address: row.email, name: name ?? fullName(contact ?? names ?? NAMELESS) },
      account: mailing.user_id,
      deliveryId: row._id,
      contactId: row.contact_id,
      values: values ?? (contact ? valuesOf(contact) : valuesOfPerson(row.email, names)),
      messageId,
      date: now(),
    });
    return attachments ? append(writer, attachments.bytes) : raw;
  } catch (error) {
    worker.log.error({ delivery_id: row._id, err: error }, 'mail not rendered; it is not sent');
    return null;
  }
}
