import { expect } from 'chai';
import { meaningsOf } from '../../../../common/replies/meanings.ts';
import { wordsOf } from '../../../../common/replies/words.ts';

const of = (text: string): string[] => meaningsOf(wordsOf(text));

describe('meanings of words in replies', () => {
  it('are found in the order of the words, in several languages, once where the same follows', () => {
    expect(of('Recipient does not exist')).to.deep.equal(['person', 'not', 'exist']);
    expect(of('Empfänger existiert nicht')).to.deep.equal(['person', 'exist', 'not']);
    expect(of('user customer member')).to.deep.equal(['person']);
  });

  it('are those of whole words, unless these may go on', () => {
    expect(of('busybody')).to.deep.equal([]);
    expect(of('quotas')).to.deep.equal(['full']);
  });

  it('are found within words of scripts without spaces', () => {
    expect(of('收件人邮箱已满')).to.include.members(['person', 'mailbox', 'full']);
  });
});
