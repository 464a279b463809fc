import { expect } from 'chai';
import iconv from 'iconv-lite';
import type { ImportDocument } from '../../../../common/models/imports.ts';
import { type CsvImports, counts, fixture, startCsvImports } from '../../../support/csv-imports.ts';
import { importBatches } from '../../../support/small-steps.ts';
import { stoppingAfter } from '../../../support/stopping.ts';

const BATCH = 10;
/** Three batches. */
const ROWS = 25;
const MARK = Buffer.from('efbbbf', 'hex');
const HEADER = Buffer.from('email,first_name,city\n');
const CITIES = ['Köln', 'Łódź', 'Bodø', '東京', '😀'];

const address = (at: number): string => `p${at}@example.com`;
const cityOf = (at: number): string => CITIES[at % CITIES.length]!;
const line = (at: number, text = `Jürgen ${at}`): string => `${address(at)},${text},${cityOf(at)}\n`;
/** A row of UTF-8 with a byte of Latin-1. */
const badLine = (at: number, byte = 0xe9): Buffer =>
  Buffer.concat([
    Buffer.from(`${address(at)},Andr`),
    Buffer.from([byte]),
    Buffer.from(` ${at},${cityOf(at)}\n`),
  ]);
const all = Array.from({ length: ROWS }, (_, at) => at);
const fileOf = (bad: readonly number[]): Buffer =>
  Buffer.concat([HEADER, ...all.map((at) => (bad.includes(at) ? badLine(at) : Buffer.from(line(at))))]);

const REASON = 'The row has bytes that are not utf-8 text (0xE9); see the input encoding.';

describe('import-contacts, of files with bytes that their encoding does not have', () => {
  importBatches(BATCH);
  let csv: CsvImports;
  /** A contact type with all rows, which no test changes. */
  let stored: number;

  before(async () => {
    csv = await startCsvImports('worker-import-encoding');
    stored = await csv.type();
    await csv.load(stored, fileOf([]));
  });
  after(() => csv.stop());

  const named = async (typeId: number): Promise<string[]> =>
    (await csv.contacts(typeId)).map(({ email, first_name, city }) => [email, first_name, city].join('|'));
  const expected = (without: readonly number[]): string[] =>
    all
      .filter((at) => !without.includes(at))
      .map((at) => `${address(at)}|Jürgen ${at}|${cityOf(at)}`)
      .toSorted();
  const read = ({ encoding, encoding_by, encoding_certain }: ImportDocument) => [
    encoding,
    encoding_by,
    encoding_certain,
  ];

  const files: Record<string, { file: Buffer; bad: readonly number[]; by?: 'mark'; reason?: string }> = {
    'one in the first row': { file: fileOf([0]), bad: [0] },
    'one in a row of the middle': { file: fileOf([15]), bad: [15] },
    'one in the last row': { file: fileOf([ROWS - 1]), bad: [ROWS - 1] },
    'one in the first row, with a mark': { file: Buffer.concat([MARK, fileOf([0])]), bad: [0], by: 'mark' },
    'one in the last row, with a mark': {
      file: Buffer.concat([MARK, fileOf([ROWS - 1])]),
      bad: [ROWS - 1],
      by: 'mark',
    },
    'four in as many rows': {
      file: fileOf(all.filter((at) => at % 6 === 1)),
      bad: all.filter((at) => at % 6 === 1),
    },
    'a character that is cut at the end': {
      // The last row ends within 😀.
      file: fileOf([]).subarray(0, -2),
      bad: [ROWS - 1],
      reason: 'The row has bytes that are not utf-8 text (0xF0); see the input encoding.',
    },
  };

  for (const [name, { file, bad, by = 'content', reason = REASON }] of Object.entries(files)) {
    it(`refuses rows alone: ${name}`, async () => {
      const type = await csv.type();
      const trial = await csv.load(type, file, { isTrial: true });
      const found = await csv.load(type, file);
      for (const one of [trial, found]) {
        expect(read(one)).to.deep.equal(['utf-8', by, true]);
        expect(one).to.include({ state: 'completed', percent: 100, rows_read: ROWS });
        expect(counts(one)).to.deep.equal([ROWS - bad.length, 0, 0, bad.length]);
        expect(await csv.refusals(one._id)).to.deep.equal(bad.map((at) => `${at + 2}: ${reason}`));
      }
      expect(await named(type)).to.deep.equal(expected(bad));
    });

    it(`keeps good names of stored contacts: ${name}`, async () => {
      expect(counts(await csv.load(stored, file))).to.deep.equal([0, 0, ROWS - bad.length, bad.length]);
      expect(await named(stored)).to.deep.equal(expected([]));
    });

    it(`counts the same when it stops after each batch: ${name}`, async () => {
      const type = await csv.type();
      const importId = await csv.upload(type, file);
      let turns = 0;
      let found = await csv.run(importId, stoppingAfter(2));
      for (; found.state === 'waiting' && turns < 10; turns += 1)
        found = await csv.run(importId, stoppingAfter(2));
      expect(turns).to.be.within(2, 9);
      expect(found).to.include({ state: 'completed', rows_read: ROWS });
      expect(counts(found)).to.deep.equal([ROWS - bad.length, 0, 0, bad.length]);
      expect(await named(type)).to.deep.equal(expected(bad));
    });
  }

  it('reads Windows-1252 where as many rows are not UTF-8, and says that it is a guess', async () => {
    const german = (text: string): Buffer => iconv.encode(text, 'windows-1252');
    const rowOf = (at: number): string => `${address(at)},Jürgen ${at} – ${at} €,Köln\n`;
    const file = Buffer.concat([HEADER, ...all.map((at) => german(rowOf(at)))]);
    const type = await csv.type();
    const found = await csv.load(type, file);
    expect(read(found)).to.deep.equal(['windows-1252', 'guess', false]);
    expect(counts(found)).to.deep.equal([ROWS, 0, 0, 0]);
    expect((await named(type))[0]).to.equal('p0@example.com|Jürgen 0 – 0 €|Köln');
  });

  it('weighs rows, and not bytes', async () => {
    const utf8 = Buffer.from('a@example.com,Zoë,\nb@example.com,Åsa,\n');
    const other = Buffer.from('c@example.com,J\xfcrgen J\xfcrgen J\xfcrgen J\xfcrgen,\n', 'latin1');
    const more = Buffer.from('d@example.com,G\xfcnter,\ne@example.com,M\xfcller,\n', 'latin1');
    const encodingOf = async (...parts: Buffer[]) =>
      read(await csv.import(await csv.upload(await csv.type(), Buffer.concat([HEADER, ...parts]))))[0];
    expect(await encodingOf(utf8, other)).to.equal('utf-8');
    expect(await encodingOf(utf8, other, more)).to.equal('windows-1252');
    expect(await encodingOf(utf8, more)).to.equal('utf-8');
    expect(await encodingOf(other)).to.equal('windows-1252');
  });

  it('reads real files', async () => {
    const type = await csv.type();
    await csv.load(
      type,
      'email,first_name,city\nheike.voss@example.com,Heike,Köln\nandre@example.com,André,Liège\n',
    );
    const one = await csv.load(type, fixture('utf-8-one-bad-byte'));
    expect(read(one)).to.deep.equal(['utf-8', 'content', true]);
    expect(counts(one)).to.deep.equal([3, 0, 1, 1]);
    expect(await csv.refusals(one._id)).to.deep.equal([`5: ${REASON}`]);
    expect(await named(type)).to.deep.equal([
      'andre@example.com|André|Liège',
      'heike.voss@example.com|Heike|Köln',
      'katja@example.org|Katja|Görlitz',
      'oyvind@example.org|Øyvind|Bodø',
      'sara.nunez@example.net|Sara|Málaga',
    ]);
    const asked = await csv.type();
    const all = await csv.load(asked, fixture('utf-8-one-bad-byte'), { encoding: 'windows-1252' });
    expect(counts(all)).to.deep.equal([5, 0, 0, 0]);
    expect((await named(asked))[1]).to.equal('heike.voss@example.com|Heike|KÃ¶ln');

    const marked = await csv.load(await csv.type(), fixture('utf-8-mark-one-bad-byte'));
    expect(read(marked)).to.deep.equal(['utf-8', 'mark', true]);
    expect(counts(marked)).to.deep.equal([3, 0, 0, 1]);
    expect(await csv.refusals(marked._id)).to.deep.equal([`4: ${REASON.replace('0xE9', '0xFC')}`]);

    const german = await csv.type();
    const excel = await csv.load(german, fixture('excel-german-cp1252'), {
      map: { email: 'E-Mail', first_name: 'Vorname', city: 'Ort' },
    });
    expect(read(excel)).to.deep.equal(['windows-1252', 'guess', false]);
    expect(counts(excel)).to.deep.equal([6, 0, 0, 0]);
    expect(await named(german)).to.include('kaethe.gross@example.com|Käthe|Köln');

    const polish = await csv.import(await csv.upload(await csv.type(), fixture('cp1250')));
    expect(polish.encoding_certain).to.equal(false);
  });

  it('refuses the only row when its last character is cut', async () => {
    const type = await csv.type();
    const found = await csv.load(
      type,
      Buffer.from('email,city\na@example.com,Jürgen auf Köln').subarray(0, -3),
    );
    expect(read(found)).to.deep.equal(['utf-8', 'content', true]);
    expect(counts(found)).to.deep.equal([0, 0, 0, 1]);
    expect(await csv.refusals(found._id)).to.deep.equal([
      '2: The row has bytes that are not utf-8 text (0xC3); see the input encoding.',
    ]);
  });

  it('keeps U+FFFD that the file itself has', async () => {
    const type = await csv.type();
    const found = await csv.load(type, 'email,city\na@example.com,K\ufffdln\n');
    expect(counts(found)).to.deep.equal([1, 0, 0, 0]);
  });

  it('reads a file in the encoding that the caller names', async () => {
    const type = await csv.type();
    const found = await csv.load(type, fileOf([7]), { encoding: 'windows-1252' });
    expect(read(found)).to.deep.equal(['windows-1252', 'input', true]);
    const [first] = await named(type);
    expect(first).to.equal('p0@example.com|JÃ¼rgen 0|KÃ¶ln');
    const marked = await csv.load(await csv.type(), Buffer.concat([MARK, fileOf([])]), {
      encoding: 'windows-1252',
    });
    expect(marked.header).to.deep.equal(['email', 'first_name', 'city']);
  });

  it('finds the chosen column by a name beyond ASCII, whatever byte comes after the header', async () => {
    const utf8 = Buffer.from('Empfänger,Ort\na@example.com,Köln\nb@example.com,Köln\n');
    const bad = Buffer.from('c@example.com,K\xf6ln\n', 'latin1');
    const map = { email: 'Empfänger', city: 'Ort' };
    const type = await csv.type();
    expect(counts(await csv.load(type, Buffer.concat([utf8, bad]), { map }))).to.deep.equal([2, 0, 0, 1]);
    const latin = iconv.encode('Empfänger,Ort\na@example.com,Köln\n', 'windows-1252');
    const other = await csv.type();
    expect(counts(await csv.load(other, latin, { map }))).to.deep.equal([1, 0, 0, 0]);
    expect(await named(other)).to.deep.equal(['a@example.com||Köln']);
  });

  it('finds the chosen column by its shown name when the header has a bad byte', async () => {
    const file = Buffer.concat([
      Buffer.from('Empf\xe4nger,Ort\n', 'latin1'),
      Buffer.from('a@example.com,Köln\n'),
    ]);
    const type = await csv.type();
    const found = await csv.load(type, file, { map: { email: 'Empf\ufffdnger', city: 'Ort' } });
    expect(counts(found)).to.deep.equal([1, 0, 0, 0]);
    expect(found.header).to.deep.equal(['Empf\ufffdnger', 'Ort']);
    expect(await named(type)).to.deep.equal(['a@example.com||Köln']);
  });

  it('refuses rows of UTF-16 with single surrogates, and one whose last byte is missing', async () => {
    for (const encoding of ['utf-16le', 'utf-16be'] as const) {
      const written = iconv.encode(
        'email,city\na@example.com,Łódź\nb@example.com,x\nc@example.com,Köln',
        encoding,
        { addBOM: true },
      );
      const at = written.indexOf(iconv.encode('x\n', encoding, { addBOM: false }));
      written.set(encoding === 'utf-16le' ? [0x3d, 0xd8] : [0xd8, 0x3d], at);
      const type = await csv.type();
      const found = await csv.load(type, written.subarray(0, -1));
      expect(read(found)).to.deep.equal([encoding, 'mark', true]);
      expect(found).to.include({ state: 'completed', percent: 100 });
      expect(counts(found)).to.deep.equal([1, 0, 0, 2]);
      expect((await csv.refusals(found._id))[0]).to.equal(
        `3: The row has bytes that are not ${encoding} text (0xD83D); see the input encoding.`,
      );
      expect(await named(type)).to.deep.equal(['a@example.com||Łódź']);
    }
  });
});
