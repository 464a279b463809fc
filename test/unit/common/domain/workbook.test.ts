import { expect } from 'chai';
import { Parser } from 'htmlparser2';
import { isDateFormat } from '../../../../shared/workbook/cell-formats.ts';
import { openWorkbook } from '../../../../shared/workbook/open-workbook.ts';
import { SheetTooLarge } from '../../../../shared/workbook/sheet-reader.ts';

type Parts = Readonly<Record<string, string>>;

const RELATIONS = (...targets: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships>${targets.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`).join('')}</Relationships>`;
const SHEET = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

const BOOK: Parts = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="People" sheetId="1" r:id="r1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': RELATIONS(['r1', 'worksheet', 'worksheets/sheet1.xml']),
  'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd;@"/><numFmt numFmtId="165" formatCode="0.00&quot; days&quot;"/></numFmts>
    <cellStyleXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf xfId="1"/></cellXfs>
    <dxfs><dxf><numFmt numFmtId="165" formatCode="d"/></dxf></dxfs></styleSheet>`,
  'xl/sharedStrings.xml':
    '<sst><si><t>Zoë</t></si><si><r><t xml:space="preserve">Ann </t></r><r><rPr><b/></rPr><t>Lee</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t/></si><si><t>a_x000D_b</t></si></sst>',
};

/** Parts in pieces of some bytes. */
const partsOf =
  (parts: Parts, size: number) =>
  (name: string): AsyncIterable<Uint8Array> | null => {
    const text = parts[name];
    if (text === undefined) return null;
    const bytes = Buffer.from(text);
    return (async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    })();
  };

const openParts = (parts: Parts, size = 1000) =>
  openWorkbook(partsOf(parts, size), (events) => new Parser(events, { xmlMode: true }));

async function rowsOf(parts: Parts, sheet = 'People', { size = 1000, most = 100_000 } = {}) {
  const rows: (readonly string[])[] = [];
  for await (const more of (await openParts(parts, size)).rows(sheet, most)) rows.push(...more);
  return rows;
}

const sheetOf = (rows: string, size?: number) =>
  rowsOf({ ...BOOK, 'xl/worksheets/sheet1.xml': SHEET(rows) }, 'People', size === undefined ? {} : { size });

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
    'a number of a style': ['<c r="A1" s="3"><v>3</v></c>', '3'],
    'a number of an unknown style': ['<c r="A1" s="99"><v>3</v></c>', '3'],
    'a date by a format of Excel': ['<c r="A1" s="1"><v>33005</v></c>', '1990-05-12'],
    'a date by a format of the file': ['<c r="A1" s="2"><v>33005</v></c>', '1990-05-12'],
    'a date by the style that its style is based on': ['<c r="A1" s="4"><v>33005</v></c>', '1990-05-12'],
    'a time that is no exact number': [
      '<c r="A1" s="1"><v>45000.333333333336</v></c>',
      '2023-03-15T08:00:00',
    ],
    'a date as text': ['<c r="A1" t="d"><v>1990-05-12T08:30:00Z</v></c>', '1990-05-12T08:30:00'],
    'a date that does not exist': ['<c r="A1" s="1"><v>1e20</v></c>', ''],
    'a shared text': ['<c r="A1" t="s"><v>0</v></c>', 'Zoë'],
    'a shared text in two formats': ['<c r="A1" t="s"><v>1</v></c>', 'Ann Lee'],
    'a shared text without its pronunciation': ['<c r="A1" t="s"><v>2</v></c>', '東京'],
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
    'an empty cell with a style': ['<c r="A1" s="1"/>', ''],
    'elements with a prefix': ['<x:c r="A1" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c>', 'a'],
  };
  for (const [what, [xml, text]] of Object.entries(cells))
    it(`has the text of ${what}`, async () => {
      expect(await sheetOf(`<row r="1">${xml}</row>`)).to.deep.equal(text === '' ? [] : [[text]]);
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
  for (const [code, isDate] of Object.entries(codes))
    it(`takes ${code} for ${isDate ? 'a date' : 'no date'}`, () => {
      expect(isDateFormat(164, code)).to.equal(isDate);
    });

  it('counts dates from 1904 in a workbook of that kind', async () => {
    const rows = SHEET('<row r="1"><c r="A1" s="1"><v>31543</v></c></row>');
    const book = BOOK['xl/workbook.xml']!.replace('<sheets>', '<workbookPr date1904="1"/><sheets>');
    expect(
      await rowsOf({ ...BOOK, 'xl/workbook.xml': book, 'xl/worksheets/sheet1.xml': rows }),
    ).to.deep.equal([['1990-05-12']]);
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

  it('is the same in pieces of any size', async () => {
    const all = Object.values(cells)
      .map(([xml], at) => `<row r="${at + 1}">${xml.replace('"A1"', `"A${at + 1}"`)}</row>`)
      .join('');
    const whole = await sheetOf(all);
    for (const size of [1, 7, 100]) expect(await sheetOf(all, size)).to.deep.equal(whole);
  });

  it('has sheets by their relations, without charts', async () => {
    const parts: Parts = {
      ...BOOK,
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="Chart" sheetId="1" r:id="c"/><sheet name="A &amp; B" sheetId="2" r:id="b"/><sheet name="Second" sheetId="3" r:id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': RELATIONS(
        ['a', 'worksheet', '/xl/worksheets/a.xml'],
        ['b', 'worksheet', './worksheets/b.xml'],
        ['c', 'chartsheet', 'chartsheets/c.xml'],
        ['t', 'sharedStrings', 'texts.xml'],
      ),
      'xl/texts.xml': '<sst><si><t>x</t></si></sst>',
      'xl/worksheets/a.xml': SHEET('<row><c><v>1</v></c></row>'),
      'xl/worksheets/b.xml': SHEET('<row><c t="s"><v>0</v></c></row>'),
    };
    expect((await openParts(parts)).sheets).to.deep.equal(['A & B', 'Second']);
    expect(await rowsOf(parts, 'A & B')).to.deep.equal([['x']]);
    expect(await rowsOf(parts, 'Second')).to.deep.equal([['1']]);
    expect(await failureOf(rowsOf(parts, 'Chart'))).to.be.an('error');
  });

  it('is refused when damaged', async () => {
    const one = '<c r="A1"><v>1</v></c>';
    for (const rows of [
      '<row r="2"/><row r="1"/>',
      '<row r="1048577"/>',
      '<row r="x"/>',
      `<row r="1"><c r="B1"/>${one}</row>`,
      '<row r="1"><c r="XFE1"/></row>',
      '<row r="1"><c r="1"/></row>',
      '<row r="1"><c r="A1" t="s"><v>99</v></c></row>',
      '<row r="1"><c r="A1" t="b"><v>2</v></c></row>',
      '<row r="1"><c r="A1"><v>one</v></c></row>',
      '<row r="1"><c r="A1" t="z"><v>1</v></c></row>',
    ])
      expect(await failureOf(sheetOf(rows)), rows).to.be.an('error');
    const cut = { ...BOOK, 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1">' };
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
