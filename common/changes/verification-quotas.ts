import type { Config } from '../config.ts';
import { normalizeAddress } from '../domain/addresses.ts';
import type { Verification } from '../domain/verification.ts';
import type { SenderDocument } from '../models/senders.ts';
import { VerificationQuota, type VerificationQuotaDocument } from '../models/verification-quotas.ts';
import { isDuplicateKey } from '../store/connection.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** Weekly mails that ask an address to confirm an account's notifications. */
const CONFIRMATIONS = 3;

export type VerificationMail = Pick<SenderDocument, '_id' | 'user_id' | 'from_email'> & {
  readonly verification: Pick<Verification, 'nonce'>;
};

type Rates = Pick<Config['rates'], 'verifications' | 'accountVerifications'>;

interface Counter {
  readonly id: string;
  readonly limit: number;
  readonly window: number;
}

/** Per account: otherwise one account's requests would show in another's answers. Only the operator creates accounts. */
const addressId = ({ user_id, from_email }: VerificationMail): string =>
  `address ${user_id} ${normalizeAddress(from_email)}`;

const accountId = (userId: number): string => `account ${userId}`;

const keyOf = ({ _id, verification }: VerificationMail): string => `${_id}-${verification.nonce}`;

/**
 * Takes a mail's place in the daily limit of its address and the hourly limit of its account, so that an account cannot flood a stranger's
 * address. Returns null when it has a place, otherwise when to ask again. Repeated calls count once. The windows slide. `waits`: the mail
 * queues behind earlier ones of its account.
 */
export const takeVerificationPlace = (
  mail: VerificationMail,
  rates: Rates,
  at: Date,
  { waits }: { waits: boolean },
): Promise<Date | null> => {
  const address = { id: addressId(mail), limit: rates.verifications, window: DAY_MS };
  return takeBoth(address, mail.user_id, rates, keyOf(mail), at, waits ? takeTurn : take);
};

/** The account's counter includes all mails to addresses that it only claims. */
async function takeBoth(
  address: Counter,
  userId: number,
  rates: Rates,
  key: string,
  at: Date,
  ofAccount: typeof take,
): Promise<Date | null> {
  const full = await take(address, key, at);
  if (full) return full;
  const account = { id: accountId(userId), limit: rates.accountVerifications, window: HOUR_MS };
  const busy = await ofAccount(account, key, at);
  if (busy) await forget(address.id, key);
  return busy;
}

/** Returns places when the link was used: the reader wants these mails, and may verify any number of senders. */
export async function returnVerificationPlaces(mail: VerificationMail): Promise<void> {
  await VerificationQuota.deleteOne({ _id: addressId(mail) });
  await forget(accountId(mail.user_id), keyOf(mail));
}

/** Asks an address whether it wants notifications: the recipient's id and the nonce of its link. */
export interface ConfirmationMail {
  readonly _id: number;
  readonly user_id: number;
  readonly email_address: string;
  readonly nonce: number;
}

/** This counter belongs to the account too. */
const confirmationId = ({ user_id, email_address }: ConfirmationMail): string =>
  `confirm ${user_id} ${normalizeAddress(email_address)}`;
const confirmationKey = ({ _id, nonce }: ConfirmationMail): string => `confirm-${_id}-${nonce}`;

/** Takes a mail's place in the limits of its address and of its account. Returns null when it has a place, otherwise when to ask again. */
export const takeConfirmationPlace = (
  mail: ConfirmationMail,
  rates: Rates,
  at: Date,
): Promise<Date | null> => {
  const address = { id: confirmationId(mail), limit: CONFIRMATIONS, window: WEEK_MS };
  return takeBoth(address, mail.user_id, rates, confirmationKey(mail), at, takeTurn);
};

/** Returns a mail's places when its button was pressed: its reader wants such mails. */
export async function returnConfirmationPlace(mail: ConfirmationMail): Promise<void> {
  await forget(confirmationId(mail), confirmationKey(mail));
  await forget(accountId(mail.user_id), confirmationKey(mail));
}

/** Test mails of an account in an hour: tests skip what protects recipients of sends. */
export const TEST_MAILS = 50;

/** Takes the places of all mails of a test. Returns null, or when to ask again. */
export const takeTestPlaces = (
  userId: number,
  testId: string,
  mails: number,
  at: Date,
): Promise<Date | null> =>
  takeAll(
    { id: `tests ${userId}`, limit: TEST_MAILS, window: HOUR_MS },
    Array.from({ length: mails }, (_, mail) => `${testId}-${mail}`),
    at,
  );

/** Test events of an account in an hour, so that no account floods an endpoint. */
export const WEBHOOK_TESTS = 10;

/** Takes the place of one test event. Returns null, or when to ask again. */
export const takeWebhookTestPlace = (userId: number, testId: string, at: Date): Promise<Date | null> =>
  take({ id: `webhook-tests ${userId}`, limit: WEBHOOK_TESTS, window: HOUR_MS }, testId, at);

const take = (counter: Counter, key: string, at: Date): Promise<Date | null> => takeAll(counter, [key], at);

/** Counts all or none of the mails. Returns null, or when enough old ones have expired. */
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

/** Future turns of an account, some two days; a counter has about 50 bytes of each. */
const MOST_WAITING = 1000;

/** The turn is in the future while the window is full. Returns null when it has come, otherwise its time or when to ask again. */
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

/** Applies the expression to a counter's mails, without expired ones, and returns the counter. */
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
    // A concurrent call has inserted the counter.
    if (isDuplicateKey(error)) return write();
    throw error;
  })) as VerificationQuotaDocument;
}

const forget = (id: string, key: string) =>
  VerificationQuota.updateOne({ _id: id }, { $pull: { mails: { key } } });
