/** In bytes: a guess of 8 KiB takes about 30 ms, and longer samples gave no better guesses. */
const SAMPLE_BYTES = 8 * 2 ** 10;
/** Of one line. */
const LINE_BYTES = 512;

const LF = 10;
const isAscii = (byte: number): boolean => byte < 0x80;

/** Collects the first lines of a file that have bytes beyond ASCII, which show its encoding. */
export function createSample(): { push(chunk: Uint8Array): void; bytes(): Uint8Array } {
  const sample = new Uint8Array(SAMPLE_BYTES);
  let [length, isFirst] = [0, true];
  return {
    push(chunk) {
      // The first line of a later chunk may begin within a character.
      let at = isFirst ? 0 : chunk.indexOf(LF) + 1;
      isFirst = false;
      while (length < SAMPLE_BYTES && at < chunk.length) {
        const end = chunk.indexOf(LF, at);
        const line = chunk.subarray(at, end === -1 ? chunk.length : end + 1);
        at += line.length;
        if (line.every(isAscii)) continue;
        const part = beginning(line, Math.min(LINE_BYTES, SAMPLE_BYTES - length));
        if (part.length === 0) break;
        sample.set(part, length);
        length += part.length;
      }
    },
    bytes: () => sample.subarray(0, length),
  };
}

/** Smaller bytes are never within a character. */
const WHOLE_BELOW = 0x30;

function beginning(line: Uint8Array, most: number): Uint8Array {
  let end = Math.min(line.length, most);
  if (end < line.length) while (end > 0 && line[end - 1]! >= WHOLE_BELOW) end -= 1;
  return line.subarray(0, end);
}
