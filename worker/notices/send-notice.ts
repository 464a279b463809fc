import { now } from '../../common/clock.ts';
import { signToken, tokenKey } from '../../common/domain/tokens.ts';
import { maskAddress } from '../../common/log.ts';
import type { AccountDocument } from '../../common/models/accounts.ts';
import type { WorkerContext } from '../runtime/context.ts';
import { standstillOf } from '../sending/standstill.ts';
import { type HeldNotice, recordPerson, releaseNotice } from './claim.ts';
import { describeFailure } from './mailer.ts';
import { type NoticeTexts, noticeMail } from './mails/notice.ts';
import { type NoticeAddress, peopleOf } from './people.ts';
import { DAILY, returnPlace, takePlace } from './quota.ts';
import { renderNotice } from './renderers.ts';

export type NoticeWorker = Pick<WorkerContext, 'config' | 'log' | 'mailer' | 'stopping'>;

/** Milliseconds to wait after the first failure; later waits grow by four up to an hour. */
const FIRST_WAIT = 10_000;
const LONGEST_WAIT = 3600_000;
const LOOK_AGAIN = 1000;
const WAITS_AT_MOST = 24 * 3600_000;

/** later: some recipients are left · away: no mail server answered · lost: another worker has claimed the notice */
export type NoticeResult = 'done' | 'later' | 'away' | 'lost';

export async function sendNotice(
  held: HeldNotice,
  account: AccountDocument,
  worker: NoticeWorker,
  isOver: () => boolean,
): Promise<NoticeResult> {
  const { notice } = held;
  const people = (await peopleOf(account._id, notice.at)).filter(
    ({ id }) => id > notice.walked_to || notice.again.includes(id),
  );
  const words = people.length > 0 ? await renderNotice(notice) : null;
  const age = now().getTime() - notice.at.getTime();
  if (words === 'wait' && age < WAITS_AT_MOST) {
    await releaseNotice(held, new Date(now().getTime() + LOOK_AGAIN), false);
    return 'later';
  }
  const givenUp = words !== null && age > worker.config.giveUpHours * 3600_000;
  if (givenUp) worker.log.warn({ notice_id: notice._id, attempts: notice.attempts }, 'notice given up');
  if (words === null || words === 'wait' || givenUp) {
    await releaseNotice(held, null);
    return 'done';
  }
  let left = false;
  for (const person of people) {
    if (isOver() || (await standstillOf(account._id, worker.config)) !== null) {
      await releaseNotice(held, now(), false);
      return 'later';
    }
    if (!(await held.lease.renew())) return 'lost';
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

/** After a crash between the server's reply and our record, the same mail is sent once more. */
async function mailPerson(
  person: NoticeAddress,
  words: NoticeTexts,
  { notice }: HeldNotice,
  account: AccountDocument,
  { config, mailer, log }: NoticeWorker,
): Promise<'done' | 'later' | 'away'> {
  const place = await takePlace(person.address_norm, now(), notice.kind === 'unsubscribed-all');
  if (!place) {
    log.info(
      { notice_id: notice._id, to: maskAddress(person.address) },
      'notice skipped; its address has reached the daily limit',
    );
    return 'done';
  }
  const token = signToken(tokenKey(config.signingSecrets), 'notifications', {
    account: account._id,
    id: person.id,
  });
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
    const { code, reply, refused } = describeFailure(error);
    log.warn(
      { notice_id: notice._id, to: maskAddress(person.address), code, reply_code: reply, refused },
      'notice not sent; it is retried unless it was refused',
    );
    if (refused) return 'done';
    return reply === null ? 'away' : 'later';
  }
}

async function tryLater(held: HeldNotice): Promise<void> {
  const wait = Math.min(FIRST_WAIT * 4 ** (held.notice.attempts - 1), LONGEST_WAIT);
  await releaseNotice(held, new Date(now().getTime() + wait));
}
