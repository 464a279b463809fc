/** The character is incomplete. */
export const CUT = -1;

/** Bytes of the character at a position (RFC 3629). 0: no character begins there. {@link CUT}: the bytes end within it. */
export function utf8Length(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return 1;
  const length = lengthOf(lead);
  for (let index = 1; index < length; index += 1) {
    if (at + index >= bytes.length) return CUT;
    const byte = bytes[at + index]!;
    const [least, most] = index === 1 ? secondOf(lead) : ANY;
    if (byte < least || byte > most) return 0;
  }
  return length;
}

function lengthOf(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

type ByteRange = readonly [least: number, most: number];
const ANY: ByteRange = [0x80, 0xbf];
/** Excludes overlong forms, surrogates, and characters beyond U+10FFFF. */
const SECOND: ReadonlyMap<number, ByteRange> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);
const secondOf = (lead: number): ByteRange => SECOND.get(lead) ?? ANY;

/** Rows of a file that is not valid UTF-8 as a whole. */
interface Utf8RowCounts {
  /** Rows with non-ASCII UTF-8 characters, at least as many as invalid bytes. */
  utf8: number;
  /** Rows with invalid bytes. */
  invalid: number;
}

const [LF, CR] = [10, 13];

/** Counts which rows of a file are UTF-8. A row is a line here, so that an unpaired quote does not make one row of the rest. */
export function createUtf8Rows(): { push(chunk: Uint8Array): void; end(): Utf8RowCounts } {
  const counts: Utf8RowCounts = { utf8: 0, invalid: 0 };
  let [characters, bad] = [0, 0];
  let rest = new Uint8Array();

  function endRow(): void {
    if (characters > 0 && characters >= bad) counts.utf8 += 1;
    if (bad > 0) counts.invalid += 1;
    [characters, bad] = [0, 0];
  }

  return {
    push(chunk) {
      const bytes = rest.length === 0 ? chunk : joined(rest, chunk);
      let at = 0;
      while (at < bytes.length) {
        const byte = bytes[at]!;
        if (byte < 0x80) {
          if (byte === LF || byte === CR) endRow();
          at += 1;
          continue;
        }
        const length = utf8Length(bytes, at);
        if (length === CUT) break;
        if (length === 0) bad += 1;
        else characters += 1;
        at += Math.max(1, length);
      }
      rest = bytes.slice(at);
    },
    end() {
      // A character cut at the end of the file, however many bytes it has.
      if (rest.length > 0) bad += 1;
      endRow();
      return counts;
    },
  };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
