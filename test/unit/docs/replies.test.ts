import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { REPLY_CLASSES } from '../../../common/domain/reply-classes.ts';
import { readOwnRules } from '../../../common/replies/own-rules.ts';
import { accuracyByProvider } from '../../support/replies.ts';

const GUIDE = readFileSync('docs/replies.md', 'utf8');
const between = (begin: string, end: string): string => {
  const from = GUIDE.indexOf(begin) + begin.length;
  return GUIDE.slice(from, GUIDE.indexOf(end, from)).trim();
};

describe('docs/replies.md', () => {
  it('contains the current list by provider', () => {
    expect(between('<!-- begin list -->', '<!-- end list -->')).to.equal(accuracyByProvider());
  });

  it('names each class', () => {
    const named = [...GUIDE.matchAll(/^- `([a-z]+)`:/gm)].map(([, name]) => name);
    for (const name of REPLY_CLASSES) expect(named).to.include(name);
  });

  it('leads to a valid file of an operator', () => {
    expect(GUIDE).to.include('(../deploy/reply-rules.json)');
    expect(readOwnRules('deploy/reply-rules.json')).to.have.length(2);
  });
});
