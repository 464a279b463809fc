import { expect } from 'chai';
import { mergeRows } from '../../../../common/data/build/merge-rows.ts';

type Row = [code: string, name: string];
const merged = (old: Row[], fresh: Row[]): Row[] => mergeRows(old, fresh, ([code]) => code);

describe('an update of the reference data', () => {
  it('takes the source unchanged the first time', () => {
    expect(
      merged(
        [],
        [
          ['b', 'B'],
          ['a', 'A'],
        ],
      ),
    ).to.deep.equal([
      ['b', 'B'],
      ['a', 'A'],
    ]);
  });

  it('keeps the place of each row, updates it, keeps rows that the source dropped and appends new ones', () => {
    const old: Row[] = [
      ['a', 'A'],
      ['b', 'B'],
      ['c', 'C'],
    ];
    const fresh: Row[] = [
      ['0', 'New'],
      ['c', 'C'],
      ['a', 'Renamed'],
      ['z', 'Last'],
    ];
    expect(merged(old, fresh)).to.deep.equal([
      ['a', 'Renamed'],
      ['b', 'B'],
      ['c', 'C'],
      ['0', 'New'],
      ['z', 'Last'],
    ]);
  });

  it('changes nothing when it runs again', () => {
    const fresh: Row[] = [
      ['c', 'C'],
      ['a', 'A'],
    ];
    const once = merged(
      [
        ['a', 'A'],
        ['b', 'B'],
      ],
      fresh,
    );
    expect(merged(once, fresh)).to.deep.equal(once);
  });
});
