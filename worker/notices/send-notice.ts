import { now } from '../../common/clock.ts';
import { signToken, tokenKey } from '../../common/domain/tokens.ts';
import { maskAddress } from '../../common/log.ts';
import type { AccountDocument } from '../../common/models/accounts.ts';
import type { WorkerContext } from '../context.ts';
import { standstillOf } from '../delivery/standstill.ts';
import { describeFailure } from '../mailer.ts';
import { type NoticeWords, noticeMail } from '../mails/notice.ts';
import { type HeldNotice, recordPerson, releaseNotice, renewClaim } from './claim.ts';
import { type Person, peopleOf } from './people.ts';
import { DAILY, returnPlace, takePlace } from './quota.ts';
import { wordsOf } from './words.ts';

export type NoticeWorker = Pick<WorkerContext, 'config' | 'log' | 'mailer' | 'stopping'>;

/** Waiting time after a failed try, in milliseconds: four times the last one, up to an hour. */
const FIRST_WAIT = 10_000;
const LONGEST_WAIT = 3600_000;
/** Until what a notice waits for is looked for again, and for how long at most. */
const LOOK_AGAIN = 1000;
const WAITS_AT_MOST = 24 * 3600_000;

/** done: nobody is left · later: somebody is · away: no mail server answered · lost: somebody else has it. */
export type NoticeOutcome = 'done' | 'later' | 'away' | 'lost';

/** Sends a claimed notice to all who are to have it and have not. */
export async function sendNotice(
  held: HeldNotice,
  account: AccountDocument,
  worker: NoticeWorker,
): Promise<NoticeOutcome> {
  const { notice } = held;
  const people = (await peopleOf(account._id, notice.at)).filter(
    ({ id }) => id > notice.walked_to || notice.again.includes(id),
  );
  const words = people.length > 0 ? await wordsOf(notice) : null;
  const age = now().getTime() - notice.at.getTime();
  if (words === 'wait' && age < WAITS_AT_MOST) {
    await releaseNotice(held, new Date(now().getTime() + LOOK_AGAIN), false);
    return 'later';
  }
  const givenUp = words !== null && age > worker.config.giveUpHours * 3600_000;
  if (givenUp) worker.log.warn({ notice: notice._id, attempts: notice.attempts }, 'a notice was given up');
  if (words === null || words === 'wait' || givenUp) {
    await releaseNotice(held, null);
    return 'done';
  }
  let left = false;
  for (const person of people) {
    if (worker.stopping.aborted || (await standstillOf(account._id, worker.config)) !== null) {
      await releaseNotice(held, now(), false);
      return 'later';
    }
    if (!(await renewClaim(held))) return 'lost';
    const outcome = await mailPerson(person, words, held, account, worker);
    await recordPerson(held, person.id, outcome !== 'done');
    left ||= outcome !== 'done';
    if (outcome === 'away') {
      await tryLater(held);
      return 'away';
    }
  }
  if (left) await tryLater(held);
  else await releaseNotice(held, null);
  return left ? 'later' : 'done';
}

/** One mail to one address. A crash between the server's yes and our note of it sends it once more, as the same mail. */
async function mailPerson(
  person: Person,
  words: NoticeWords,
  { notice }: HeldNotice,
  account: AccountDocument,
  { config, mailer, log }: NoticeWorker,
): Promise<'done' | 'later' | 'away'> {
  const place = await takePlace(person.address_norm, now(), notice.kind === 'unsubscribed-all');
  if (!place) {
    log.info({ notice: notice._id, to: maskAddress(person.address) }, 'a notice is one too many today');
    return 'done';
  }
  const token = signToken(tokenKey(config.signingSecrets), 'notifications', person.id);
  const mail = noticeMail({
    words,
    at: notice.at,
    account,
    address: person.address,
    stopUrl: `${config.publicUrl}/notifications/${token}`,
    messageKey: `${notice._id}-${person.id}`,
    lastOf: place.last ? DAILY : null,
  });
  try {
    await mailer.send(mail);
    return 'done';
  } catch (error) {
    await returnPlace(place);
    const { refused, ...failure } = describeFailure(error);
    log.warn(
      { notice: notice._id, to: maskAddress(person.address), refused, ...failure },
      'a notice was not sent',
    );
    if (refused) return 'done';
    return failure.reply === null ? 'away' : 'later';
  }
}

async function tryLater(held: HeldNotice): Promise<void> {
  const wait = Math.min(FIRST_WAIT * 4 ** (held.notice.attempts - 1), LONGEST_WAIT);
  await releaseNotice(held, new Date(now().getTime() + wait));
}
