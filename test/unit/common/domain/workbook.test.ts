import { expect } from 'chai';
import { Parser } from 'htmlparser2';
import { streamXlsxRows } from 'hucre/xlsx';
import { sheetNames } from '../../../../shared/workbook/sheet-names.ts';
import { SheetTooLarge, sheetTable } from '../../../../shared/workbook/sheet-table.ts';
import { workbook, workbookParts } from '../../../support/archives.ts';

type Parts = Readonly<Record<string, string>>;

const SHEET = (rows: string, more = ''): string =>
  `<worksheet><sheetData>${rows}</sheetData>${more}</worksheet>`;

const BOOK: Parts = {
  'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd;@"/><numFmt numFmtId="165" formatCode="0.00&quot; days&quot;"/></numFmts>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>
    <dxfs><dxf><numFmt numFmtId="165" formatCode="d"/></dxf></dxfs></styleSheet>`,
  'xl/sharedStrings.xml':
    '<sst><si><t>Zoë</t></si><si><r><t xml:space="preserve">Ann </t></r><r><rPr><b/></rPr><t>Lee</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t/></si><si><t>a_x000D_b</t></si></sst>',
};

async function rowsOf(parts: Parts, { sheet = 'People', most = 100_000 } = {}) {
  const book = await workbook({ People: [] }, { ...BOOK, ...parts });
  const rows: (readonly string[])[] = [];
  for await (const more of sheetTable(streamXlsxRows(book, { sheet }), most)) rows.push(...more);
  return rows;
}

const sheetOf = (rows: string, more?: string) => rowsOf({ 'xl/worksheets/sheet1.xml': SHEET(rows, more) });

async function failureOf(running: Promise<unknown>): Promise<unknown> {
  try {
    await running;
  } catch (error) {
    return error;
  }
  return null;
}

describe('a workbook', () => {
  const cells: Record<string, readonly [xml: string, text: string]> = {
    'a number': ['<c r="A1"><v>181.5</v></c>', '181.5'],
    'a number with an exponent': ['<c r="A1"><v>1.8149999999999999E2</v></c>', '181.5'],
    'a number of 22 digits': ['<c r="A1"><v>1e21</v></c>', '1e+21'],
    'a number of a style': ['<c r="A1" s="3"><v>3</v></c>', '3'],
    'a number of an unknown style': ['<c r="A1" s="99"><v>3</v></c>', '3'],
    'a date by a format of Excel': ['<c r="A1" s="1"><v>33005</v></c>', '1990-05-12'],
    'a date by a format of the file': ['<c r="A1" s="2"><v>33005</v></c>', '1990-05-12'],
    'a time that is no exact number': [
      '<c r="A1" s="1"><v>45000.333333333336</v></c>',
      '2023-03-15T08:00:00',
    ],
    'a time that is cut': ['<c r="A1" s="1"><v>45000.3333333</v></c>', '2023-03-15T08:00:00'],
    'a date as text': ['<c r="A1" t="d"><v>1990-05-12T08:30:00</v></c>', '1990-05-12T08:30:00'],
    'a date that does not exist': ['<c r="A1" s="1"><v>1e20</v></c>', ''],
    'a shared text': ['<c r="A1" t="s"><v>0</v></c>', 'Zoë'],
    'a shared text in two formats': ['<c r="A1" t="s"><v>1</v></c>', 'Ann Lee'],
    'a shared text without its pronunciation': ['<c r="A1" t="s"><v>2</v></c>', '東京'],
    'a text of digits': ['<c r="A1" t="str"><v>007</v></c>', '007'],
    'a text of many digits': [
      '<c r="A1" t="inlineStr"><is><t>49151123456789012</t></is></c>',
      '49151123456789012',
    ],
    'an empty shared text': ['<c r="A1" t="s"><v>3</v></c>', ''],
    'a shared text with an escape': ['<c r="A1" t="s"><v>4</v></c>', 'a\rb'],
    'a text in the cell': ['<c r="A1" t="inlineStr"><is><t> Zo&#235; &amp; Ann </t></is></c>', 'Zoë & Ann'],
    'a text in the cell in two formats': [
      '<c r="A1" t="inlineStr"><is><r><t>Zo</t></r><r><t>ë</t></r></is></c>',
      'Zoë',
    ],
    'the value of a formula': ['<c r="A1"><f>1+1</f><v>2</v></c>', '2'],
    'the text of a formula': ['<c r="A1" t="str"><f>"a"&amp;"b"</f><v>ab</v></c>', 'ab'],
    'a formula without a value': ['<c r="A1"><f>1+1</f></c>', ''],
    'a yes': ['<c r="A1" t="b"><v>1</v></c>', 'true'],
    'a no': ['<c r="A1" t="b"><v>0</v></c>', 'false'],
    'an error': ['<c r="A1" t="e"><v>#N/A</v></c>', ''],
    'a division by zero': ['<c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c>', ''],
    'a text that begins like an error': ['<c r="A1" t="str"><v>#1 fan</v></c>', '#1 fan'],
    'an empty cell with a style': ['<c r="A1" s="1"/>', ''],
    'elements with a prefix': ['<x:c r="A1" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c>', 'a'],
  };
  let read: readonly (readonly string[])[];
  before(async () => {
    const all = Object.values(cells).map(
      ([xml], at) => `<row r="${at + 1}">${xml.replace('"A1"', `"A${at + 1}"`)}</row>`,
    );
    read = await sheetOf(all.join(''));
  });
  for (const [at, [what, [, text]]] of Object.entries(cells).entries())
    it(`has the text of ${what}`, () => {
      expect(read[at] ?? []).to.deep.equal(text === '' ? [] : [text]);
    });

  const codes: Record<string, boolean> = {
    'm/d/yyyy': true,
    '[$-409]d\\-mmm\\-yy;@': true,
    'dd.mm.yyyy hh:mm': true,
    '[h]:mm:ss.000': true,
    'yyyy"年"m"月"d"日"': true,
    '[Red]hh:mm AM/PM': true,
    General: false,
    '0.00': false,
    '#,##0.00 "mm"': false,
    '[Red]0;[Blue]-0': false,
    '@': false,
    '"day"': false,
  };
  it('shows numbers as dates if their format is one of dates', async () => {
    const formats = Object.keys(codes).map(
      (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
    );
    const styles = Object.keys(codes).map((_, at) => `<xf numFmtId="${164 + at}"/>`);
    const rows = Object.keys(codes).map((_, at) => `<row><c s="${at}"><v>33005</v></c></row>`);
    const found = await rowsOf({
      'xl/styles.xml': `<styleSheet><numFmts>${formats.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
      'xl/worksheets/sheet1.xml': SHEET(rows.join('')),
    });
    const expected = Object.entries(codes).map(([code, isDate]) => [code, isDate ? '1990-05-12' : '33005']);
    expect(Object.keys(codes).map((code, at) => [code, found[at]![0]])).to.deep.equal(expected);
  });

  it('counts dates from 1904 in a workbook of that kind', async () => {
    const rows = SHEET('<row r="1"><c r="A1" s="1"><v>31543</v></c></row>');
    const book = workbookParts({ People: [] })['xl/workbook.xml']!.replace(
      '<sheets>',
      '<workbookPr date1904="1"/><sheets>',
    );
    expect(await rowsOf({ 'xl/workbook.xml': book, 'xl/worksheets/sheet1.xml': rows })).to.deep.equal([
      ['1990-05-12'],
    ]);
  });

  it('keeps rows and cells in their places', async () => {
    const text = (r: string, value: string) => `<c ${r}><v>${value}</v></c>`;
    const rows = await sheetOf(
      `<row r="2">${text('r="B2"', '1')}</row><row>${text('', '2')}${text('', '3')}</row><row r="5"><c r="A5"/>${text('r="AA5"', '4')}</row><row r="9"><c r="A9" s="1"/></row>`,
    );
    expect(rows.map((cellTexts) => cellTexts.join('|'))).to.deep.equal([
      '',
      `|1${'|'.repeat(25)}`,
      `2|3${'|'.repeat(25)}`,
      '',
      `${'|'.repeat(26)}4`,
    ]);
  });

  it('cuts cells without a heading far below the header', async () => {
    const rows = Array.from(
      { length: 1500 },
      (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c></row>`,
    ).join('');
    const found = await sheetOf(
      `${rows}<row r="1501"><c r="A1501"><v>2</v></c><c r="B1501"><v>3</v></c></row>`,
    );
    expect(found).to.have.length(1501);
    expect(found.at(-1)).to.deep.equal(['2']);
  });

  it('has the text of merged cells once', async () => {
    const rows = '<row r="1"><c r="A1" t="str"><v>x</v></c><c r="B1"/><c r="C1"><v>1</v></c></row>';
    const merged = '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>';
    expect(await sheetOf(rows, merged)).to.deep.equal([['x', '', '1']]);
  });

  it('is read in its strict form', async () => {
    const strict = (text: string) =>
      text.replaceAll(
        'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
        'http://purl.oclc.org/ooxml/officeDocument/relationships',
      );
    const parts = { ...workbookParts({ People: [] }), ...BOOK };
    const names = ['_rels/.rels', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels'];
    const rows = SHEET('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>33005</v></c></row>');
    expect(
      await rowsOf({
        ...Object.fromEntries(names.map((name) => [name, strict(parts[name as keyof typeof parts]!)])),
        'xl/worksheets/sheet1.xml': rows,
      }),
    ).to.deep.equal([['Zoë', '1990-05-12']]);
  });

  it('has sheets by their relations, hidden ones, too, but no charts', async () => {
    const relation = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;
    const parts = {
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="Chart" sheetId="1" r:id="c"/><sheet name="A &amp; B" sheetId="2" state="hidden" r:id="b"/><x:sheet name="Second" sheetId="3" r:id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': `<Relationships>${relation('a', 'worksheet', '/xl/worksheets/a.xml')}${relation('b', 'worksheet', './worksheets/b.xml')}${relation('c', 'chartsheet', 'chartsheets/c.xml')}${relation('t', 'sharedStrings', 'texts.xml')}</Relationships>`,
      'xl/texts.xml': '<sst><si><t>x</t></si></sst>',
      'xl/worksheets/a.xml': SHEET('<row><c><v>1</v></c></row>'),
      'xl/worksheets/b.xml': SHEET('<row><c t="s"><v>0</v></c></row>'),
    };
    const names = sheetNames(
      parts['xl/_rels/workbook.xml.rels'],
      parts['xl/workbook.xml'],
      (xml, onopentag) => new Parser({ onopentag }, { xmlMode: true }).end(xml),
    );
    expect(names).to.deep.equal(['A & B', 'Second']);
    expect(await rowsOf(parts, { sheet: 'A & B' })).to.deep.equal([['x']]);
    expect(await rowsOf(parts, { sheet: 'Second' })).to.deep.equal([['1']]);
    expect(await failureOf(rowsOf(parts, { sheet: 'Chart' }))).to.be.an('error');
  });

  it('is refused when damaged', async () => {
    const cell = '<c><v>1</v></c>';
    for (const rows of [
      `<row r="2">${cell}</row><row r="1">${cell}</row>`,
      `<row r="1">${cell}</row><row r="1">${cell}</row>`,
      `<row r="1048577">${cell}</row>`,
      `<row r="x">${cell}</row>`,
      '<row r="1"><c r="XFE1"><v>1</v></c></row>',
    ])
      expect(await failureOf(sheetOf(rows)), rows).to.be.an('error');
    const cut = { 'xl/sharedStrings.xml': '<sst><si><t>x</t></si><si>' };
    expect(await failureOf(rowsOf(cut))).to.be.an('error');
  });

  it('is refused when its table would be too large', async () => {
    const wide = '<row><c r="XFD1"><v>1</v></c></row>';
    expect(await failureOf(sheetOf(wide.repeat(10)))).to.be.instanceOf(SheetTooLarge);
    const long = '<row><c><v>1</v></c></row><row r="1048576"><c><v>1</v></c></row>';
    expect(await failureOf(sheetOf(long))).to.be.instanceOf(SheetTooLarge);
    expect(await sheetOf(wide)).to.have.length(1);
  });
});
