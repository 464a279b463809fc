import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A ZIP archive of texts by name. */
export function zipped(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

export interface SheetCell {
  readonly date?: number;
  readonly text?: string;
  readonly number?: number;
}

const TYPE = 'http://schemas.openxmlformats.org';
const xml = (text: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`;
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

type Sheets = Readonly<Record<string, readonly (readonly SheetCell[])[]>>;

/** A workbook as Office writes it (ECMA-376). `date`: days since 1899-12-30. `parts` replace parts of it. */
export const workbook = (sheets: Sheets, parts: Readonly<Record<string, string>> = {}): Promise<Buffer> =>
  zipped({ ...workbookParts(sheets), ...parts });

export function workbookParts(sheets: Sheets): Readonly<Record<string, string>> {
  const names = Object.keys(sheets);
  const files: Record<string, string> = {
    '[Content_Types].xml': xml(
      `<Types xmlns="${TYPE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="${TYPE}/package/2006/relationships"><Relationship Id="rId1" Type="${TYPE}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${TYPE}/spreadsheetml/2006/main" xmlns:r="${TYPE}/officeDocument/2006/relationships"><sheets>${names
        .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${TYPE}/package/2006/relationships">${names
        .map(
          (_, at) =>
            `<Relationship Id="rId${at + 1}" Type="${TYPE}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
        )
        .join(
          '',
        )}<Relationship Id="rIdStyles" Type="${TYPE}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    ),
    'xl/styles.xml': xml(
      `<styleSheet xmlns="${TYPE}/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
  };
  for (const [at, name] of names.entries()) {
    const rows = sheets[name]!.map((cells, row) => {
      const written = cells.map(({ date, text, number }, column) => {
        const r = `${String.fromCharCode(65 + column)}${row + 1}`;
        if (text !== undefined) return `<c r="${r}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
        return date === undefined
          ? `<c r="${r}"><v>${number}</v></c>`
          : `<c r="${r}" s="1"><v>${date}</v></c>`;
      });
      return `<row r="${row + 1}">${written.join('')}</row>`;
    });
    files[`xl/worksheets/sheet${at + 1}.xml`] = xml(
      `<worksheet xmlns="${TYPE}/spreadsheetml/2006/main"><sheetData>${rows.join('')}</sheetData></worksheet>`,
    );
  }
  return files;
}
