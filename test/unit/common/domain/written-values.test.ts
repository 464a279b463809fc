import { expect } from 'chai';
import { type DateReading, dateOrderOf, readWritten } from '../../../../common/domain/written-values.ts';

/** The value of a cell; null: the cell is left out. */
const textOf = (type: 'number' | 'datetime-local', cell: string, reading: Partial<DateReading> = {}) => {
  const read = readWritten('field', type, cell, { order: null, zone: 'UTC', ...reading });
  return 'refused' in read ? null : read.text;
};

describe('a date in a file', () => {
  const certain: Record<string, string | null> = {
    '1991-03-07': '1991-03-07T00:00',
    '1991-03-07 18:05:00': '1991-03-07T18:05:00',
    '1991-03-07T18:05': '1991-03-07T18:05',
    '1991-03-07 8:05': '1991-03-07T08:05',
    '1991-03-07 18:05:00.123': '1991-03-07T18:05:00',
    '1991-03-07T18:05:00Z': '1991-03-07T18:05:00',
    '1991-03-07T18:05:00+02:00': '1991-03-07T16:05:00',
    '1991-03-07 18:05:00 UTC': '1991-03-07T18:05:00',
    '1991-03-07 18:05:00 +0000 UTC': '1991-03-07T18:05:00',
    '1991/03/07': '1991-03-07T00:00',
    '1991-3-7': '1991-03-07T00:00',
    '07.03.1991': '1991-03-07T00:00',
    '7.3.1991 8:05': '1991-03-07T08:05',
    '07.03.1991, 08:05:09': '1991-03-07T08:05:09',
    '29.02.1976': '1976-02-29T00:00',
    '30.02.1988': null,
    '0000-00-00': null,
    '0000-00-00 00:00:00': null,
    '1991-03/07': null,
    '07.03.91': null,
    '1991-03-07 25:00': null,
    '1991-03-07 13:00 PM': null,
    '1991-03-07 8:05 PM': '1991-03-07T20:05',
    'N/A': null,
    '-': null,
  };
  for (const [cell, text] of Object.entries(certain))
    it(`is ${text} for ${cell}`, () => {
      expect(textOf('datetime-local', cell)).to.equal(text);
    });

  const either: Record<string, readonly [dmy: string | null, mdy: string | null]> = {
    '03/07/1991': ['1991-07-03T00:00', '1991-03-07T00:00'],
    '3/7/1991 8:05': ['1991-07-03T08:05', '1991-03-07T08:05'],
    '3/7/1991 12:05 AM': ['1991-07-03T00:05', '1991-03-07T00:05'],
    '3/7/1991 12:05:09 p.m.': ['1991-07-03T12:05:09', '1991-03-07T12:05:09'],
    '03-07-1991': ['1991-07-03T00:00', '1991-03-07T00:00'],
    '25/12/1991': ['1991-12-25T00:00', null],
    '12-25-1991': [null, '1991-12-25T00:00'],
    '03/07-1991': [null, null],
  };
  for (const [cell, [dmy, mdy]] of Object.entries(either))
    it(`needs an order for ${cell}`, () => {
      expect(textOf('datetime-local', cell)).to.equal(null);
      expect(textOf('datetime-local', cell, { order: 'dmy' })).to.equal(dmy);
      expect(textOf('datetime-local', cell, { order: 'mdy' })).to.equal(mdy);
    });

  it('with an offset is told in the zone of the account', () => {
    const reading = { zone: 'Europe/Berlin' };
    expect(textOf('datetime-local', '1991-03-07T18:05:00z', reading)).to.equal('1991-03-07T19:05:00');
    expect(textOf('datetime-local', '1991-03-07T18:05:00', reading)).to.equal('1991-03-07T18:05:00');
  });

  it('shows the order of its column, unless another contradicts it', () => {
    for (const mark of ['/', '-']) {
      const cells = (...days: readonly string[]) => days.map((day) => `${day}/1991`.replaceAll('/', mark));
      expect(dateOrderOf(cells('03/07', '25/12')), mark).to.equal('dmy');
      expect(dateOrderOf(cells('03/07', '12/25')), mark).to.equal('mdy');
      expect(dateOrderOf(cells('25/12', '12/25')), mark).to.equal(null);
      expect(dateOrderOf(cells('03/07', '01/02')), mark).to.equal(null);
      // These are no dates in either order.
      expect(dateOrderOf(cells('25/13', '45/01', '00/25')), mark).to.equal(null);
    }
  });
});

describe('a number in a file', () => {
  const numbers: Record<string, string | null> = {
    '12': '12',
    '12.5': '12.5',
    '12,5': '12.5',
    '-12,5': '-12.5',
    '\u221212,5': '-12.5',
    '1.234,50': '1234.50',
    '1,234.50': '1234.50',
    '1 234': '1234',
    '1\u00a0234,5': '1234.5',
    '1\u202f234': '1234',
    "1'234.50": '1234.50',
    '1\u2019234.50': '1234.50',
    '1.234.567': '1234567',
    '1,234,567': '1234567',
    // A call has a point before decimals.
    '1.234': '1.234',
    '1,234': null,
    '12,345': null,
    '0,123': '0.123',
    '1,2,3': null,
    'N/A': null,
    '0x1f': null,
    Infinity: null,
  };
  for (const [cell, text] of Object.entries(numbers))
    it(`is ${text} for ${cell}`, () => {
      expect(textOf('number', cell)).to.equal(text);
    });
});
