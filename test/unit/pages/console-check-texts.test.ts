import { expect } from 'chai';
import { wrongPlaceholders } from '../../../api/services/domain/placeholder-warnings.ts';
import { CHECK_CODE_NAMES, CHECK_CODES, problem, withoutFlood } from '../../../common/mail-check/problems.ts';
import { textProblems } from '../../../common/mail-check/texts.ts';
import { placeOfProblem } from '../../../console/src/data/check-places.ts';
import { checkTextOf, warningOf } from '../../../console/src/data/check-texts.ts';
import { isHold } from '../../../shared/hold-reasons.ts';
import { consoleTexts } from '../../support/console-texts.ts';

const de = await consoleTexts('de');
const en = await consoleTexts('en');

describe('a finding of a check, in the words of the console,', () => {
  const written = (text: string) =>
    wrongPlaceholders([{ where: 'subject', text }], new Set(['first_name']))[0]!.text;

  it('names the placeholder, and the field that is meant', () => {
    const unknown = { code: 'placeholder_unknown', text: written('Hi ((frist_name))') } as const;
    expect(checkTextOf(unknown, en)).to.equal(
      '((frist_name)) is not one of your fields, so it stays empty. Did you mean ((first_name))?',
    );
    expect(checkTextOf({ ...unknown, text: written('((zzzzzz|dear friend))') }, de)).to.equal(
      '((zzzzzz|…)) ist keines Ihrer Felder und bleibt leer.',
    );
    expect(warningOf(written('Hi {{first_name}}'), en)).to.match(
      /^\{\{first_name\}\} belongs to another tool/,
    );
    expect(warningOf(written('Hi ((frist_name))'), en)).to.equal(checkTextOf(unknown, en));
  });

  it('has a place where it is fixed, if it is an error or about the sender', () => {
    const lost = CHECK_CODE_NAMES.filter((code) => placeOfProblem({ code, where: 'template' }) === null);
    expect(lost).to.deep.equal(['unsubscribe_missing', 'address_missing', 'links_unchecked', 'not_checked']);
    expect(placeOfProblem({ code: 'placeholder_unknown', where: 'preheader' })).to.equal('subject');
  });

  it('can be passed by a tick, if the service does not hold the campaign for it', () => {
    const errors = CHECK_CODE_NAMES.filter((code) => CHECK_CODES[code].level === 'error');
    expect(errors.filter((code) => !isHold(code))).to.deep.equal([
      'from_free_mail',
      'from_protected',
      'link_invalid',
      'link_text_foreign',
      'image_broken',
      'image_missing',
      'image_unreachable',
    ]);
  });

  it('quotes texts, and counts what is left out', () => {
    const [sample] = textProblems('Before. Lorem ipsum dolor', 'template');
    expect(checkTextOf(sample!, en)).to.match(/^“.*Lorem ipsum dolor” is a sample text\. Replace it\.$/);
    const many = withoutFlood(
      Array.from({ length: 25 }, () => problem('link_broken', 'x', 'It answers 404.')),
    );
    expect(checkTextOf(many.at(-1)!, de)).to.equal('5\u00a0weitere Probleme dieser Art');
  });

  it('names parts of the design and rules of the spam filter', () => {
    expect(
      checkTextOf(
        { code: 'client_support', text: 'CSS flexbox is not shown by Outlook, Gmail (https://a.example/b).' },
        en,
      ),
    ).to.equal('Some email programs do not show everything: CSS flexbox (Outlook, Gmail).');
    expect(
      checkTextOf(
        {
          code: 'spam_score',
          text: 'The spam filter calls it spam (reject), with 15.0 points: BIG_FONT 3.0.',
        },
        en,
      ),
    ).to.match(/\(BIG_FONT 3\.0\)$/);
  });
});
