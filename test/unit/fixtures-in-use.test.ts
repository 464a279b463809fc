import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

/** The test of each mail, template and list of replies that was reported as wrong. */
const USED: Readonly<Record<string, string>> = {
  'designs/order-table.html': 'unit/common/compose/text-body.test.ts',
  'designs/unclosed-comment.html': 'support/hiding-ways.ts',
  'designs/unsubscribe-hidden-by-css.html': 'support/hiding-ways.ts',
  'designs/unsubscribe-in-mso-comment.html': 'support/hiding-ways.ts',
  'reports/arf-redacted-everywhere.eml': 'store/inbound/reported-mails.test.ts',
  'reports/arf-redacted-recipient.eml': 'store/inbound/reported-mails.test.ts',
  'reports/dsn-forwarded.eml': 'store/inbound/reported-mails.test.ts',
  'reports/dsn-generated-from.eml': 'store/inbound/reported-mails.test.ts',
  'reports/jmrp-report.eml': 'store/inbound/reported-mails.test.ts',
  'replies/inputs.jsonl': 'support/replies.ts',
};

const filesOf = (folder: string): string[] =>
  readdirSync(new URL(`../fixtures/${folder}`, import.meta.url)).map((name) => `${folder}/${name}`);

describe('fixtures of reported mistakes', () => {
  it('have a test each, which names them', () => {
    for (const file of [...filesOf('designs'), ...filesOf('reports'), 'replies/inputs.jsonl']) {
      const test = USED[file];
      expect(test, `no test of ${file}`).to.be.a('string');
      const name = /([^/]+)\.\w+$/.exec(file)![1]!;
      expect(readFileSync(new URL(`../${test}`, import.meta.url), 'utf8'), `${test} of ${file}`).to.include(
        name,
      );
    }
  });
});
