import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readArguments, refuseArguments } from '../../common/config/program-options.ts';
import { readReport } from '../../inbound/reports/read-report.ts';
import { REASONS } from './reasons.ts';

const USAGE = `Usage: node --import ./local/typescript.mjs test/corpora/main.ts SET_OF_EMAILS GO_SISIMAI [--wrong]

Reads the mails of a checkout of sisimai/set-of-emails, and the reasons that the tests of a checkout of sisimai/go-sisimai expect. Prints
the share of right classes by server; with --wrong, each wrong one.`;
const { values, positionals } = readArguments(USAGE, {
  allowPositionals: true,
  options: { wrong: { type: 'boolean', default: false } },
});
const [mails, tests] = positionals;
if (mails === undefined || tests === undefined)
  refuseArguments('Give the paths of set-of-emails and go-sisimai');
const showsWrong = values.wrong;

/** The reasons by name of the mail, such as `lhost-postfix-01`. */
function expectations(folder: string): Map<string, string[]> {
  const expected = new Map<string, string[]>();
  for (const file of readdirSync(join(folder, 'fact'))) {
    const server = /^\d+-(.*)_test\.go$/.exec(file)?.[1];
    if (server === undefined) continue;
    const source = readFileSync(join(folder, 'fact', file), 'utf8');
    for (const [, number, reason] of source.matchAll(
      /\{"(\d+)",\s*\d+,\s*"[^"]*",\s*"[^"]*",\s*"([^"]*)",/g,
    )) {
      const name = `${server}-${number}`;
      expected.set(name, [...(expected.get(name) ?? []), reason!]);
    }
  }
  return expected;
}

const expected = expectations(tests);
// The other folders have the same mails with other line ends.
const files = readdirSync(join(mails, 'maildir', 'bsd'))
  .filter((file) => file.endsWith('.eml'))
  .sort();
const byServer = new Map<string, { right: number; all: number; falseSuppressions: number }>();
const SUPPRESSING = new Set(['gone', 'inactive']);
let found = 0;

for (const file of files) {
  const name = basename(file, '.eml');
  const reasons = expected.get(name);
  if (!reasons) continue;
  found += 1;
  const report = await readReport(readFileSync(join(mails, 'maildir', 'bsd', file)));
  const recipients = report === null || report === 'unheard' ? [] : report.recipients;
  const server = name.replace(/-\d+$/, '');
  const sum = byServer.get(server) ?? { right: 0, all: 0, falseSuppressions: 0 };
  byServer.set(server, sum);
  const answers: string[] =
    report === null || report === 'unheard'
      ? ['none']
      : report.kind === 'complained' || report.kind === 'auto_reply'
        ? [report.kind]
        : report.recipients.map((one) => one.class);
  reasons.forEach((reason, index) => {
    const right = REASONS[reason] ?? [];
    // Recipients may be listed in another order: one right answer counts.
    const answer = answers[index] ?? answers[0]!;
    const saysNoDomain =
      reason === 'networkerror' && recipients.some(({ reply }) => reply.includes('NXDOMAIN'));
    const isRight =
      right.includes(answer as never) ||
      (saysNoDomain && answer === 'gone') ||
      (reasons.length > 1 && answers.some((one) => right.includes(one as never)));
    sum.all += 1;
    if (isRight) sum.right += 1;
    const isOfAnother = reasons.some((one) => (REASONS[one] ?? []).includes(answer as never));
    const suppresses = SUPPRESSING.has(answer) && !isRight && !isOfAnother;
    if (suppresses) sum.falseSuppressions += 1;
    if (!isRight && showsWrong) {
      const one = recipients[index] ?? recipients[0];
      console.log(
        `${suppresses ? '!! ' : ''}${name} ${reason} -> ${answer} (${one?.rule}) ${one?.address} ${one?.status} ${one?.reply.slice(0, 200)}`,
      );
    }
  });
}

console.log('| server | right | of | false gone or inactive |\n| --- | ---: | ---: | ---: |');
const total = { right: 0, all: 0, falseSuppressions: 0 };
for (const [server, sum] of [...byServer].sort(([one], [other]) => one.localeCompare(other))) {
  console.log(
    `| ${server} | ${Math.round((100 * sum.right) / sum.all)} % | ${sum.all} | ${sum.falseSuppressions} |`,
  );
  total.right += sum.right;
  total.all += sum.all;
  total.falseSuppressions += sum.falseSuppressions;
}
console.log(
  `| all ${found} mails | ${((100 * total.right) / total.all).toFixed(1)} % | ${total.all} | ${total.falseSuppressions} |`,
);
