/** The separators of cells and records. CRLF counts as `\n`: the `\r` before it is dropped. */
export interface CsvForm {
  readonly delimiter: ',' | ';' | '\t';
  readonly newline: '\n' | '\r';
}

export interface CsvLimits {
  /** Bytes of one record at most. */
  readonly record: number;
  readonly columns: number;
}

/**
 * Why a record is not parsed: it exceeds a limit; its quotes do not pair, so it was taken as one line; or a quoted cell
 * did not end within the limit, so it is unknown where the next record begins.
 */
export type RecordFault = 'too_long' | 'too_many_columns' | 'quotes' | 'unclosed';

export interface CsvRecord {
  /** The line of the file in which the record begins, counted from 1. */
  readonly line: number;
  /** The record as in the file, without its newline. For `too_long` and `unclosed`, only its beginning. */
  readonly text: string;
  readonly fault: RecordFault | null;
}

export interface RecordSplitter {
  push(text: string): void;
  /** Call it when there is no more text. */
  end(): void;
  /** The next record that is not blank. Null when more text must be pushed, or when all text has been read. */
  next(): CsvRecord | null;
  /** The end of the last record: bytes since the first push, and the line. */
  position(): { bytes: number; line: number };
}

/** Characters of a record that a report shows, enough to recognise it. */
const EXCERPT = 200;
const [TAB, RETURN, SPACE] = [9, 13, 32];
const NOWHERE = Number.POSITIVE_INFINITY;
const MORE = 'more';

interface Cut {
  /** Where the text of the record ends … */
  end: number;
  /** … and where to search for the newline before the next record, if it does not follow directly. */
  skip?: number;
  fault: RecordFault | null;
}

/**
 * Splits text into records in bounded memory and time, before the parser sees it: for a record without an end the parser
 * takes quadratic time (papaparse took 38 s for 64 MB). The result does not depend on how the text is divided into pushes.
 *
 * The grammar is RFC 4180's as papaparse reads it: a quote opens a cell only at the cell's beginning, `""` is a quote, and
 * a quote before a delimiter or newline closes. Other quotes in a quoted cell are literal as long as the cell ends in its
 * line.
 */
export function createRecordSplitter(
  { delimiter, newline }: CsvForm,
  limits: CsvLimits,
  bytesOf: (text: string) => number,
  firstLine = 1,
): RecordSplitter {
  let buffer = '';
  let ended = false;
  let at = 0;
  let line = firstLine;
  let bytes = 0;
  let counted = 0;
  /** A refused record whose end has not been pushed yet. */
  let skipping: CsvRecord | null = null;

  const excerpt = Math.min(EXCERPT, limits.record);

  const finder = (character: string) => {
    let [from, found] = [0, -1];
    return {
      /** Positions are asked for in mostly ascending order, so what was found ahead is kept. */
      at(start: number): number {
        if (start < from || start > found) {
          found = buffer.indexOf(character, start);
          if (found === -1) found = NOWHERE;
        }
        from = start;
        return found;
      },
      forget() {
        [from, found] = [0, -1];
      },
    };
  };
  const newlines = finder(newline);
  const delimiters = finder(delimiter);
  const quotes = finder('"');

  function countConsumed(): void {
    bytes += bytesOf(buffer.slice(counted, at));
    counted = at;
  }

  function cut(): Cut | typeof MORE {
    const lineEnd = newlines.at(at);
    if (quotes.at(at) < Math.min(lineEnd, at + limits.record)) return walk();
    if (lineEnd !== NOWHERE && lineEnd - at <= limits.record) {
      return { end: lineEnd, fault: tooMany(at, lineEnd) ? 'too_many_columns' : null };
    }
    return (
      endless(at) ?? { end: buffer.length, fault: tooMany(at, buffer.length) ? 'too_many_columns' : null }
    );
  }

  /** Counts the delimiters only in a record that is long enough to have too many. */
  function tooMany(start: number, end: number): boolean {
    if (end - start < limits.columns) return false;
    let columns = 1;
    for (let found = delimiters.at(start); found < end; found = delimiters.at(found + 1)) {
      columns += 1;
      if (columns > limits.columns) return true;
    }
    return false;
  }

  /** What to do with a record outside quotes whose line does not end within the limit. Null: it is the last of the text. */
  function endless(cell: number): Cut | typeof MORE | null {
    if (buffer.length - at > limits.record) return { end: at + excerpt, skip: cell, fault: 'too_long' };
    return ended ? null : MORE;
  }

  /** Reads a record with quotes, cell by cell. */
  function walk(): Cut | typeof MORE {
    const limit = at + limits.record;
    let columns = 1;
    for (let cell = at; ; columns += 1) {
      let end: number;
      if (buffer[cell] === '"') {
        const closed = afterQuotes(cell, limit);
        if (typeof closed !== 'number') return closed;
        end = closed;
      } else {
        end = Math.min(delimiters.at(cell), newlines.at(cell));
        if (end > limit) {
          const cut = endless(cell);
          if (cut) return cut;
          end = buffer.length;
        }
      }
      if (buffer[end] !== delimiter)
        return { end, fault: columns > limits.columns ? 'too_many_columns' : null };
      cell = end + 1;
    }
  }

  /** Finds the delimiter, newline or end after a quoted cell. */
  function afterQuotes(open: number, limit: number): number | Cut | typeof MORE {
    /** After a literal quote the cell must end before this offset. */
    let bound = NOWHERE;
    for (let quote = open + 1; ; quote += 1) {
      quote = quotes.at(quote);
      if (quote > bound) return { end: bound, fault: 'quotes' };
      if (quote > limit) {
        if (buffer.length > limit) return { end: at + excerpt, skip: limit, fault: 'unclosed' };
        return ended ? oneLine(open) : MORE;
      }
      if (buffer[quote + 1] === '"') {
        quote += 1;
        continue;
      }
      let after = quote + 1;
      while (isBlank(buffer[after])) after += 1;
      if (after >= buffer.length) return ended ? buffer.length : MORE;
      if (buffer[after] === delimiter || buffer[after] === newline) return after;
      if (bound !== NOWHERE) continue;
      const inLine = oneLine(open);
      if (inLine === MORE || inLine.fault === 'too_long' || inLine.end < quote) return inLine;
      bound = inLine.end;
    }
  }

  const isBlank = (character: string | undefined): boolean =>
    character === ' ' ||
    (character === '\t' && delimiter !== '\t') ||
    (character === '\r' && newline === '\n');

  /** A record whose quotes do not pair ends with the line in which that cell begins. */
  function oneLine(open: number): Cut | typeof MORE {
    const lineEnd = newlines.at(open);
    if (lineEnd - at <= limits.record) return { end: lineEnd, fault: 'quotes' };
    return endless(open) ?? { end: buffer.length, fault: 'quotes' };
  }

  function take({ end, skip, fault }: Cut): CsvRecord | null {
    let text = buffer.slice(at, end);
    if (newline === '\n') while (text.endsWith('\r')) text = text.slice(0, -1);
    const over = fault === null && text.length * 3 > limits.record && bytesOf(text) > limits.record;
    const record: CsvRecord = {
      line,
      text: over ? text.slice(0, excerpt) : text,
      fault: over ? 'too_long' : fault,
    };
    if (skip !== undefined) {
      skipping = record;
      line += linesBefore(at, skip);
      at = skip;
      return skipped();
    }
    line += linesBefore(at, end) + 1;
    at = Math.min(end + 1, buffer.length);
    return record;
  }

  function linesBefore(start: number, end: number): number {
    let lines = 0;
    for (let found = newlines.at(start); found < end; found = newlines.at(found + 1)) lines += 1;
    return lines;
  }

  /** A file may have a million blank lines. Split one by one like other records, the blank lines of 512 kB took 180 ms. */
  function passBlankLines(): void {
    for (;;) {
      let end = at;
      while (end - at < excerpt && isSpace(buffer.charCodeAt(end))) end += 1;
      if (buffer.charCodeAt(end) !== newlineCode) return;
      at = end + 1;
      line += 1;
    }
  }

  const newlineCode = newline.charCodeAt(0);
  const isSpace = (code: number): boolean =>
    code === SPACE || code === TAB || (code === RETURN && code !== newlineCode);

  function skipped(): CsvRecord | null {
    const record = skipping;
    const lineEnd = newlines.at(at);
    if (record?.fault === 'unclosed' || lineEnd !== NOWHERE || ended) {
      at = Math.min(lineEnd + 1, buffer.length);
      line += 1;
      skipping = null;
      return record;
    }
    at = buffer.length;
    return null;
  }

  return {
    push(text) {
      countConsumed();
      buffer = buffer.slice(at) + text;
      [at, counted] = [0, 0];
      newlines.forget();
      delimiters.forget();
      quotes.forget();
    },
    end() {
      ended = true;
    },
    next() {
      for (;;) {
        if (skipping) return skipped();
        passBlankLines();
        if (at >= buffer.length) return null;
        const found = cut();
        if (found === MORE) return null;
        const record = take(found);
        if (record === null || record.fault !== null || record.text.trim() !== '') return record;
      }
    },
    position() {
      countConsumed();
      return { bytes, line };
    },
  };
}
