import { type ByteWriter, reserve } from './byte-writer.ts';

// RFC 2045, 6.7: a line has at most 76 characters, including the `=` of a soft line break.
const ROOM = 75;
/** Most bytes of one UTF-16 unit: three `=XX`, and its share of the soft line breaks. */
const WORST = 10;
const [TAB, LF, CR, SPACE, DOT, EQUALS, UPPER_F] = [9, 10, 13, 32, 46, 61, 70];
const HEX = Uint8Array.from(Buffer.from('0123456789ABCDEF'));

const [LITERAL, ENCODED, MARKUP] = [0, 1, 2];
/** ASCII characters are unchanged, written as `=XX`, or unchanged unless HTML is escaped. */
const CLASS = Uint8Array.from({ length: 128 }, (_, code) => {
  if ('&<>"\''.includes(String.fromCharCode(code))) return MARKUP;
  return code > SPACE && code < 127 && code !== EQUALS ? LITERAL : ENCODED;
});
const REFERENCES = new Map(
  Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }).map(
    ([character, name]) => [character.charCodeAt(0), Uint8Array.from(Buffer.from(name))],
  ),
);

export function softBreak(writer: ByteWriter): void {
  if (writer.column === 0) return;
  reserve(writer, 3);
  writer.bytes[writer.at++] = EQUALS;
  writer.bytes[writer.at++] = CR;
  writer.bytes[writer.at++] = LF;
  writer.column = 0;
}

/**
 * Writes text as quoted-printable UTF-8 from the writer's column on. Any line break becomes CRLF, blanks before one are encoded, a lone
 * surrogate becomes U+FFFD. No line begins with a dot or with `From `, since transports and mailboxes change these (RFC 2049, 3). `html`:
 * escapes special characters of HTML too. The caller encodes a blank at the end of a body by {@link closeBody}.
 */
export function writeQuotedPrintable(writer: ByteWriter, text: string, html: boolean): void {
  reserve(writer, text.length * WORST + 8);
  const { bytes } = writer;
  let { at, column } = writer;
  const { length } = text;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code < 128 && (CLASS[code] === LITERAL || (!html && CLASS[code] === MARKUP))) {
      if (column === ROOM) {
        bytes[at++] = EQUALS;
        bytes[at++] = CR;
        bytes[at++] = LF;
        column = 0;
      }
      if (column > 0 || (code !== DOT && (code !== UPPER_F || !text.startsWith('From ', index)))) {
        bytes[at++] = code;
        column++;
        continue;
      }
    }
    if (code === LF || code === CR) {
      if (code === CR && text.charCodeAt(index + 1) === LF) index++;
      bytes[at++] = CR;
      bytes[at++] = LF;
      column = 0;
      continue;
    }
    if (code === SPACE || code === TAB) {
      const next = text.charCodeAt(index + 1);
      if (next !== LF && next !== CR) {
        if (column === ROOM) {
          bytes[at++] = EQUALS;
          bytes[at++] = CR;
          bytes[at++] = LF;
          column = 0;
        }
        bytes[at++] = code;
        column++;
        continue;
      }
    }
    let point = code;
    if (code >= 0xd800 && code < 0xe000) {
      point = text.codePointAt(index)!;
      if (point > 0xffff) index++;
      else point = 0xfffd;
    }
    const reference = html && code < 128 ? REFERENCES.get(code) : undefined;
    const size = reference
      ? reference.length
      : point < 0x80
        ? 3
        : point < 0x800
          ? 6
          : point < 0x10000
            ? 9
            : 12;
    if (column + size > ROOM) {
      bytes[at++] = EQUALS;
      bytes[at++] = CR;
      bytes[at++] = LF;
      column = 0;
    }
    column += size;
    if (reference) {
      bytes.set(reference, at);
      at += size;
    } else {
      at = writeEscapes(bytes, at, point);
    }
  }
  writer.at = at;
  writer.column = column;
}

/** Writes each UTF-8 byte of a code point as `=XX`; returns the next free offset. */
export function writeEscapes(bytes: Uint8Array, start: number, point: number): number {
  if (point < 0x80) return writeEscape(bytes, start, point);
  let at = start;
  if (point < 0x800) {
    at = writeEscape(bytes, at, 0xc0 | (point >> 6));
  } else {
    if (point < 0x10000) {
      at = writeEscape(bytes, at, 0xe0 | (point >> 12));
    } else {
      at = writeEscape(bytes, at, 0xf0 | (point >> 18));
      at = writeEscape(bytes, at, 0x80 | ((point >> 12) & 0x3f));
    }
    at = writeEscape(bytes, at, 0x80 | ((point >> 6) & 0x3f));
  }
  return writeEscape(bytes, at, 0x80 | (point & 0x3f));
}

function writeEscape(bytes: Uint8Array, at: number, byte: number): number {
  bytes[at] = EQUALS;
  bytes[at + 1] = HEX[byte >> 4]!;
  bytes[at + 2] = HEX[byte & 15]!;
  return at + 3;
}

/** Encodes a blank at the end of a body (RFC 2045, 6.7, rule 3). Call it after the body's last text. */
export function closeBody(writer: ByteWriter): void {
  const last = writer.bytes[writer.at - 1];
  if (writer.column === 0 || (last !== SPACE && last !== TAB)) return;
  writer.at--;
  writer.column--;
  if (writer.column + 3 > ROOM) softBreak(writer);
  reserve(writer, 3);
  writer.at = writeEscape(writer.bytes, writer.at, last);
  writer.column += 3;
}
