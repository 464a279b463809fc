import { expect } from 'chai';
import { readCustomValue } from '../../../../common/domain/custom-values.ts';

describe('the reader of custom values', () => {
  it('reads text without the surrounding blanks', () => {
    expect(readCustomValue('text', ' a b ')).to.deep.equal({ text: 'a b' });
    expect(readCustomValue('text', 'é'.repeat(4096))).to.not.equal(null);
    expect(readCustomValue('text', 'é'.repeat(4097))).to.equal(null);
    expect(readCustomValue('text', 'a\0b')).to.equal(null);
  });

  it('takes an empty text as no value, for any type', () => {
    for (const type of ['text', 'number', 'datetime-local'] as const) {
      expect(readCustomValue(type, ' \t')).to.deep.equal({ text: '' });
    }
  });

  for (const [given, number] of Object.entries({
    '42': 42,
    '-1.5': -1.5,
    '+3': 3,
    '.5': 0.5,
    '7.': 7,
    '007': 7,
    '1e+21': 1e21,
    '0': 0,
  })) {
    it(`reads the number ${given}`, () => {
      expect(readCustomValue('number', given)).to.deep.equal({ text: given, number });
    });
  }

  for (const given of [
    'x',
    '1,5',
    '1 000',
    '0x1f',
    'Infinity',
    'NaN',
    '1e999',
    '.',
    '-',
    '١',
    '9'.repeat(400),
  ]) {
    it(`refuses the number ${given.slice(0, 12)}`, () =>
      expect(readCustomValue('number', given)).to.equal(null));
  }

  for (const given of [
    '2026-11-30T23:59',
    '2026-11-30T23:59:59',
    '2024-02-29T00:00',
    '2000-02-29T00:00',
    '0050-02-28T00:00',
  ]) {
    it(`reads the time ${given}`, () =>
      expect(readCustomValue('datetime-local', given)).to.deep.equal({ text: given }));
  }

  for (const given of [
    '2026-02-29T00:00',
    '1900-02-29T00:00',
    '2026-04-31T10:00',
    '2026-13-01T10:00',
    '2026-00-01T10:00',
    '2026-01-00T10:00',
    '2026-01-01T24:00',
    '2026-01-01T10:60',
    '2026-01-01T10:00:60',
    '0000-01-01T10:00',
    '2026-01-01',
    '2026-01-01 10:00',
    '2026-1-1T10:00',
    '2026-01-01T10:00Z',
    '2026-01-01T10:00:00.5',
    '01/02/2026',
  ]) {
    it(`refuses the time ${given}`, () => expect(readCustomValue('datetime-local', given)).to.equal(null));
  }
});
