import { randomUUID } from 'node:crypto';
import { ask } from '../../../bench/support/ask.ts';
import { SingleSend, type SingleSendDocument } from '../../../common/models/single-sends.ts';
import { reserveIds } from '../../../common/store/ids.ts';
import { rows } from '../../support/rows.ts';
import type { Attacker } from './attack.ts';

/** A call of the attacker that must succeed, made while the attack is prepared; returns `message`. */
export async function succeed<Message>(attacker: Attacker, path: string, body?: object): Promise<Message> {
  const answer = await ask(`${attacker.origin}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      PublicKey: attacker.public_key,
      SecretKey: attacker.secret_key,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json = (await answer.json()) as { message: Message };
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(json)}`);
  return json.message;
}

/** Inputs of a send to the attacker's only contact. */
export const sendOf = (
  { contact_type_id, sender_id, unsubscribe_group_id }: Attacker,
  inputs: Readonly<Record<string, unknown>>,
) => ({
  template_id: 1,
  sender_id,
  unsubscribe_group_id,
  single_send_name: 'Attack',
  subject: 'Attack',
  preheader: 'Attack',
  recipient_id: [`contacts_${contact_type_id}`],
  schedule_type: 0,
  ...inputs,
});

/** Creates a draft; returns its utr. */
export async function addDraft(attacker: Attacker): Promise<string> {
  const inputs = sendOf(attacker, { template_html: '<p>A draft</p>', draft: 1 });
  return (await succeed<{ utr: string }>(attacker, '/single/send/create', inputs)).utr;
}

/**
 * Sends that were stored before today's checks existed: copies of a send that is never due, written directly into the database
 * and each changed by `change`. Returns their utrs.
 */
export async function oldSends(
  attacker: Attacker,
  count: number,
  change: (at: number) => Partial<SingleSendDocument>,
): Promise<readonly string[]> {
  const inputs = {
    template_html: '<p>An old one</p>',
    schedule_type: 1,
    schedule_date: '2099-01-01',
    schedule_time: '00:00:00',
  };
  const utr = await succeed<string | { utr: string }>(
    attacker,
    '/single/send/create',
    sendOf(attacker, inputs),
  );
  const found = await rows(SingleSend).findOne({ utr: typeof utr === 'string' ? utr : utr.utr });
  const first = await reserveIds('single_sends', count);
  const copies = Array.from(
    { length: count },
    (_, at): SingleSendDocument => ({
      ...found!,
      _id: first + at,
      utr: randomUUID(),
      ...change(at),
    }),
  );
  // Written a few at a time: 50 of 2 MiB exceed the size of a message to MongoDB.
  for (let at = 0; at < count; at += 10) await rows(SingleSend).insertMany(copies.slice(at, at + 10));
  return copies.map((copy) => copy.utr);
}
