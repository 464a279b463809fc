import { expect } from 'chai';
import { importSizeOf } from '../../../console/src/pages/imports/import-size.ts';
import { importSteps } from '../../../console/src/texts/en/imports.ts';

const STATUSES = { mailable: 5, opted_out: 0, bounced: 0, complained: 0, unconfirmed: 0, left_out: 0 };
const PREVIEW = {
  rows_added: 3,
  rows_updated: 1,
  rows_unchanged: 1,
  leave_out: [],
  status_by: null,
  statuses: STATUSES,
  unknown_statuses: [],
  trial: { whole: true },
} as const satisfies Parameters<typeof importSizeOf>[0][number];
const NEW = { ...PREVIEW, rows_updated: 0, rows_unchanged: 0, statuses: { ...STATUSES, mailable: 3 } };
const NOTHING = { leftOut: [], decided: {} };
const BY = { by: 'column', name: 'status' } as const;

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const startOf = (...given: Parameters<typeof importSizeOf>): string | null => {
  const { read } = importSizeOf(...given);
  return read && plain(importSteps.start(read.count, read.unit, read.bound));
};
const hintOf = (...given: Parameters<typeof importSizeOf>): string => {
  const { joining } = importSizeOf(...given);
  const hint = importSteps.seriesHint('Hello', joining?.count ?? null, joining?.bound ?? 'exact');
  return plain(hint).split(' the ')[0]!;
};

describe('the size of an import in the console', () => {
  it('counts rows where some may be of one contact, and only new contacts where others are left as they are', () => {
    expect(startOf([NEW], NOTHING, 'update')).to.equal('Import 3 contacts');
    expect(startOf([PREVIEW], NOTHING, 'update')).to.equal('Import 5 rows');
    expect(startOf([PREVIEW], NOTHING, 'skip')).to.equal('Import 3 contacts');
    expect(startOf([{ ...NEW, trial: { whole: false } }], NOTHING, 'update')).to.equal(
      'Import at least 3 contacts',
    );
    expect(startOf([NEW, NEW], NOTHING, 'update')).to.equal('Import 6 rows');
    expect(startOf([NEW, NEW], NOTHING, 'skip')).to.equal('Import up to 6 contacts');
  });

  it('has no number where rows that a preview left out are imported after all', () => {
    const without = { ...NEW, leave_out: ['typo' as const] };
    expect(startOf([without], { ...NOTHING, leftOut: ['typo'] }, 'update')).to.equal('Import 3 contacts');
    expect(startOf([without], NOTHING, 'update')).to.equal(null);
    expect(startOf([NEW], { ...NOTHING, leftOut: ['typo'] }, 'update')).to.equal('Import up to 3 contacts');
    expect(hintOf([without], NOTHING, 'update')).to.equal('New contacts get');
  });

  it('names no more new contacts with emails than can get them', () => {
    expect(hintOf([PREVIEW], NOTHING, 'update')).to.equal('3 new contacts get');
    const part = { ...PREVIEW, trial: { whole: false } };
    expect(hintOf([part], NOTHING, 'update')).to.equal('At least 3 new contacts get');
    const said = {
      ...PREVIEW,
      status_by: BY,
      statuses: { ...STATUSES, mailable: 1, opted_out: 3 },
      unknown_statuses: [{ word: 'VIP', rows: 1 }],
    };
    expect(hintOf([said], NOTHING, 'update')).to.equal('Up to 1 new contact gets');
    expect(hintOf([said], { leftOut: [], decided: { VIP: 'mailable' } }, 'update')).to.equal(
      'Up to 2 new contacts get',
    );
    expect(hintOf([{ ...said, trial: { whole: false } }], NOTHING, 'update')).to.equal('New contacts get');
    expect(hintOf([PREVIEW], { ...NOTHING, leftOut: ['typo'] }, 'update')).to.equal(
      'Up to 3 new contacts get',
    );
  });
});
