import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { CHECK_CODES } from '../../../common/mail-check/problems.ts';

const GUIDE = readFileSync('docs/checks.md', 'utf8');

describe('docs/checks.md', () => {
  it('lists each code, as the check reports it', () => {
    const found = [...GUIDE.matchAll(/^- `(\w+)` \((\w+)\): (.*)$/gm)].map(([, code, level, when]) => [
      code,
      level,
      when,
    ]);
    const known = Object.entries(CHECK_CODES).map(([code, { level, when }]) => [code, level, when]);
    expect(found).to.deep.equal(known);
  });
});
