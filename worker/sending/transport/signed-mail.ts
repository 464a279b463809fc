import { type ByteWriter, borrowWriter, reserve, returnWriter } from '../../../common/compose/byte-writer.ts';
import type { DkimKey } from '../signing/keys.ts';
import type { Signer } from '../signing/signer.ts';
import type { Outcome, OutgoingMail } from './outcome.ts';

/** A mail that cannot be signed is deferred. The buffer is reused: a new one for each mail costs the garbage collector 15 µs. */
export async function sendSigned(
  mail: OutgoingMail,
  keys: readonly DkimKey[],
  signer: Signer,
  send: (signed: OutgoingMail) => Promise<Outcome>,
): Promise<Outcome> {
  const raw = mail.inOrder ? mail.raw : normalised(mail.raw);
  let head: Buffer;
  try {
    head = await signer.sign(raw, keys);
  } catch (error) {
    const reply = `The mail could not be signed: ${error instanceof Error ? error.message : String(error)}`;
    return { kind: 'deferred', reply, code: null, class: 'later', rule: 'own-signing', bytesFree: true };
  }
  const writer = borrowWriter();
  const outcome = await send({ ...mail, raw: joined(writer, head, raw), unsigned: raw });
  if (outcome.bytesFree) returnWriter(writer);
  return outcome;
}

function joined(writer: ByteWriter, head: Buffer, raw: Buffer): Buffer {
  writer.at = 0;
  reserve(writer, head.length + raw.length);
  writer.bytes.set(head, 0);
  writer.bytes.set(raw, head.length);
  return writer.bytes.subarray(0, head.length + raw.length);
}

export const normalised = (raw: Buffer): Buffer =>
  Buffer.from(raw.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n'), 'latin1');
