import { mailingOfSend } from '../../common/domain/mailing-keys.ts';
import { Import } from '../../common/models/imports.ts';
import { Mailing } from '../../common/models/mailings.ts';
import { Sender } from '../../common/models/senders.ts';
import { SEND_STATUS, SingleSend } from '../../common/models/single-sends.ts';
import { eventOf, type NoteEntry, type RecordReading, recordOf } from './event.ts';

export const readRecords = (userId: number, noted: readonly NoteEntry[]): Promise<RecordReading[]> =>
  Promise.all(noted.map((one) => readRecord(userId, one)));

function readRecord(userId: number, one: NoteEntry): Promise<RecordReading> {
  const { type } = one.note;
  if (type === 'import.completed') return readImport(userId, one);
  return type === 'sender.verified' ? readSender(userId, one) : readSend(userId, one);
}

/** Whether it happened; null: the process ended before it confirmed it, so the record decides. */
const said = ({ note: { happened } }: NoteEntry): boolean | null => happened ?? null;

async function readSend(user_id: number, one: NoteEntry): Promise<RecordReading> {
  const { id, reason } = recordOf(one);
  const found = await SingleSend.of(user_id).findOne({ _id: id });
  if (!found || said(one) === false) return null;
  const { status, completed_at, utr, single_send_name } = found;
  const about = { single_send_id: id, utr, single_send_name };
  switch (one.note.type) {
    case 'single_send.started':
      return (said(one) ?? status >= SEND_STATUS.running) ? eventOf(one, 'once', about) : 'absent';
    case 'single_send.completed':
      return (said(one) ?? status === SEND_STATUS.completed)
        ? eventOf(one, String((completed_at ?? one.note.at).getTime()), about)
        : 'absent';
    default:
      if (!said(one) && !(await isPaused(user_id, id))) return 'absent';
      return eventOf(one, one.note.occasion!, { ...about, paused_reason: reason ?? null });
  }
}

const isPaused = async (userId: number, id: number): Promise<boolean> =>
  (await Mailing.of(userId).findOne({ _id: mailingOfSend(id) }, { projection: { paused_reason: 1 } }))
    ?.paused_reason != null;

async function readImport(user_id: number, one: NoteEntry): Promise<RecordReading> {
  const found = await Import.of(user_id).findOne({ _id: recordOf(one).id });
  if (!found || said(one) === false) return null;
  if (!said(one) && found.finished_at === null) return 'absent';
  return eventOf(one, 'once', {
    import_id: found._id,
    contact_type_id: found.suppress ? null : found.contact_type_id,
    rows_read: found.rows_read,
    rows_added: found.rows_added,
    rows_updated: found.rows_updated,
    rows_unchanged: found.rows_unchanged,
    rows_refused: found.rows_refused,
    failure: found.failure,
  });
}

async function readSender(user_id: number, one: NoteEntry): Promise<RecordReading> {
  const found = await Sender.of(user_id).findOne({ _id: recordOf(one).id });
  if (!found || said(one) === false) return null;
  if (!said(one) && found.is_verified !== 1) return 'absent';
  return eventOf(one, one.note.occasion!, {
    sender_id: found._id,
    from_email: found.from_email,
  });
}
