import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../../../local/servers.mjs';

const SOURCES = join(ROOT, 'console/src');

/** Fields of answers whose texts the service writes, for programs. */
const NAMES =
  'failure|last_failure|reason|trouble|hold_detail|paused_detail|brake_detail|suspended_reason|reply';
const FIELD = String.raw`(?:\w+\??\.)*(?:${NAMES})(?: \?\? '')?`;

/** A field as it is, as a result of a condition, or as a part of another text. A function that replaces it has a name with `Words`. */
const SHOWN = [
  new RegExp(String.raw`(?<![=$\w])\{(${FIELD})\}`, 'g'),
  new RegExp(String.raw`(?:[?:] |&& )(${FIELD})(?=[}):,]|$)`, 'g'),
  new RegExp(
    String.raw`\b(?!\w*(?:Words|Reason|reasonOf)\()\w+\((?:(?:[^(){}]|\([^()]*\))*, )?(${FIELD})(?=[,)])`,
    'g',
  ),
  new RegExp(String.raw`const \w+ = (?:\w+\.)*((?:hold|paused|brake)_detail)\b`, 'g'),
];

/** Where such a name is something else, or is meant to be shown as it is. */
const ALLOWED: Readonly<Record<string, string>> = {
  'pages/operator/failed-jobs.tsx job.reason': 'the error of a program, for the operator',
  'pages/operator/service.tsx trouble': 'the words of a mail server, for the operator',
  'pages/operator/account-standing.tsx reason': 'what the operator writes',
  'pages/operator/account-standing.tsx operatorPage.reason': 'the label of a field',
  'pages/home/account-pause.tsx pause.reason': 'the label of a field',
  "pages/operator/account-standing.tsx suspended_reason ?? ''": 'what the operator wrote',
  "pages/automations/person.tsx delivery.reply ?? ''": 'the words of the mail server that refused the email',
  'pages/settings/suppressions.tsx reply': 'the words of the mail server that refused the address',
  'pages/campaigns/compose-send.tsx reason': 'the id of an element',
};

describe('the pages of the console', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.startsWith('texts/'),
  );
  const shown = files.flatMap((file) =>
    readFileSync(join(SOURCES, file), 'utf8')
      .split('\n')
      .flatMap((line) =>
        SHOWN.flatMap((form) => [...line.matchAll(form)].map(([, field]) => `${file} ${field}`)),
      ),
  );

  it('show no text that the service wrote for programs, but words of their own for it', () => {
    expect(shown.filter((one) => !Object.hasOwn(ALLOWED, one))).to.deep.equal([]);
  });

  it('have each exception', () => {
    expect(Object.keys(ALLOWED).filter((one) => !shown.includes(one))).to.deep.equal([]);
  });
});
