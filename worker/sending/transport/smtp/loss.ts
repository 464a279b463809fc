import type { Verdict } from '../../../../common/domain/reply-classes.ts';
import { aborted, type Fault } from '../outcome.ts';
import { deferralBy, type Trouble } from '../trouble.ts';
import type { ConnectionLoss, SessionResult, Transaction, TransactionStep } from './transaction.ts';

export interface Ending {
  readonly reason: string;
  readonly trouble: Trouble | null;
  readonly fault: Fault;
  readonly aboutDomain: Verdict | null;
}

const PLACES: Readonly<Record<Exclude<TransactionStep, 'RSET' | 'MAIL'>, string>> = {
  RCPT: 'at RCPT',
  DATA: 'at DATA',
  empty: 'at DATA',
  dot: 'in the middle of the data',
};

/** The result of the mail in the dialogue when its connection ends. `isOld`: the connection has carried other mails before. */
export function lossOfCurrent(mail: Transaction, ending: Ending, isOld: boolean): SessionResult {
  const { aboutDomain } = ending;
  return brokenOff(mail, aboutDomain ? { ...lostBy(ending), aboutDomain } : judged(mail, ending, isOld));
}

export function lossOfNext(mail: Transaction, ending: Ending): SessionResult {
  const unclear = ending.fault !== 'slow_down';
  const bystander = ending.aboutDomain !== null || (unclear && !mail.begun);
  return brokenOff(mail, { ...lostBy(ending), unclear, bystander });
}

const lostBy = ({ fault, reason }: Ending) => ({ kind: 'lost', fault, reason, opening: false }) as const;

/** Decides whether the mail before, the server or the recipient has the trouble. */
function judged({ step, grouped }: Transaction, ending: Ending, isOld: boolean): ConnectionLoss {
  const lost = lostBy(ending);
  const { trouble } = ending;
  // The mail before was refused, and this one has not begun.
  if (step === 'RSET') return { ...lost, bystander: true };
  if (step === 'MAIL') {
    // Some servers keep back their replies to a group, and so lose them with the line. An old connection may just have ended.
    const unclear = trouble === 'silence' ? grouped : isOld || (grouped && trouble === 'lost');
    return { ...lost, unclear };
  }
  if (trouble === null) return lost;
  // If the server itself goes down, no other connection can be opened: that is no attempt of the mail.
  return { ...lost, unclear: trouble === 'lost', deferral: deferralBy(trouble, PLACES[step], lost.reason) };
}

function brokenOff({ refusal, dotOut }: Transaction, lost: ConnectionLoss): SessionResult {
  if (refusal) {
    const { answer, step } = refusal;
    return { kind: 'answered', answer, slowDown: false, atMail: step === 'MAIL' };
  }
  if (dotOut) return { kind: 'in_doubt', reason: lost.reason, bytesFree: false };
  return lost.fault === 'aborted' ? aborted() : lost;
}
