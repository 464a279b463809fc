/** CRLF counts as `\n`: the `\r` before it is dropped. */
export interface CsvForm {
  readonly delimiter: ',' | ';' | '\t' | '|';
  readonly newline: '\n' | '\r';
}

export interface CsvLimits {
  readonly record: number;
  readonly columns: number;
}

/** It exceeds a limit; its quotes do not pair (taken as one line); or a quoted cell did not end within the limit, so its end is unknown. */
export type RecordFault = 'too_long' | 'too_many_columns' | 'quotes' | 'unclosed';

export interface CsvRecord {
  /** The line of the file in which the record begins, counted from 1. */
  readonly line: number;
  /** The record as in the file, without its newline. For `too_long` and `unclosed`, only its beginning. */
  readonly text: string;
  readonly fault: RecordFault | null;
}

/** Characters of a record in a report, enough to recognise it. */
const EXCERPT = 200;
const [TAB, RETURN, SPACE] = [9, 13, 32];
/** No text has this many characters. */
const LONGEST = 2 ** 29;
/** Behind the end of each text. Infinity would be slower: numbers beyond 30 bits cost memory. */
const NOWHERE = 2 * LONGEST - 1;
const MORE = 'more';
const isSpace = (code: number): boolean => code === SPACE || code === TAB || code === RETURN;

interface Cut {
  end: number;
  /** Where to search for the newline before the next record, if it does not follow directly. */
  skip?: number;
  fault: RecordFault | null;
}

class Finder {
  readonly #character: string;
  #text = '';
  #from = 0;
  #found = -1;

  constructor(character: string) {
    this.#character = character;
  }

  search(text: string): void {
    this.#text = text;
    this.#from = 0;
    this.#found = -1;
  }

  /** The next place from `start` on. Calls come in mostly ascending order, so a place found ahead is kept. */
  at(start: number): number {
    if (start < this.#from || start > this.#found) {
      const found = this.#text.indexOf(this.#character, start);
      this.#found = found === -1 ? NOWHERE : found;
    }
    this.#from = start;
    return this.#found;
  }

  count(start: number, end: number, most = NOWHERE): number {
    let count = 0;
    for (let found = this.at(start); found < end && count < most; found = this.at(found + 1)) count += 1;
    return count;
  }
}

/**
 * Splits text into records in bounded memory and time before the parser, which takes quadratic time for a record without an end (papaparse
 * took 38 s for 64 MB). The result does not depend on the division into pushes.
 * The grammar is RFC 4180's as papaparse reads it: a quote opens a cell only at the cell's beginning, `""` is a quote, and a quote before a
 * delimiter or newline closes. Other quotes in a quoted cell are literal as long as the cell ends in its line.
 */
export class RecordSplitter {
  readonly #form: CsvForm;
  readonly #limits: CsvLimits;
  readonly #bytesOf: (text: string) => number;
  readonly #excerpt: number;
  readonly #newlines: Finder;
  readonly #delimiters: Finder;
  readonly #quotes = new Finder('"');
  #buffer = '';
  #ended = false;
  #at = 0;
  #line: number;
  #bytes = 0;
  /** `#bytes` includes the buffer up to here. */
  #counted = 0;
  /** A refused record whose end has not been pushed yet. */
  #skipping: CsvRecord | null = null;

  constructor(form: CsvForm, limits: CsvLimits, bytesOf: (text: string) => number, firstLine = 1) {
    this.#form = form;
    this.#limits = { ...limits, record: Math.min(limits.record, LONGEST - 1) };
    this.#bytesOf = bytesOf;
    this.#line = firstLine;
    this.#excerpt = Math.min(EXCERPT, limits.record);
    this.#newlines = new Finder(form.newline);
    this.#delimiters = new Finder(form.delimiter);
  }

  push(text: string): void {
    this.#countConsumed();
    this.#buffer = this.#buffer.slice(this.#at) + text;
    this.#at = 0;
    this.#counted = 0;
    for (const finder of [this.#newlines, this.#delimiters, this.#quotes]) finder.search(this.#buffer);
  }

  end(): void {
    this.#ended = true;
  }

  /** The next record that is not blank. Null when more text must be pushed, or all text has been read. */
  next(): CsvRecord | null {
    for (;;) {
      if (this.#skipping) return this.#skipped();
      this.#passBlankLines();
      if (this.#at >= this.#buffer.length) return null;
      const found = this.#cut();
      if (found === MORE) return null;
      const record = this.#take(found);
      if (record === null || record.fault !== null || record.text.trim() !== '') return record;
    }
  }

  /** The end of the last record: bytes since the first push, and the line. */
  position(): { bytes: number; line: number } {
    this.#countConsumed();
    return { bytes: this.#bytes, line: this.#line };
  }

  #countConsumed(): void {
    this.#bytes += this.#bytesOf(this.#buffer.slice(this.#counted, this.#at));
    this.#counted = this.#at;
  }

  #cut(): Cut | typeof MORE {
    const at = this.#at;
    const limit = at + this.#limits.record;
    const lineEnd = this.#newlines.at(at);
    if (this.#quotes.at(at) < Math.min(lineEnd, limit)) return this.#walk();
    const isWhole = lineEnd !== NOWHERE && lineEnd <= limit;
    return (isWhole ? null : this.#endless(at)) ?? this.#plain(isWhole ? lineEnd : this.#buffer.length);
  }

  /** A record without quotes. Its delimiters are counted only when it is long enough to have too many. */
  #plain(end: number): Cut {
    const { columns } = this.#limits;
    const at = this.#at;
    const isFull = end - at >= columns && this.#delimiters.count(at, end, columns) === columns;
    return { end, fault: isFull ? 'too_many_columns' : null };
  }

  /** For a record outside quotes whose line does not end within the limit. Null: it is the last of the text. */
  #endless(cell: number): Cut | typeof MORE | null {
    const at = this.#at;
    if (this.#buffer.length - at > this.#limits.record)
      return { end: at + this.#excerpt, skip: cell, fault: 'too_long' };
    return this.#ended ? null : MORE;
  }

  #walk(): Cut | typeof MORE {
    const limit = this.#at + this.#limits.record;
    let columns = 1;
    for (let cell = this.#at; ; columns += 1) {
      let end: number;
      if (this.#buffer[cell] === '"') {
        const closed = this.#afterQuotes(cell, limit);
        if (typeof closed !== 'number') return closed;
        end = closed;
      } else {
        end = Math.min(this.#delimiters.at(cell), this.#newlines.at(cell));
        if (end > limit) {
          const cut = this.#endless(cell);
          if (cut) return cut;
          end = this.#buffer.length;
        }
      }
      if (this.#buffer[end] !== this.#form.delimiter)
        return { end, fault: columns > this.#limits.columns ? 'too_many_columns' : null };
      cell = end + 1;
    }
  }

  #afterQuotes(open: number, limit: number): number | Cut | typeof MORE {
    const buffer = this.#buffer;
    /** After a literal quote the cell must end before this offset. */
    let bound = NOWHERE;
    for (let quote = open + 1; ; quote += 1) {
      quote = this.#quotes.at(quote);
      if (quote > bound) return { end: bound, fault: 'quotes' };
      if (quote > limit) {
        if (buffer.length > limit) return { end: this.#at + this.#excerpt, skip: limit, fault: 'unclosed' };
        return this.#ended ? this.#oneLine(open) : MORE;
      }
      if (buffer[quote + 1] === '"') {
        quote += 1;
        continue;
      }
      const after = this.#afterBlanks(quote + 1);
      if (after >= buffer.length) return this.#ended ? buffer.length : MORE;
      if (buffer[after] === this.#form.delimiter || buffer[after] === this.#form.newline) return after;
      if (bound !== NOWHERE) continue;
      const inLine = this.#oneLine(open);
      if (inLine === MORE || inLine.fault === 'too_long' || inLine.end < quote) return inLine;
      bound = inLine.end;
    }
  }

  #afterBlanks(from: number): number {
    const { delimiter, newline } = this.#form;
    for (let at = from; ; at += 1) {
      const c = this.#buffer[at];
      if (c !== ' ' && !(c === '\t' && delimiter !== '\t') && !(c === '\r' && newline === '\n')) return at;
    }
  }

  /** A record whose quotes do not pair ends with the line in which that cell begins. */
  #oneLine(open: number): Cut | typeof MORE {
    const lineEnd = this.#newlines.at(open);
    if (lineEnd - this.#at <= this.#limits.record) return { end: lineEnd, fault: 'quotes' };
    return this.#endless(open) ?? { end: this.#buffer.length, fault: 'quotes' };
  }

  #take({ end, skip, fault }: Cut): CsvRecord | null {
    const { record: limit } = this.#limits;
    let text = this.#buffer.slice(this.#at, end);
    if (this.#form.newline === '\n') while (text.endsWith('\r')) text = text.slice(0, -1);
    const over = fault === null && text.length * 3 > limit && this.#bytesOf(text) > limit;
    const record: CsvRecord = {
      line: this.#line,
      text: over ? text.slice(0, this.#excerpt) : text,
      fault: over ? 'too_long' : fault,
    };
    this.#line += this.#newlines.count(this.#at, skip ?? end);
    if (skip !== undefined) {
      this.#skipping = record;
      this.#at = skip;
      return this.#skipped();
    }
    this.#line += 1;
    this.#at = Math.min(end + 1, this.#buffer.length);
    return record;
  }

  /** A file may have a million blank lines. As records, the blank lines of 512 kB took 180 ms. */
  #passBlankLines(): void {
    const newline = this.#form.newline.charCodeAt(0);
    for (;;) {
      let end = this.#at;
      let code = this.#buffer.charCodeAt(end);
      while (code !== newline && isSpace(code) && end - this.#at < this.#excerpt)
        code = this.#buffer.charCodeAt(++end);
      if (code !== newline) return;
      this.#at = end + 1;
      this.#line += 1;
    }
  }

  #skipped(): CsvRecord | null {
    const record = this.#skipping;
    const lineEnd = this.#newlines.at(this.#at);
    if (record?.fault === 'unclosed' || lineEnd !== NOWHERE || this.#ended) {
      this.#at = Math.min(lineEnd + 1, this.#buffer.length);
      this.#line += 1;
      this.#skipping = null;
      return record;
    }
    this.#at = this.#buffer.length;
    return null;
  }
}
