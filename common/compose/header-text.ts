import { type ByteWriter, reserve, writeAscii, writeUtf8 } from './byte-writer.ts';
import { writeEscapes } from './quoted-printable.ts';

// RFC 5322, 2.1.1: lines should keep to 78 characters; RFC 2047, 2: to 76 with an encoded-word, itself 75 at most.
const LINE = 76;
/** A longer word cannot be folded, so it is encoded. */
const LONGEST_WORD = 60;
const [OPEN, CLOSE] = ['=?UTF-8?Q?', '?='];
const FOLD = '\r\n ';
// Line breaks and control characters, which would end the header or hide text in it.
// oxlint-disable-next-line no-control-regex -- controls are what it is for
const CONTROLS = /[\0-\x1f\x7f-\x9f\u2028\u2029]+/g;
const PRINTABLE = /^[\x20-\x7e]*$/;
const [SPACE, UNDERSCORE] = [32, 95];
/** Characters that an encoded-word contains unescaped, also in a phrase (RFC 2047, 5, rule 3). */
const WORD_SAFE = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9!*+/-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

export function flattenHeader(text: string): string {
  return text.replace(CONTROLS, ' ').trim();
}

const isPlain = (text: string): boolean =>
  PRINTABLE.test(text) &&
  !text.includes('=?') && // would be read as an encoded-word
  (text.length <= LONGEST_WORD || text.split(' ').every((word) => word.length <= LONGEST_WORD));

/** Writes the folded value of an unstructured header, with encoded-words where needed. */
export function writeHeaderText(writer: ByteWriter, text: string): void {
  const flat = flattenHeader(text);
  if (!isPlain(flat)) writeEncodedWords(writer, flat);
  else if (writer.column + flat.length <= LINE) writeAscii(writer, flat);
  else writeFolded(writer, flat);
}

/** Folds before blanks and keeps them, so that unfolding only drops CRLF. */
function writeFolded(writer: ByteWriter, text: string): void {
  for (const word of text.match(/ *[^ ]+/g) ?? []) {
    if (writer.column + word.length > LINE) {
      writeAscii(writer, '\r\n');
    }
    writeAscii(writer, word);
  }
}

/** A name is quoted or encoded. An address that is not ASCII is unchanged (RFC 6532); such a mail needs SMTPUTF8. */
export function writeMailbox(writer: ByteWriter, name: string, address: string): void {
  const flat = name === '' ? '' : flattenHeader(name);
  if (flat === '') writeUtf8(writer, address);
  else writeNamed(writer, flat, address);
}

/** RFC 2919, 3: a quoted or encoded name, if any, and the id in angle brackets. */
export function writeListId(writer: ByteWriter, name: string, id: string): void {
  const flat = flattenHeader(name);
  if (flat === '') writeAscii(writer, `<${id}>`);
  else writeNamed(writer, flat, id);
}

function writeNamed(writer: ByteWriter, flat: string, address: string): void {
  if (isPlain(flat) && flat.length <= LONGEST_WORD) {
    writeAscii(writer, /["\\]/.test(flat) ? `"${flat.replace(/["\\]/g, '\\$&')}"` : `"${flat}"`);
  } else {
    writeEncodedWords(writer, flat);
  }
  writeAscii(writer, writer.column + address.length + 3 > LINE ? FOLD : ' ');
  writeUtf8(writer, `<${address}>`);
}

function writeEncodedWords(writer: ByteWriter, text: string): void {
  // A code point takes at most 12 bytes. Each line contains at least 4 bytes and adds at most 15 for its frame.
  reserve(writer, text.length * 14 + 64);
  if (writer.column + OPEN.length + 12 + CLOSE.length > LINE) writeAscii(writer, FOLD);
  writeAscii(writer, OPEN);
  const { bytes } = writer;
  let { at, column } = writer;
  for (let index = 0; index < text.length; index++) {
    let point = text.codePointAt(index)!;
    if (point > 0xffff) index++;
    else if (point >= 0xd800 && point < 0xe000) point = 0xfffd;
    const plain = point === SPACE || (point < 128 && WORD_SAFE[point] === 1);
    const size = plain ? 1 : point < 0x80 ? 3 : point < 0x800 ? 6 : point < 0x10000 ? 9 : 12;
    if (column + size + CLOSE.length > LINE) {
      at += bytes.write(`${CLOSE}${FOLD}${OPEN}`, at, 'latin1');
      column = 1 + OPEN.length;
    }
    column += size;
    if (plain) bytes[at++] = point === SPACE ? UNDERSCORE : point;
    else at = writeEscapes(bytes, at, point);
  }
  writer.at = at;
  writer.column = column;
  writeAscii(writer, CLOSE);
}
