import { expect } from 'chai';
import fc from 'fast-check';
import papaparse from 'papaparse';
import { readCells, writeCsv } from '../../../../common/domain/csv-cells.ts';
import { type CsvForm, type CsvRecord, RecordSplitter } from '../../../../common/domain/csv-records.ts';

const LIMITS = { record: 100, columns: 5 };
const COMMA: CsvForm = { delimiter: ',', newline: '\n' };
const bytesOf = (text: string): number => Buffer.byteLength(text);

function split(pieces: readonly string[], form = COMMA, limits = LIMITS) {
  const splitter = new RecordSplitter(form, limits, bytesOf);
  const found: CsvRecord[] = [];
  const take = (): void => {
    for (let record = splitter.next(); record; record = splitter.next()) {
      found.push(record);
      if (record.fault === 'unclosed') return;
    }
  };
  for (const piece of pieces) {
    splitter.push(piece);
    take();
    if (found.at(-1)?.fault === 'unclosed') return found;
  }
  splitter.end();
  take();
  return found;
}

const texts = (text: string, form = COMMA) => split([text], form).map((record) => record.text);
const faults = (text: string) => split([text]).map(({ line, fault }) => [line, fault]);

describe('the splitter of CSV records', () => {
  it('ends records at newlines outside quotes', () => {
    expect(texts('a,b\nc,"d\ne"\nf,"g""\n",h')).to.deep.equal(['a,b', 'c,"d\ne"', 'f,"g""\n",h']);
    expect(texts('a,b\r\n"c\r\n",d\r\n')).to.deep.equal(['a,b', '"c\r\n",d']);
    expect(texts('a,b\r"c\r",d', { delimiter: ',', newline: '\r' })).to.deep.equal(['a,b', '"c\r",d']);
    expect(texts('a;"b;\n"\nc', { delimiter: ';', newline: '\n' })).to.deep.equal(['a;"b;\n"', 'c']);
  });

  it('counts the line in which a record begins, and skips blank ones', () => {
    expect(split(['a\n\n"b\n\n"\n \t\nc\n\n']).map(({ line }) => line)).to.deep.equal([1, 3, 7]);
    expect(
      split(['\n \t\r\n', '\r', '\n  x\n', `${' '.repeat(40)}\n`, 'y']).map(({ line }) => line),
    ).to.deep.equal([4, 6]);
  });

  it('keeps a quote in an unquoted cell, and a literal one in a quoted cell that ends in its line', () => {
    expect(faults('a 5" b,c\nd')).to.deep.equal([
      [1, null],
      [2, null],
    ]);
    expect(faults('"a "b" c",d\ne')).to.deep.equal([
      [1, null],
      [2, null],
    ]);
  });

  it('takes a line alone when its quotes do not pair', () => {
    expect(faults('"a,b\n"c",d\ne')).to.deep.equal([
      [1, 'quotes'],
      [2, null],
      [3, null],
    ]);
    expect(faults('a\nb,"c\nd\n')).to.deep.equal([
      [1, null],
      [2, 'quotes'],
      [3, null],
    ]);
    expect(faults('"a" x "b\nc')).to.deep.equal([
      [1, 'quotes'],
      [2, null],
    ]);
  });

  it('refuses records over the limits, without losing count of lines', () => {
    const long = 'x'.repeat(101);
    expect(faults(`${long}\na`)).to.deep.equal([
      [1, 'too_long'],
      [2, null],
    ]);
    expect(faults(`"b",${long}\na`)).to.deep.equal([
      [1, 'too_long'],
      [2, null],
    ]);
    expect(faults(`${'ü'.repeat(60)}\na`)).to.deep.equal([
      [1, 'too_long'],
      [2, null],
    ]);
    expect(faults('1,2,3,4,5\n1,2,3,4,5,6\n"1",2,3,4,5,6\na')).to.deep.equal([
      [1, null],
      [2, 'too_many_columns'],
      [3, 'too_many_columns'],
      [4, null],
    ]);
  });

  it('refuses a quoted cell that does not end within the limit', () => {
    expect(faults(`a\n"b${'\nx'.repeat(60)}"\nc`)).to.deep.equal([
      [1, null],
      [2, 'unclosed'],
    ]);
  });

  it('refuses a line without an end by its beginning', () => {
    const splitter = new RecordSplitter(COMMA, { record: 1000, columns: 5 }, bytesOf);
    for (let piece = 0; piece < 10_000; piece += 1) {
      splitter.push('x'.repeat(500));
      expect(splitter.next()).to.equal(null);
    }
    splitter.push('\nnext\n');
    expect(splitter.next()).to.include({ line: 1, fault: 'too_long' });
    expect(splitter.next()).to.deep.equal({ line: 2, text: 'next', fault: null });
  });

  it('counts the bytes to the end of the last record', () => {
    const splitter = new RecordSplitter(COMMA, LIMITS, bytesOf);
    splitter.push('äb,c\r\n');
    splitter.push('"ü\n');
    splitter.next();
    expect(splitter.position()).to.deep.equal({ bytes: 7, line: 2 });
    splitter.push('"\n\nx');
    splitter.next();
    expect(splitter.position()).to.deep.equal({ bytes: 13, line: 4 });
  });

  const awkward = fc
    .array(fc.constantFrom('"', '"', ',', '\n', '\r\n', 'a', 'ü', ' ', '""', ';', 'x'.repeat(40)), {
      maxLength: 60,
    })
    .map((pieces) => pieces.join(''));

  it('finds the same records however the text is divided', () => {
    fc.assert(
      fc.property(awkward, fc.array(fc.nat(80), { maxLength: 6 }), (text, cuts) => {
        const at = [
          0,
          ...cuts.map((cut) => Math.min(cut, text.length)).sort((one, two) => one - two),
          text.length,
        ];
        const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
        expect(split(pieces)).to.deep.equal(split([text]));
        expect(split([...text])).to.deep.equal(split([text]));
      }),
      { numRuns: 2000 },
    );
  });

  it('resumes at the end of any record', () => {
    fc.assert(
      fc.property(awkward, fc.nat(10), (text, count) => {
        const whole = split([text]);
        const splitter = new RecordSplitter(COMMA, LIMITS, bytesOf);
        splitter.push(text);
        splitter.end();
        for (let index = 0; index < count; index += 1) if (splitter.next()?.fault === 'unclosed') return;
        const { bytes, line } = splitter.position();
        const rest = Buffer.from(text).subarray(bytes).toString();
        const again = split([rest]).map((record) => ({ ...record, line: record.line + line - 1 }));
        expect(again).to.deep.equal(whole.slice(count));
      }),
      { numRuns: 2000 },
    );
  });

  it('gives papaparse records that it reads in the same way, cell by cell', () => {
    fc.assert(
      fc.property(awkward, (text) => {
        const sound = split([text]).filter((record) => record.fault === null);
        const cells = readCells(
          sound.map((record) => record.text),
          COMMA,
        );
        for (const [index, { text }] of sound.entries()) {
          const alone = papaparse.parse<string[]>(`${text}\n`, {
            delimiter: ',',
            newline: '\n',
            header: false,
          }).data;
          expect(alone).to.have.length(2);
          expect(cells[index]).to.deep.equal(alone[0]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps any number of LF in a cell when CR ends lines', () => {
    const form = { delimiter: ',', newline: '\r' } as const;
    const [record] = split(['a\n\nb,c"\n\n\rd,e'], form);
    expect(readCells([record!.text, 'd,e'], form)).to.deep.equal([
      ['a\n\nb', 'c"\n\n'],
      ['d', 'e'],
    ]);
  });

  it('finds the cells that were written', () => {
    const cell = fc.string({ unit: fc.constantFrom('"', ',', '\n', 'a', ' ', 'é', ';'), maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        (rows) => {
          // A row of one blank cell is no record.
          const full = rows.map((row) => ['x', ...row]);
          const limits = { record: 1000, columns: 10 };
          const records = split([papaparse.unparse(full, { newline: '\r\n' })], COMMA, limits);
          expect(
            readCells(
              records.map((record) => record.text),
              COMMA,
            ),
          ).to.deep.equal(full);
        },
      ),
    );
  });
});

describe('CSV that the service writes', () => {
  it('contains no formula that a spreadsheet would run', () => {
    const bad = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      ' =1',
      '\n=1',
      '＝1',
      '\u200b=1',
      '\ufeff=1',
      '\u200d\u2060+1',
      '\u00ad-1',
      '\u202e@x',
      '\u0301=1',
      '\u3164=1',
      '\u0000=1',
    ];
    expect(readCells([writeCsv([bad.slice(0, 4)]).trimEnd()], COMMA)).to.deep.equal([
      ["'=1+1", "'+1", "'-1", "'@SUM(A1)"],
    ]);
    for (const cell of bad) expect(writeCsv([[cell]]).replace(/^"/, '')).to.match(/^'/);
    expect(
      writeCsv([
        ['a', 'b, c', '1'],
        ['ann@example.com', 'say "x"', ''],
      ]),
    ).to.equal('"a","b, c","1"\r\n"ann@example.com","say ""x""",""\r\n');
  });

  it('quotes every cell, so that no other delimiter makes a formula of a part', () => {
    const text = writeCsv([['x;=1+1', 'x\t=1+1', 'x', '']]);
    expect(text).to.equal('"x;=1+1","x\t=1+1","x",""\r\n');
  });

  it('returns the same cells when it is read', () => {
    const cells = ['a', '', 'b "c"', 'd\r\ne', "f, g's"];
    expect(readCells([writeCsv([cells]).slice(0, -2)], COMMA)).to.deep.equal([cells]);
  });
});
