import { expect } from 'chai';
import { components } from 'mjml-core';
import { compileMjml } from '../../../../common/domain/mjml.ts';
import { MJML_TEXT_ELEMENTS, mjmlProblems } from '../../../../common/domain/mjml-structure.ts';

const page = (body: string): string =>
  `<mjml>\n<mj-body>\n<mj-section><mj-column>\n${body}\n</mj-column></mj-section></mj-body></mjml>`;

describe('the check of MJML', () => {
  it('knows the elements from which MJML takes texts', async () => {
    await compileMjml(page(''));
    const theirs = Object.entries(components as Record<string, { endingTag?: boolean }>)
      .filter(([, component]) => component.endingTag)
      .map(([name]) => name);
    expect([...MJML_TEXT_ELEMENTS].sort()).to.deep.equal(theirs.sort());
  });

  const cases: [string, string[]][] = [
    [page('<mj-text>a <br> b < c & d</mj-text><mj-image src="x"/><!-- <mj-text> --><mj-divider />'), []],
    [page('<mj-raw><!-- htmlmin:ignore --></mj-raw>'), []],
    [page('<mj-raw><!--[if mso]><table><![endif]--></mj-raw>'), []],
    [
      page('<mj-text><!-- note</mj-text>'),
      ['line 4: <mj-text>: a comment is not closed; write --> at its end: “<!-- note”.'],
    ],
    [
      page('<mj-raw><!--[if mso]><table></mj-raw>'),
      ['line 4: <mj-raw>: a comment is not closed; write --> at its end: “<!--[if mso]><table>”.'],
    ],
    [
      page('<mj-table><tr><td><textarea>x</td></tr></mj-table>'),
      [
        'line 4: <mj-table>: <textarea> is not closed; write </textarea> at its end: “<textarea>x</td></tr>”.',
      ],
    ],
    [
      page('<mj-text>hi'),
      ['line 4: <mj-text> is not closed; write </mj-text> before the </mj-column> of line 5.'],
    ],
    [
      page('<mj-text>hi</mj-text></mj-text>'),
      ['line 4: </mj-text> closes nothing; remove it, or write <mj-text> before it.'],
    ],
    [
      page('<mj-image src="x">'),
      ['line 4: <mj-image> is not closed; write </mj-image> before the </mj-column> of line 5.'],
    ],
    [
      page('<mj-text color="red>x</mj-text>'),
      ['line 4: <mj-text has no end; write > after its attributes, and close their quotes.'],
    ],
    [
      page('<mj-include path="x.mjml" />'),
      ['line 4: <mj-include> is not supported; insert the contents of the file.'],
    ],
    [page('<!-- x'), ['line 4: a comment is not closed; write --> at its end.']],
    [
      '<mjml></mjml>',
      ['line 1: there is no <mj-body>; a design is one <mjml> element with an <mj-body> in it.'],
    ],
    ['no MJML', ['line 1: there is no <mj-body>; a design is one <mjml> element with an <mj-body> in it.']],
  ];
  for (const [text, problems] of cases) {
    it(`reports ${JSON.stringify(text.slice(-90))}`, () => {
      expect(mjmlProblems(text).slice(0, Math.max(1, problems.length))).to.deep.equal(problems);
    });
  }

  it('turns errors of MJML’s validator into sentences', async () => {
    for (const [body, problem] of [
      [
        '<mj-nonsense>x</mj-nonsense>',
        '<mj-nonsense> is no element of MJML; use one that is, or put HTML into <mj-text>.',
      ],
      ['<mj-text foo="1">x</mj-text>', '<mj-text> has no attribute foo; remove it.'],
      [
        '<mj-text color="nocolor">x</mj-text>',
        'the attribute color of <mj-text> can not be "nocolor"; write a Color.',
      ],
    ] as const) {
      expect((await compileMjml(page(body))).errors).to.deep.equal([`line 4: ${problem}`]);
    }
    expect((await compileMjml(page('<mj-text color="((color))">x</mj-text>'))).errors).to.deep.equal([]);
  });
});
