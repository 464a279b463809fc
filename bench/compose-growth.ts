import { compileMail } from '../common/compose/compile-mail.ts';
import { renderMail } from '../common/compose/render-mail.ts';
import { recipient, source } from '../test/support/composed-mails.ts';
import { report } from './support/figures.ts';

/**
 * Whether the time to compose grows in proportion to the input. Each awkward piece of text is repeated to 8 kB and to 64 kB,
 * and the CPU is compared. `node --import tsx bench/compose-growth.ts` ends with 1 when a ratio is too high (linear is 8,
 * quadratic 64).
 */
const SMALL = 2 ** 13;
const TIMES = 8;
/** Ratios above this are reported. Times below a millisecond are too inaccurate to count. */
const WORST = 24;
const NOTHING_US = 3000;

const UNITS = [
  '(',
  '((',
  '((a',
  '((a|',
  '((a))',
  '((a|x))',
  ')',
  '((a|x',
  '((a|(',
  '((a|)',
  '<',
  '<a ',
  '<a href="',
  '<a href="((a',
  '<a href=((a))',
  '<!--',
  '<!-->',
  '<!--[if',
  '<!--[if x]>',
  '<!-- -',
  '<![endif]',
  '<style>',
  '<style></style',
  '</',
  '<p title="',
  "<p x='",
  '&',
  '&amp;',
  '&#',
  '<a href="https://x.example/((a))&amp;">x</a>',
  '</body>',
  '<body>',
  '=',
  ' ',
  '\t',
  '\r',
  '.',
  'From ',
  'ü',
  '<title>',
  '<p a=b ',
  '-',
  '"',
];
const VALUES = ['x', ' ', '<', '\n', 'ü', '=', '"', '.', '((a))'];

/** The least CPU of five runs, in microseconds. */
function cost(work: () => void): number {
  return Math.min(
    ...Array.from({ length: 5 }, () => {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      return user + system;
    }),
  );
}

function inTemplate(unit: string, size: number): void {
  const html = unit.repeat(size / unit.length);
  renderMail(
    compileMail(source({ html, text: html, subject: html.slice(0, 2000), tracking: true })),
    recipient(),
  );
}

const valueMail = compileMail(
  source({ html: '<a href="((v))" title="((v))" style="((v))">((v))</a>', subject: '((v))' }),
);
const inValue = (unit: string, size: number): void =>
  void renderMail(valueMail, recipient({ v: unit.repeat(size / unit.length) }));

let worst = 0;
for (const [where, units, work] of [
  ['template', UNITS, inTemplate],
  ['value', VALUES, inValue],
] as const) {
  for (const unit of units) {
    const small = cost(() => work(unit, SMALL));
    const large = cost(() => work(unit, SMALL * TIMES));
    const ratio = large / Math.max(small, 1);
    const bad = large > NOTHING_US * TIMES && ratio > WORST;
    if (bad) process.exitCode = 1;
    if (large > NOTHING_US) worst = Math.max(worst, ratio);
    console.log(
      `${where.padEnd(9)}${JSON.stringify(unit).padEnd(36)}${String(large).padStart(9)} µs  × ${ratio.toFixed(1)}${bad ? '  OUT OF PROPORTION' : ''}`,
    );
  }
}
report({
  what: `composing content of ${TIMES} × the length, the worst of ${UNITS.length + VALUES.length}`,
  value: Number(worst.toFixed(1)),
  unit: '× the CPU',
  goal: { atMost: WORST },
});
