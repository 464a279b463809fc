import { type ByteWriter, borrowWriter, reserve, returnWriter } from '../compose/byte-writer.ts';
import { normalised } from '../transport/message.ts';
import type { Outcome, OutgoingMail } from '../transport/outcome.ts';
import type { Signer } from './signer.ts';

/** Milliseconds after which a mail that could not be signed is worth another try. */
const AGAIN_MS = 1000;

/**
 * Hands a mail over by `send` with its signatures in front. The bytes are borrowed: a buffer of its own a mail costs the
 * garbage collector 15 µs.
 */
export async function sendSigned(
  mail: OutgoingMail,
  signer: Signer,
  send: (signed: OutgoingMail) => Promise<Outcome>,
): Promise<Outcome> {
  const raw = mail.inOrder ? mail.raw : normalised(mail.raw);
  let head: Buffer;
  try {
    head = await signer.sign(raw);
  } catch (error) {
    const reason = `the mail could not be signed: ${error instanceof Error ? error.message : String(error)}`;
    return { kind: 'unreached', fault: 'connection', reason, retryInMs: AGAIN_MS };
  }
  const writer = borrowWriter();
  const outcome = await send({ ...mail, raw: joined(writer, head, raw) });
  // Where the server gave no answer, something may still be reading the bytes.
  if ('reply' in outcome) returnWriter(writer);
  return outcome;
}

function joined(writer: ByteWriter, head: Buffer, raw: Buffer): Buffer {
  writer.at = 0;
  reserve(writer, head.length + raw.length);
  writer.bytes.set(head, 0);
  writer.bytes.set(raw, head.length);
  return writer.bytes.subarray(0, head.length + raw.length);
}
