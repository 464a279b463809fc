import { isUtf8 } from 'node:buffer';
import { createCsvDecoder, printableText } from '../../common/domain/csv-text.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { type CsvEncoding, encodingNamed } from '../../shared/csv-encoding.ts';
import { utf8Length } from '../../shared/utf8-rows.ts';
import { type Failure, invalid, malformed } from './failures.ts';

/** The encoding that a content type declares. An unknown one counts as UTF-8, whose check then refuses other text. */
export function charsetOf(contentType: string): CsvEncoding {
  const name = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? '';
  return encodingNamed(name) ?? 'utf-8';
}

/** An invalid byte becomes a lone surrogate, which {@link refuseDamaged} finds. */
export function decodeInput(bytes: Buffer, encoding: CsvEncoding): string {
  if (encoding === 'utf-8' && isUtf8(bytes)) return bytes.toString('utf8');
  const decoder = createCsvDecoder(encoding);
  return decoder.write(bytes) + decoder.end();
}

/** A JSON body is UTF-8 (RFC 8259, 8.1). */
export function jsonText(bytes: Buffer): string {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  throw malformed({ body: [notUtf8(bytes)] });
}

function notUtf8(bytes: Uint8Array): string {
  let at = 0;
  for (let length = utf8Length(bytes, 0); length > 0; length = utf8Length(bytes, at)) at += length;
  const byte = bytes[at]!.toString(16).toUpperCase().padStart(2, '0');
  return `The body is not UTF-8 (byte 0x${byte} at ${at}).`;
}

/** Throws a 422 that names each input with bytes outside its encoding, or with half a surrogate pair: they would be stored as U+FFFD. */
export function refuseDamaged(inputs: Readonly<Record<string, unknown>>): void {
  const failure = damagedInputs(inputs);
  if (failure) throw failure;
}

function damagedInputs(inputs: Readonly<Record<string, unknown>>): Failure | null {
  const damaged = Object.entries(inputs).flatMap(([key, value]) =>
    isSound(key) && isSound(value) ? [] : [printableText(key)],
  );
  if (damaged.length === 0) return null;
  return invalid(Object.fromEntries(damaged.map((key) => [key, [texts.unicode(key)]])));
}

const LONE_SURROGATE = /\p{Cs}/u;

function isSound(value: unknown): boolean {
  if (typeof value === 'string') return !LONE_SURROGATE.test(value);
  if (Array.isArray(value)) return value.every(isSound);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isSound(key) && isSound(inner));
}
