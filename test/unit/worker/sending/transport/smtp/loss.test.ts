import { expect } from 'chai';
import {
  type Ending,
  lossOfCurrent,
  lossOfNext,
} from '../../../../../../worker/sending/transport/smtp/loss.ts';
import {
  beginTransaction,
  prepare,
  type SessionResult,
  type Transaction,
} from '../../../../../../worker/sending/transport/smtp/transaction.ts';
import { mailTo } from '../../../../../support/transports.ts';

const OFFERS = { pipelining: true, smtpUtf8: true, eightBit: true, size: null, declaresSize: false };
const transactionAt = (step: Transaction['step'], changed: Partial<Transaction> = {}): Transaction => {
  const prepared = prepare(mailTo('a@x.example'), OFFERS);
  if ('kind' in prepared) throw new Error('it can not be sent');
  return { ...beginTransaction(prepared, true, () => {}), step, ...changed };
};
const lost = (ending: Partial<Ending> = {}): Ending => ({
  reason: 'closed',
  trouble: 'lost',
  fault: 'connection',
  aboutDomain: null,
  ...ending,
});
const SILENT = lost({ trouble: 'silence' });
const REFUSAL = {
  step: 'RCPT',
  answer: { kind: 'refused', reply: '550 no', code: null, class: 'gone', rule: 'x', bytesFree: true },
} as const;
const SLOW = { class: 'slow', rule: 'own-closed' } as const;

/** A result in words. */
function wordsOf(result: SessionResult): string {
  if (result.kind !== 'lost') return result.kind;
  const { unclear, bystander, deferral, aboutDomain, fault } = result;
  const words = [
    unclear && 'unclear',
    bystander && 'bystander',
    deferral?.rule,
    aboutDomain && 'about domain',
  ];
  return [fault, ...words.filter(Boolean)].join(', ');
}

describe('transport: a connection that ends', () => {
  const current: [string, Transaction, Ending, boolean, string][] = [
    ['at RSET', transactionAt('RSET'), lost(), true, 'connection, bystander'],
    ['at MAIL of its first mail', transactionAt('MAIL', { grouped: false }), lost(), false, 'connection'],
    [
      'at MAIL of a later mail',
      transactionAt('MAIL', { grouped: false }),
      lost(),
      true,
      'connection, unclear',
    ],
    ['at MAIL of a group', transactionAt('MAIL'), lost(), false, 'connection, unclear'],
    ['silent at MAIL', transactionAt('MAIL', { grouped: false }), SILENT, true, 'connection'],
    ['silent at MAIL of a group', transactionAt('MAIL'), SILENT, false, 'connection, unclear'],
    ['at RCPT', transactionAt('RCPT'), lost(), false, 'connection, unclear, own-lost-line'],
    ['silent at RCPT', transactionAt('RCPT'), SILENT, false, 'connection, own-silence'],
    [
      'with 421 at MAIL',
      transactionAt('MAIL', { grouped: false }),
      lost({ trouble: null, fault: 'slow_down' }),
      false,
      'slow_down',
    ],
    [
      'with 421 at RCPT',
      transactionAt('RCPT'),
      lost({ fault: 'slow_down', aboutDomain: SLOW }),
      false,
      'slow_down, about domain',
    ],
    ['after a refusal', transactionAt('DATA', { refusal: REFUSAL }), lost(), false, 'answered'],
    ['in the data', transactionAt('dot'), lost(), false, 'connection, unclear, own-lost-line'],
    ['after the dot', transactionAt('dot', { dotOut: true }), lost(), false, 'in_doubt'],
    [
      'because its caller aborts',
      transactionAt('RCPT'),
      lost({ trouble: null, fault: 'aborted' }),
      false,
      'aborted',
    ],
  ];
  for (const [when, transaction, ending, isOld, result] of current)
    it(`makes its mail "${result}" when it ends ${when}`, () => {
      expect(wordsOf(lossOfCurrent(transaction, ending, isOld))).to.equal(result);
    });

  const next: [string, Transaction, Ending, string][] = [
    ['nothing of it is written', transactionAt('MAIL'), lost(), 'connection, unclear, bystander'],
    ['its commands are written', transactionAt('MAIL', { begun: true }), lost(), 'connection, unclear'],
    [
      'the server asks for less',
      transactionAt('MAIL'),
      lost({ fault: 'slow_down', trouble: null }),
      'slow_down',
    ],
    [
      'the mail before is to blame',
      transactionAt('MAIL', { begun: true }),
      lost({ fault: 'slow_down', aboutDomain: SLOW }),
      'slow_down, bystander',
    ],
  ];
  for (const [when, transaction, ending, result] of next)
    it(`makes the next mail "${result}" when ${when}`, () => {
      expect(wordsOf(lossOfNext(transaction, ending))).to.equal(result);
    });
});
