import { isErased } from '../../common/domain/erased-addresses.ts';
import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { Delivery, type DeliveryDocument } from '../../common/models/deliveries.ts';
import { Suppression, type SuppressionDocument } from '../../common/models/suppressions.ts';
import { eventOf, type NoteEntry, type RecordReading, recordOf } from './event.ts';

const idsOf = (noted: readonly NoteEntry[]): number[] => noted.map((one) => recordOf(one).id);

type ContactRecord = Pick<ContactDocument, '_id' | 'contact_type_id' | 'email' | 'updated_at' | 'deleted_at'>;

/** Milliseconds by which the clocks of two processes may differ, with the time from a note to its change. */
const SLACK_MS = 1000;

export async function readContactEvents(
  user_id: number,
  noted: readonly NoteEntry[],
): Promise<RecordReading[]> {
  const found = await Contact.of(user_id)
    .find({ _id: { $in: idsOf(noted) } })
    .project<ContactRecord>({ contact_type_id: 1, email: 1, updated_at: 1, deleted_at: 1 })
    .toArray();
  const people = new Map(found.map((contact) => [contact._id, contact]));
  return noted.map((one) => {
    const contact = people.get(recordOf(one).id);
    const { type, happened, at, occasion } = one.note;
    if (happened === false) return null;
    if (!contact) return happened ? null : 'absent';
    if (!contact.email || isErased(contact.email)) return null;
    if (!happened && !hasHappened(contact, type, at)) return 'absent';
    const data = { contact_id: contact._id, contact_type_id: contact.contact_type_id, email: contact.email };
    return eventOf(one, type === 'contact.updated' ? occasion! : 'once', data);
  });
}

/** Whether a contact has the change of its note, if no process confirmed it. */
function hasHappened({ deleted_at, updated_at }: ContactRecord, type: string, at: Date): boolean {
  if (type === 'contact.deleted') return deleted_at !== null;
  return type === 'contact.added' || updated_at.getTime() >= at.getTime() - SLACK_MS;
}

type OptOut = Pick<SuppressionDocument, '_id' | 'email_address' | 'import_id' | 'by'>;
type Mail = Pick<DeliveryDocument, '_id' | 'email' | 'resubscribed'>;

const mailsOf = (user_id: number, ids: readonly number[]): Promise<Mail[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : Delivery.of(user_id)
        .find({ _id: { $in: [...ids] } })
        .project<Mail>({ email: 1, resubscribed: 1 })
        .toArray();

/** Names the person or program that opted an address out, other than by the link of a mail. */
const actorOf = ({ by, import_id }: OptOut): 'person' | 'console' | 'import' | 'api' =>
  by ?? (import_id === undefined ? 'api' : 'import');

/** The events of notes about opt-outs. For one that was undone meanwhile, the mail whose link made it has the address. */
export async function readOptOuts(user_id: number, noted: readonly NoteEntry[]): Promise<RecordReading[]> {
  const by = noted.flatMap((one) => recordOf(one).delivery ?? []);
  const [found, sent] = await Promise.all([
    Suppression.of(user_id)
      .find({ _id: { $in: idsOf(noted) } })
      .project<OptOut>({ email_address: 1, import_id: 1, by: 1 })
      .toArray(),
    mailsOf(user_id, by),
  ]);
  const optOuts = new Map(found.map((row) => [row._id, row]));
  const mails = new Map(sent.map((row) => [row._id, row]));
  return noted.map((one) => {
    const { id, delivery = null } = recordOf(one);
    const { happened } = one.note;
    const optOut = optOuts.get(id);
    if (!optOut && !happened) return happened === false ? null : 'absent';
    const email = optOut?.email_address ?? mails.get(delivery ?? 0)?.email;
    if (!email || isErased(email)) return null;
    const by = delivery === null && optOut ? actorOf(optOut) : 'person';
    return eventOf(one, 'once', { email, delivery_id: delivery, by });
  });
}

/** The events of notes about lifted opt-outs. The record is the opt-out itself, or the mail whose link lifted it. */
export async function readResubscribed(
  user_id: number,
  noted: readonly NoteEntry[],
): Promise<RecordReading[]> {
  const [sent, left] = await Promise.all([
    mailsOf(user_id, idsOf(noted)),
    Suppression.of(user_id).distinct('_id', {
      _id: { $in: noted.flatMap((one) => recordOf(one).lifted?.opt_out ?? []) },
    }),
  ]);
  const mails = new Map(sent.map((row) => [row._id, row]));
  return noted.map((one) => {
    const { id, lifted, delivery = null } = recordOf(one);
    const { happened, occasion } = one.note;
    if (lifted) {
      const { opt_out, email, by } = lifted;
      if (happened === false || isErased(email)) return null;
      if (!happened && left.includes(opt_out)) return 'absent';
      return eventOf(one, `opt_out_${opt_out}`, { email, delivery_id: delivery, by });
    }
    const row = mails.get(id);
    if (!row || happened === false || isErased(row.email)) return null;
    if (!happened && !row.resubscribed) return 'absent';
    return eventOf(one, occasion!, { email: row.email, delivery_id: row._id, by: 'person' });
  });
}
