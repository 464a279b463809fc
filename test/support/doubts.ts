import { Batch } from '../../common/models/batches.ts';
import { Delivery } from '../../common/models/deliveries.ts';
import { insertDeliveries } from '../../worker/sending/ledger/insert-deliveries.ts';
import { rows } from './rows.ts';
import { type ScriptedSmtp, startScriptedSmtp } from './scripted-smtp.ts';

let unique = 0;

/** Adds mails in doubt to the ledger of a mailing, for tests that do not care how they came about; returns their ids. */
export async function leaveInDoubt(mailing: string, user_id: number, count = 1): Promise<number[]> {
  const people = Array.from({ length: count }, () => {
    unique += 1;
    const email = `doubt${unique}@example.com`;
    return { contact_id: null, segment_recipient_id: null, email, email_norm: email };
  });
  const { first, batches } = await insertDeliveries({ _id: mailing, user_id }, people, { state: 'done' });
  await rows(Batch).updateMany({ _id: { $in: batches } }, { $set: { dirty_at: new Date() } });
  const ids = people.map((_, at) => first + at);
  await rows(Delivery).updateMany(
    { _id: { $in: ids } },
    { $set: { state: 'in_doubt', attempts: 1, reply: 'the connection closed', in_doubt_at: new Date() } },
  );
  return ids;
}

/** A mail server that accepts every mail. For recipients `doubt…` it cuts the connection instead of replying. */
export function startDoubtfulSmtp(): Promise<ScriptedSmtp> {
  const recipients = new Map<number, string>();
  return startScriptedSmtp({
    act({ point, connection, command }) {
      if (point === 'RCPT') recipients.set(connection, command);
      return point === 'dot' && recipients.get(connection)?.includes('<doubt') ? 'cut' : undefined;
    },
  });
}

/** The Message-ID of a mail on the wire. */
export const messageIdIn = (message: string | Buffer): string =>
  /^Message-ID: (.+?)\r?$/im.exec(message.toString())![1]!;
