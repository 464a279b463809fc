import { now } from '../../../common/clock.ts';
import { append, type ByteWriter } from '../../../common/compose/byte-writer.ts';
import { renderInto } from '../../../common/compose/render-mail.ts';
import { fullName, type PersonNames } from '../../../common/domain/full-name.ts';
import { valuesOf, valuesOfPerson } from '../../../common/queries/contact-values.ts';
import type { OpenRow, Recipient } from './open-rows.ts';
import type { Slice } from './slice.ts';

const NAMELESS: PersonNames = { first_name: '', last_name: '' };

/** The bytes of a row's mail in the writer's buffer; null if composing it failed, which is logged. */
export function render(
  { known, letter, worker }: Slice,
  row: OpenRow,
  contact: Recipient | undefined,
  messageId: string,
  writer: ByteWriter,
): Buffer | null {
  const { values = null, attachments = null } = known.parts ?? {};
  try {
    const names = known.people.get(row.segment_recipient_id ?? 0);
    const raw = renderInto(writer, letter.compiled, {
      to: { address: row.email, name: fullName(contact ?? names ?? NAMELESS) },
      deliveryId: row._id,
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
