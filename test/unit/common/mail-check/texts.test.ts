import { expect } from 'chai';
import { textProblems } from '../../../../common/mail-check/texts.ts';

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
