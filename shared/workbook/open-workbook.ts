import { isDateFormat, plainText } from './cell-formats.ts';
import { type CellContext, SheetReader } from './sheet-reader.ts';
import { type CreateParser, type PartReader, parsePart, type XmlAttributes } from './xml-parts.ts';

type SheetRows = AsyncGenerator<readonly (readonly string[])[]>;

export interface Workbook {
  /** The names of its sheets, in their order. Sheets of charts are not among them. */
  readonly sheets: readonly string[];
  /** The rows of a sheet as they are read. Throws {@link SheetTooLarge} beyond `most` characters. */
  rows(sheet: string, most?: number): SheetRows;
}

interface SheetPart {
  readonly name: string;
  readonly part: string;
}

/**
 * Opens a workbook of Office (ECMA-376). Memory holds its shared texts and the rows of one piece, so that its size is no matter. Throws if
 * it is damaged.
 */
export async function openWorkbook(part: PartReader, createParser: CreateParser): Promise<Workbook> {
  const read = async (
    name: string,
    open: (name: string, attributes: XmlAttributes) => void,
    close: (name: string, text: string) => void = () => {},
  ): Promise<void> => {
    const pieces = part(name);
    if (pieces) for await (const _ of parsePart(pieces, createParser, { open, close })) continue;
  };
  const { targets, ...paths } = await readPaths(read);
  const { sheets, is1904 } = await readSheets(read, targets);
  let context: CellContext | null = null;
  const readContext = async (): Promise<CellContext> => {
    const texts = await readTexts(read, paths.texts);
    const dateStyles = await readStyles(read, paths.styles);
    return { sharedText: (index) => texts.at(index), dateStyles, is1904 };
  };
  return {
    sheets: sheets.map(({ name }) => name),
    async *rows(sheet, most = Number.POSITIVE_INFINITY) {
      const found = sheets.find(({ name }) => name === sheet);
      const pieces = found ? part(found.part) : null;
      if (!pieces) throw new Error('The workbook has no such sheet.');
      context ??= await readContext();
      const reader = new SheetReader(context, most);
      for await (const _ of parsePart(pieces, createParser, reader)) yield reader.take(false);
      yield reader.take(true);
    },
  };
}

type Read = (
  part: string,
  open: (name: string, attributes: XmlAttributes) => void,
  close?: (name: string, text: string) => void,
) => Promise<void>;

/** The parts of sheets by the id of their relation, and of texts and styles. */
async function readPaths(
  read: Read,
): Promise<{ targets: ReadonlyMap<string, string>; texts: string; styles: string }> {
  const targets = new Map<string, string>();
  const others = { sharedStrings: 'xl/sharedStrings.xml', styles: 'xl/styles.xml' };
  await read('xl/_rels/workbook.xml.rels', (name, { Id = '', Type = '', Target = '' }) => {
    if (name !== 'Relationship') return;
    const path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^(?:\.\/)+/, '')}`;
    const type = Type.slice(Type.lastIndexOf('/') + 1);
    if (type === 'worksheet') targets.set(Id, path);
    else if (type === 'sharedStrings' || type === 'styles') others[type] = path;
  });
  return { targets, texts: others.sharedStrings, styles: others.styles };
}

async function readSheets(
  read: Read,
  targets: ReadonlyMap<string, string>,
): Promise<{ sheets: readonly SheetPart[]; is1904: boolean }> {
  const sheets: SheetPart[] = [];
  let is1904 = false;
  await read('xl/workbook.xml', (element, attributes) => {
    if (element === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
    if (element !== 'sheet') return;
    const [, id = ''] = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key)) ?? [];
    const part = targets.get(id);
    if (part !== undefined) sheets.push({ name: plainText(attributes['name'] ?? ''), part });
  });
  return { sheets, is1904 };
}

/** Many texts as bytes: as strings of their own they would take three times the memory. */
class TextStore {
  #bytes = new Uint8Array(2 ** 16);
  readonly #ends = [0];
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  add(text: string): void {
    const from = this.#ends.at(-1)!;
    const most = from + 3 * text.length;
    if (most > this.#bytes.length) {
      const larger = new Uint8Array(2 * most);
      larger.set(this.#bytes.subarray(0, from));
      this.#bytes = larger;
    }
    this.#ends.push(from + this.#encoder.encodeInto(text, this.#bytes.subarray(from)).written);
  }

  at(index: number): string | undefined {
    const to = this.#ends[index + 1];
    return to === undefined ? undefined : this.#decoder.decode(this.#bytes.subarray(this.#ends[index], to));
  }
}

/** Texts that cells refer to. A text in several formats has several parts; how a text is pronounced does not belong to it. */
async function readTexts(read: Read, path: string): Promise<TextStore> {
  const texts = new TextStore();
  let [whole, isPhonetic] = ['', false];
  await read(
    path,
    (name) => {
      if (name === 'si') whole = '';
      else if (name === 'rPh') isPhonetic = true;
    },
    (name, text) => {
      if (name === 't' && !isPhonetic) whole += text;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'si') texts.add(plainText(whole));
    },
  );
  return texts;
}

/** Which styles show numbers as dates. A style may have its number format from the style that it is based on. */
async function readStyles(read: Read, path: string): Promise<readonly boolean[]> {
  const codes = new Map<string, string>();
  const bases: (string | undefined)[] = [];
  const dates: boolean[] = [];
  let list = '';
  await read(
    path,
    (name, { numFmtId, formatCode = '', xfId }) => {
      if (name === 'numFmt') codes.set(numFmtId ?? '', formatCode);
      else if (name === 'cellStyleXfs' || name === 'cellXfs') list = name;
      else if (name === 'xf' && list === 'cellStyleXfs') bases.push(numFmtId);
      else if (name === 'xf' && list === 'cellXfs') {
        const id = numFmtId ?? bases[Number(xfId)] ?? '0';
        dates.push(isDateFormat(Number(id), codes.get(id)));
      }
    },
    (name) => {
      if (name === list) list = '';
    },
  );
  return dates;
}
