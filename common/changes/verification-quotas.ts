import type { Config } from '../config.ts';
import { normalizeAddress } from '../domain/addresses.ts';
import type { Verification } from '../domain/verification.ts';
import type { SenderDocument } from '../models/senders.ts';
import { VerificationQuota, type VerificationQuotaDocument } from '../models/verification-quotas.ts';
import { isDuplicateKey } from '../store/connection.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** Mails a week that ask an address whether it wants the notifications of an account. */
const CONFIRMATIONS = 3;

/** A verification mail on its way: whose, where to, and which link. */
export type VerificationMail = Pick<SenderDocument, '_id' | 'user_id' | 'from_email'> & {
  readonly verification: Pick<Verification, 'nonce'>;
};

type Rates = Pick<Config['rates'], 'verifications' | 'accountVerifications'>;

interface Counter {
  readonly id: string;
  /** 0: none. */
  readonly limit: number;
  readonly window: number;
}

/**
 * An address's counter is the account's own: else one account's asking would show in another's answers, and could
 * keep it from verifying. Only the service's operator makes accounts, so that more accounts are no way around it.
 */
const addressId = ({ user_id, from_email }: VerificationMail): string =>
  `address ${user_id} ${normalizeAddress(from_email)}`;

/** All mails to addresses that an account only claims: those of senders and of notification recipients. */
const ofAccount = (userId: number, rates: Rates): Counter => ({
  id: accountId(userId),
  limit: rates.accountVerifications,
  window: HOUR_MS,
});
const accountId = (userId: number): string => `account ${userId}`;

const keyOf = ({ _id, verification }: VerificationMail): string => `${_id}-${verification.nonce}`;

/**
 * Takes a mail's place among those that its address may get in a day and its account may ask for in an hour: an
 * account that names a stranger's address as a sender does not flood it. Null when it has one, however often this is asked; else
 * when to ask again. The windows slide. `waits`: the mail waits for its turn behind the earlier ones of its account.
 */
export const takeVerificationPlace = (
  mail: VerificationMail,
  rates: Rates,
  at: Date,
  { waits }: { waits: boolean },
): Promise<Date | null> =>
  takeBoth(
    { id: addressId(mail), limit: rates.verifications, window: DAY_MS },
    ofAccount(mail.user_id, rates),
    keyOf(mail),
    at,
    waits ? takeTurn : take,
  );

async function takeBoth(
  address: Counter,
  account: Counter,
  key: string,
  at: Date,
  ofAccount: typeof take,
): Promise<Date | null> {
  const full = await take(address, key, at);
  if (full) return full;
  const busy = await ofAccount(account, key, at);
  if (busy) await forget(address.id, key);
  return busy;
}

/**
 * Gives places back, as the link was used: who reads an address's mail wants them, and may verify it for as many
 * senders as there are.
 */
export async function returnVerificationPlaces(mail: VerificationMail): Promise<void> {
  await VerificationQuota.deleteOne({ _id: addressId(mail) });
  await forget(accountId(mail.user_id), keyOf(mail));
}

/** A mail that asks an address whether it wants notifications: the recipient's id and the nonce of its link. */
export interface ConfirmationMail {
  readonly _id: number;
  readonly user_id: number;
  readonly email_address: string;
  readonly nonce: number;
}

/** An address's counter is the account's own here, too. */
const confirmationId = ({ user_id, email_address }: ConfirmationMail): string =>
  `confirm ${user_id} ${normalizeAddress(email_address)}`;
const confirmationKey = ({ _id, nonce }: ConfirmationMail): string => `confirm-${_id}-${nonce}`;

/**
 * Takes a mail's place among those that ask its address for its account, and among all mails of the account to addresses that it only
 * claims. Null when it has one; else when to ask again.
 */
export const takeConfirmationPlace = (mail: ConfirmationMail, rates: Rates, at: Date): Promise<Date | null> =>
  takeBoth(
    { id: confirmationId(mail), limit: CONFIRMATIONS, window: WEEK_MS },
    ofAccount(mail.user_id, rates),
    confirmationKey(mail),
    at,
    takeTurn,
  );

/** Gives a mail's places back, as its button was pressed: its reader wants such mails. */
export async function returnConfirmationPlace(mail: ConfirmationMail): Promise<void> {
  await forget(confirmationId(mail), confirmationKey(mail));
  await forget(accountId(mail.user_id), confirmationKey(mail));
}

/** Mails of tests that an account may send in an hour: they leave out what protects recipients of sends. */
const TESTS = 50;

/** Takes the places of all mails of a test among those of its account. Null when it has them; else when to ask again. */
export const takeTestPlaces = (
  userId: number,
  testId: string,
  mails: number,
  at: Date,
): Promise<Date | null> =>
  takeAll(
    { id: `tests ${userId}`, limit: TESTS, window: HOUR_MS },
    Array.from({ length: mails }, (_, mail) => `${testId}-${mail}`),
    at,
  );

const take = (counter: Counter, key: string, at: Date): Promise<Date | null> => takeAll(counter, [key], at);

/** Null when all mails are counted; else when as many of the oldest as are in their way will be no more. All or none are counted. */
async function takeAll(counter: Counter, keys: readonly string[], at: Date): Promise<Date | null> {
  const { limit, window } = counter;
  if (limit === 0) return null;
  const isFree = {
    $and: [
      { $lte: [{ $size: '$mails' }, limit - keys.length] },
      { $eq: [{ $size: { $setIntersection: [[...keys], '$mails.key'] } }, 0] },
    ],
  };
  const taken = keys.map((key) => ({ key, at }));
  const { mails } = await count(counter, at, {
    $cond: [isFree, { $concatArrays: ['$mails', taken] }, '$mails'],
  });
  if (mails.some((mail) => mail.key === keys[0])) return null;
  const inTheWay = mails.length + keys.length - limit;
  return new Date(mails[inTheWay - 1]!.at.getTime() + window);
}

/** Mails of an account that have a turn in the future, some two days of them; a counter has about 50 bytes of each. */
const MOST_WAITING = 1000;

/**
 * Gives a mail its turn, which is in the future while the window is full: behind each mail that asked before, so that mails wait in
 * their order, and each until its own time. Null when its turn has come; else when that is. Where too many have a turn, the mail has to ask
 * again.
 */
async function takeTurn(counter: Counter, key: string, at: Date): Promise<Date | null> {
  const { limit, window } = counter;
  if (limit === 0) return null;
  const size = { $size: '$mails' };
  const isFree = {
    $and: [{ $lt: [size, limit + MOST_WAITING] }, { $not: [{ $in: [key, '$mails.key'] }] }],
  };
  const oldest = { $arrayElemAt: ['$mails.at', { $subtract: [size, limit] }] };
  const turn = { $cond: [{ $lt: [size, limit] }, at, { $max: [at, { $add: [oldest, window] }] }] };
  const { mails } = await count(counter, at, {
    $cond: [isFree, { $concatArrays: ['$mails', [{ key, at: turn }]] }, '$mails'],
  });
  const mine = mails.find((mail) => mail.key === key)?.at ?? mails.at(-1)!.at;
  return mine > at ? mine : null;
}

/** Changes the mails of a counter to what the expression says, and returns the counter. Mails that are older than its window are gone. */
async function count(
  { id, window }: Counter,
  at: Date,
  mails: object,
): Promise<Pick<VerificationQuotaDocument, 'mails'>> {
  const recent = {
    $filter: {
      input: { $ifNull: ['$mails', []] },
      cond: { $gt: ['$$this.at', new Date(at.getTime() - window)] },
    },
  };
  const change = [
    { $set: { mails: recent } },
    { $set: { mails } },
    { $set: { expires_at: { $add: [{ $max: [at, { $max: '$mails.at' }] }, window] } } },
  ];
  const options = { upsert: true, returnDocument: 'after' } as const;
  const write = () => VerificationQuota.findOneAndUpdate({ _id: id }, change, options);
  return (await write().catch((error: unknown) => {
    // Another call has inserted the counter at this moment.
    if (isDuplicateKey(error)) return write();
    throw error;
  })) as VerificationQuotaDocument;
}

const forget = (id: string, key: string) =>
  VerificationQuota.updateOne({ _id: id }, { $pull: { mails: { key } } });
