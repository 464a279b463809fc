import { expect } from 'chai';
import papaparse from 'papaparse';
import { csvOf, percentOf } from '../../../console/src/app/csv.ts';

const ROWS = [
  ['Figure', 'Share (%)', 'A "quoted", listed; name'],
  ['=SUM(A1)', 37.5, -1234.25],
  [],
  ['3,5', 12, ''],
];

const textOf = (locale: string): Promise<string> => csvOf(ROWS, locale).text();

describe('a CSV file that the console makes', () => {
  it('has the separator and the decimal sign that spreadsheets expect in its language', async () => {
    expect((await textOf('en-GB')).split('\r\n')).to.deep.equal([
      '"Figure","Share (%)","A ""quoted"", listed; name"',
      '"\'=SUM(A1)",37.5,-1234.25',
      '',
      '"3,5",12,""',
      '',
    ]);
    for (const locale of ['de', 'de-AT', 'fr', 'fr-CA', 'en-ZA'])
      expect((await textOf(locale)).split('\r\n')[1], locale).to.equal('"\'=SUM(A1)";37,5;-1234,25');
    expect((await textOf('de-CH')).split('\r\n')[1]).to.equal('"\'=SUM(A1)";37.5;-1234.25');
  });

  it('has the same cells in each language', async () => {
    for (const [locale, delimiter] of [
      ['en', ','],
      ['de', ';'],
      ['fr', ';'],
    ] as const) {
      const { data } = papaparse.parse<string[]>(await textOf(locale), { delimiter });
      expect(
        data.map((cells) => cells.length),
        locale,
      ).to.deep.equal([3, 3, 1, 3, 1]);
      expect(data[0], locale).to.deep.equal(ROWS[0]);
    }
  });

  it('begins with the mark by which spreadsheets know UTF-8', async () => {
    const bytes = Buffer.from(await csvOf(ROWS, 'de').arrayBuffer());
    expect(bytes.subarray(0, 3).toString('hex')).to.equal('efbbbf');
  });

  it('has shares as numbers with one decimal', () => {
    expect([
      percentOf(3, 8),
      percentOf(1, 3),
      percentOf(2, 3),
      percentOf(5, 5),
      percentOf(0, 0),
    ]).to.deep.equal([37.5, 33.3, 66.7, 100, 0]);
  });
});
