import { expect } from 'chai';
import { compileMail } from '../../../worker/compose/compile-mail.ts';
import { renderMail } from '../../../worker/compose/render-mail.ts';
import { compose, faults, recipient, source } from './mails.ts';

/** The fastest of three, in milliseconds: the others had to share the machine. */
function fastest(work: () => void): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const start = performance.now();
      work();
      return performance.now() - start;
    }),
  );
}

// Eight times the text may take four times its eightfold time, or what is nothing; quadratic takes 64 times.
const [SMALL, TIMES, SLACK, NOTHING] = [2 ** 13, 8, 4, 50];
function growsLinearly(work: (size: number) => void): void {
  const small = fastest(() => work(SMALL));
  expect(fastest(() => work(SMALL * TIMES))).to.be.below(Math.max(small * TIMES * SLACK, NOTHING));
}

describe('the time that composing takes is linear', () => {
  const units = [
    '(',
    '((',
    '((a',
    '((a|',
    '((a))',
    '((a|x))',
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
  for (const unit of units) {
    it(`in templates of ${JSON.stringify(unit)}`, () => {
      growsLinearly((size) => {
        const html = unit.repeat(size / unit.length);
        // Its own text: html-to-text is measured by itself, and the limits on its input are tested with it.
        renderMail(
          compileMail(source({ html, text: html, subject: html.slice(0, 2000), tracking: true })),
          recipient(),
        );
      });
    });
  }

  for (const unit of ['x', ' ', '<', '\n', 'ü', '=', '"', '.', '((a))']) {
    it(`in values of ${JSON.stringify(unit)}`, () => {
      const mail = compileMail(
        source({ html: '<a href="((v))" title="((v))" style="((v))">((v))</a>', subject: '((v))' }),
      );
      growsLinearly((size) => void renderMail(mail, recipient({ v: unit.repeat(size / unit.length) })));
    });
  }

  it('and a megabyte of brackets takes less than 100 ms', () => {
    const html = '('.repeat(2 ** 20);
    expect(fastest(() => void compileMail(source({ html, text: 'x' })))).to.be.below(100);
    expect(faults(compose({ html, text: html }))).to.deep.equal([]);
  });
});
