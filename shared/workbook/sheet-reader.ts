import { dateText, plainText, serialDate } from './cell-formats.ts';
import type { XmlAttributes, XmlElements } from './xml-parts.ts';

export interface CellContext {
  /** The text with this number in the part of shared texts. */
  sharedText(index: number): string | undefined;
  /** By the position of a style. */
  readonly dateStyles: readonly boolean[];
  readonly is1904: boolean;
}

/** The sheet would be too large as a table. */
export class SheetTooLarge extends Error {}

/** Rows and columns of a sheet in Excel. */
const [MOST_ROWS, MOST_COLUMNS] = [1_048_576, 16_384];
/** Rows that decide the width of the table, and rows among which its header is. */
const [WIDTH_ROWS, HEADER_ROWS] = [1000, 10];
/** Characters of an empty cell and of an empty row in a table. */
const [CELL_CHARACTERS, ROW_CHARACTERS] = [3, 2];

const A = 'A'.charCodeAt(0);
const LETTERS = 26;

/** The column of a cell such as `AB12`, counted from 1; 0: none. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - A;
    if (letter < 0 || letter >= LETTERS) break;
    column = column * LETTERS + letter + 1;
  }
  return column;
}

function check(isSound: boolean): asserts isSound {
  if (!isSound) throw new Error('The sheet is damaged.');
}

/** Collects the rows of a sheet as texts. A row has no cells behind its last text, and an empty row has none. */
export class SheetReader implements XmlElements {
  readonly #context: CellContext;
  readonly #most: number;
  #characters = 0;
  #rows: string[][] = [];
  /** Cells of a row; 0: not known yet. */
  #width = 0;
  #row: string[] = [];
  #rowNumber = 0;
  #lastWritten = 0;
  #column = 0;
  #type = '';
  #style = '';
  #value = '';
  #isInRows = false;
  #isPhonetic = false;

  /** `most`: characters of the table. */
  constructor(context: CellContext, most: number) {
    this.#context = context;
    this.#most = most;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'sheetData') this.#isInRows = true;
    else if (!this.#isInRows) return;
    else if (name === 'row') this.#beginRow(attributes);
    else if (name === 'c') this.#beginCell(attributes);
    else if (name === 'rPh') this.#isPhonetic = true;
  }

  close(name: string, text: string): void {
    if (!this.#isInRows) return;
    if (name === 'v') this.#value = text;
    else if (name === 't') this.#value += this.#isPhonetic ? '' : text;
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
    else if (name === 'sheetData') this.#isInRows = false;
  }

  /**
   * The rows since the last call. The first rows decide the width, and the rows in which the header may be get cells up to it. Later cells
   * beyond it have no heading, so they are cut. `isEnd`: there are no further rows.
   */
  take(isEnd: boolean): readonly (readonly string[])[] {
    const rows = this.#rows;
    if (this.#width > 0) {
      for (const row of rows) row.length = Math.min(row.length, this.#width);
    } else {
      if (!isEnd && rows.length < WIDTH_ROWS) return [];
      this.#width = rows.reduce((width, row) => Math.max(width, row.length), 0);
      for (const row of rows.filter(({ length }) => length > 0).slice(0, HEADER_ROWS))
        this.#fill(row, this.#width);
    }
    this.#rows = [];
    return rows;
  }

  #beginRow({ r }: XmlAttributes): void {
    const number = r === undefined ? this.#rowNumber + 1 : Number(r);
    check(Number.isInteger(number) && number > this.#rowNumber && number <= MOST_ROWS);
    this.#rowNumber = number;
    this.#row = [];
    this.#column = 0;
  }

  #endRow(): void {
    if (this.#row.length === 0) return;
    const empty = this.#rowNumber - this.#lastWritten - 1;
    this.#count(ROW_CHARACTERS * (empty + 1));
    for (let at = 0; at < empty; at += 1) this.#rows.push([]);
    this.#rows.push(this.#row);
    this.#lastWritten = this.#rowNumber;
  }

  #beginCell({ r, t = 'n', s = '' }: XmlAttributes): void {
    const column = r === undefined ? this.#column + 1 : columnOf(r);
    check(column > this.#column && column <= MOST_COLUMNS);
    this.#column = column;
    [this.#type, this.#style, this.#value] = [t, s, ''];
  }

  #endCell(): void {
    const text = this.#text().trim();
    if (text === '') return;
    this.#fill(this.#row, this.#column - 1);
    this.#row.push(text);
    this.#count(CELL_CHARACTERS + text.length);
  }

  #fill(row: string[], length: number): void {
    this.#count(CELL_CHARACTERS * Math.max(0, length - row.length));
    while (row.length < length) row.push('');
  }

  #count(characters: number): void {
    this.#characters += characters;
    if (this.#characters > this.#most) throw new SheetTooLarge();
  }

  /** The value that the program showed last, also of a formula (ECMA-376, 18.18.11). */
  #text(): string {
    const value = this.#value;
    if (value === '' || this.#type === 'e') return '';
    switch (this.#type) {
      case 's': {
        const text = this.#context.sharedText(Number(value));
        check(text !== undefined);
        return text;
      }
      case 'str':
      case 'inlineStr':
        return plainText(value);
      case 'b':
        check(value === '0' || value === '1');
        return value === '1' ? 'true' : 'false';
      case 'd':
        return dateText(Date.parse(value));
      default: {
        const number = Number(value);
        check(this.#type === 'n' && !Number.isNaN(number));
        const isDate = this.#style !== '' && this.#context.dateStyles[Number(this.#style)] === true;
        return isDate ? serialDate(number, this.#context.is1904) : String(number);
      }
    }
  }
}
