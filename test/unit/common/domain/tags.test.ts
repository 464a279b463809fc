import { expect } from 'chai';
import { mapColumns } from '../../../../shared/csv-columns.ts';
import {
  readTag,
  readTags,
  TAG_MAX,
  TAGS_MAX,
  withTagField,
  withTags,
  writeTags,
} from '../../../../shared/tags.ts';

describe('a tag', () => {
  it('has one form, which is read as itself', () => {
    for (const [given, stored] of [
      [' VIP ', 'vip'],
      ['Neu  in   Köln', 'neu in köln'],
      ['A\u0308rzte', 'ärzte'],
      ['İ', 'i̇'],
      ['🎉 2030', '🎉 2030'],
      ['x'.repeat(TAG_MAX), 'x'.repeat(TAG_MAX)],
      ['🎉'.repeat(TAG_MAX), '🎉'.repeat(TAG_MAX)],
    ] as const) {
      expect(readTag(given), given).to.equal(stored);
      expect(readTag(stored), given).to.equal(stored);
      expect(readTags(writeTags([stored, 'other'])), given).to.deep.equal([stored, 'other']);
    }
    for (const wrong of [
      '',
      '  ',
      'a,b',
      'a;b',
      'a|b',
      'a"b',
      'a\tb',
      'a\nb',
      '\0',
      '\ufffd',
      'x'.repeat(TAG_MAX + 1),
    ])
      expect(readTag(wrong), JSON.stringify(wrong)).to.equal(null);
  });

  it('is read from cells as other services write them', () => {
    for (const [cell, tags] of [
      ['VIP, Berlin', ['vip', 'berlin']],
      ['"VIP","Berlin"', ['vip', 'berlin']],
      ['vip;berlin|VIP\nköln', ['vip', 'berlin', 'köln']],
      [' , ,', []],
    ] as const)
      expect(readTags(cell), cell).to.deep.equal(tags);
    expect(readTags('a"b')).to.equal(null);
    expect(readTags(Array.from({ length: TAGS_MAX + 1 }, (_, at) => `t${at}`).join())).to.equal(null);
    expect(readTags(','.repeat(10_000_000))).to.be.an('array');
  });

  it('is added once, as long as there is room', () => {
    const full = Array.from({ length: TAGS_MAX }, (_, at) => `t${at}`);
    expect(withTags(['a'], ['b', 'a'])).to.deep.equal(['a', 'b']);
    expect(withTags(full, ['more'])).to.deep.equal(full);
    expect(withTags(full.slice(1), ['b', 'c'])).to.deep.equal([...full.slice(1), 'b']);
  });

  it('has a column of its own, unless a custom field has its name', () => {
    expect(mapColumns(['E-Mail', 'TAGS', 'Tag'], withTagField(['email'])).columns).to.deep.equal([
      'email',
      'tags',
      null,
    ]);
    expect(mapColumns(['email', 'Schlagwörter'], withTagField(['email'])).columns).to.deep.equal([
      'email',
      'tags',
    ]);
    expect(withTagField(['email', 'tags'])).to.deep.equal(['email', 'tags']);
    expect(mapColumns(['email', 'tags'], withTagField(['email', 'Tags'])).columns).to.deep.equal([
      'email',
      'Tags',
    ]);
  });
});
