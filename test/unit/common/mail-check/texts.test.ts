import { expect } from 'chai';
import { subjectProblems, textProblems } from '../../../../common/mail-check/texts.ts';

const codes = (text: string): string[] => textProblems(text, 'subject').map(({ code }) => code);

describe('the check of texts', () => {
  for (const text of ['Gr\ufffd\ufffde', 'SchÃ¶ne GrÃ¼ÃŸe', 'It’s donâ€™t', '10Â\u00a0€'])
    it(`names a wrong encoding in ${JSON.stringify(text)}`, () =>
      expect(codes(text)).to.include('text_damaged'));

  for (const text of ['Lorem ipsum dolor', 'Your text here', 'Click to edit this text', 'Hier Text eingeben'])
    it(`names a text of an editor: ${text}`, () => expect(codes(text)).to.deep.equal(['default_text']));

  for (const text of ['Schöne Grüße', 'SÃO PAULO', 'Âge d’or', 'Here is your text message', ''])
    it(`leaves ${JSON.stringify(text)} alone`, () => expect(codes(text)).to.deep.equal([]));
});

describe('the check of a subject', () => {
  const found = (subject: string): string[] => subjectProblems(subject).map(({ code }) => code);

  it('names one that is too long or shouts', () => {
    expect(found('x'.repeat(121))).to.deep.equal(['subject_long']);
    expect(found('LAST CHANCE: 50 % OFF TODAY')).to.deep.equal(['subject_loud']);
    expect(found('Last chance!!!')).to.deep.equal(['subject_loud']);
  });

  it('leaves others alone', () => {
    for (const subject of [
      'News',
      'SHOP & CO',
      'Really?!',
      'Ünser Angebot für ((FIRST_NAME|LIEBE LESERIN))',
      '',
      '日本語の件名',
    ])
      expect(found(subject), subject).to.deep.equal([]);
  });
});
