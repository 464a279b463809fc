import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { logCalls } from '../../support/log-calls.ts';

/** Fields of every line (common/log.ts). */
const BASE = ['level', 'time', 'process', 'version', 'commit', 'commit_date', 'host', 'pid', 'msg'];
/** A message begins with a small letter, or with a name. */
const MESSAGE = /^(?:[a-z]|API |Amazon SNS |Redis |SMTP |X-Forwarded-For ).{6,}[^.!]$/;
const MOST_WORDS = 900;

const page = readFileSync('docs/logs.md', 'utf8');
const calls = logCalls();
const lines = calls.filter(({ level }) => level !== 'child');

/** Returns the code words with which the lines of a list begin. */
function namesIn(title: string): string[] {
  const [, section = ''] = page.split(`\n## ${title}\n`);
  const [list = ''] = section.split('\n## ', 1);
  return [...list.matchAll(/^- ((?:`[^`]+`(?:, )?)+)/gm)]
    .flatMap(([, names = '']) => [...names.matchAll(/`([^`]+)`/g)])
    .map(([, name = '']) => name);
}

describe('the log', () => {
  it('has a constant message in each line', () => {
    expect(lines).to.have.length.above(90);
    for (const { at, message } of lines) expect(message, at).to.match(MESSAGE);
  });

  it('names each field where it is logged, once and in snake_case', () => {
    for (const { at, fields, unnamed } of calls) {
      expect(unnamed, at).to.deep.equal([]);
      expect(new Set(fields).size, at).to.equal(fields.length);
      for (const field of fields) expect(field, at).to.match(/^[a-z]+(?:_[a-z]+)*$/);
    }
  });

  it('leaves fields of all lines, and of a child logger, to their logger', () => {
    const bound = calls.flatMap(({ level, fields }) => (level === 'child' ? fields : []));
    expect(bound).to.include.members(['request_id', 'job']);
    // These two lines are written by the process's own logger.
    const own = new Set(['request answered', 'job failed']);
    for (const { at, message, fields } of lines)
      expect(
        fields.filter((field) => [...BASE, ...(own.has(message!) ? [] : bound)].includes(field)),
        at,
      ).to.deep.equal([]);
  });

  it('has exactly the fields of its page', () => {
    const used = new Set([...BASE, ...calls.flatMap(({ fields }) => fields)]);
    expect(namesIn('Fields')).to.have.members([...used]);
  });

  it('has the messages of its page', () => {
    const messages = namesIn('Messages');
    expect(messages).to.have.length.above(15);
    expect(lines.map(({ message }) => message)).to.include.members(messages);
  });

  it(`has a page of at most ${MOST_WORDS} words`, () => {
    expect(page.match(/\S*[a-z0-9]\S*/gi)).to.have.length.at.most(MOST_WORDS);
  });
});
