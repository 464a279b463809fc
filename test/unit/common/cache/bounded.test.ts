import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { programSources } from '../../../support/sources.ts';

/** A map or set that is emptied because of its size, or loses its oldest entry by hand. */
const BY_HAND = [
  /\b(\w+)\.size\b[^\n]*(?:>=?|===?) ?[^0\s][^\n]*(?:\n[^\n]*){0,4}?\b\1\.clear\(\)/g,
  /\b(\w+)\.delete\(\1\.keys\(\)\.next\(\)/g,
];

/** The places that may do it, and why. */
const OTHERS: Readonly<Record<string, string>> = Object.freeze({
  'common/cache/cached.ts: kept': 'The oldest answer is dropped, however often it was reused.',
});

const foundIn = (text: string): string[] =>
  BY_HAND.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name!));

describe('a bounded memory', () => {
  it('is an LRUCache, or is bounded by hand for a reason', () => {
    const found = programSources().flatMap((file) =>
      foundIn(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`),
    );
    expect(found.sort()).to.deep.equal(Object.keys(OTHERS).sort());
  });

  for (const [what, text, found] of [
    ['a map that is cleared at its bound', 'if (kept.size >= MOST) kept.clear();', ['kept']],
    [
      'a set that is cleared lines later',
      'if (seen.size + 1 > 100) {\n  log();\n  seen.clear();\n}',
      ['seen'],
    ],
    ['the first key that is deleted', 'kept.delete(kept.keys().next().value!);', ['kept']],
    ['no map that is cleared where it has entries', 'if (lost.size > 0) lost.clear();', []],
    ['no other map', 'if (kept.size >= MOST) others.clear();', []],
  ] as const)
    it(`finds ${what}`, () => expect(foundIn(text)).to.deep.equal(found));
});
