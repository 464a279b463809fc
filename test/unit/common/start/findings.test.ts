import { expect } from 'chai';
import { checkSystemFrom } from '../../../../common/start/findings.ts';

const WORDS = ['warn', 'refuse', 'allow'] as const;

describe('the check of SYSTEM_FROM', () => {
  const told = (systemFrom: string) =>
    WORDS.map((freeMailSenders) =>
      (['warn', 'refuse'] as const).filter(
        (finding) => checkSystemFrom({ systemFrom, freeMailSenders }, finding) !== null,
      ),
    );

  it('finds an address of a free mailbox, as FREE_MAIL_SENDERS says', () => {
    expect(told('service@GMail.com')).to.deep.equal([['warn'], ['refuse'], []]);
    expect(told('no-reply@shop.example')).to.deep.equal([[], [], []]);
  });
});
