import type { Config } from '../config.ts';
import { normalizeAddress } from '../domain/addresses.ts';
import type { Verification } from '../domain/verification.ts';
import type { SenderDocument } from '../models/senders.ts';
import { VerificationQuota, type VerificationQuotaDocument } from '../models/verification-quotas.ts';
import { isDuplicateKey, rows } from '../mongo/connection.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** Mails a week and address that ask whether it wants notifications, of all accounts together. */
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
const accountId = ({ user_id }: VerificationMail): string => `account ${user_id}`;

const keyOf = ({ _id, verification }: VerificationMail): string => `${_id}-${verification.nonce}`;

/**
 * Takes a mail's place among those that its address may get in a day and its account may ask for in an hour: an
 * account that names a stranger's address as a sender does not flood it. Null when it has one, however often this is asked; else
 * when to ask again. The windows slide.
 */
export async function takeVerificationPlace(
  mail: VerificationMail,
  rates: Rates,
  at: Date,
): Promise<Date | null> {
  const key = keyOf(mail);
  const address = { id: addressId(mail), limit: rates.verifications, window: DAY_MS };
  const account = { id: accountId(mail), limit: rates.accountVerifications, window: HOUR_MS };
  const full = await take(address, key, at);
  if (full) return full;
  const busy = await take(account, key, at);
  if (busy) await forget(address.id, key);
  return busy;
}

/**
 * Gives places back, as the link was used: who reads an address's mail wants them, and may verify it for as many
 * senders as there are.
 */
export async function returnVerificationPlaces(mail: VerificationMail): Promise<void> {
  await rows(VerificationQuota).deleteOne({ _id: addressId(mail) });
  await forget(accountId(mail), keyOf(mail));
}

/** A mail that asks an address whether it wants notifications: the recipient's id and the nonce of its link. */
export interface ConfirmationMail {
  readonly _id: number;
  readonly email_address: string;
  readonly nonce: number;
}

const confirmationId = ({ email_address }: ConfirmationMail): string =>
  `confirm ${normalizeAddress(email_address)}`;

/**
 * Takes a mail's place among those that ask an address, whatever account wants them: more accounts are not more mails. Null
 * when it has one; else when to ask again.
 */
export const takeConfirmationPlace = (mail: ConfirmationMail, at: Date): Promise<Date | null> =>
  take({ id: confirmationId(mail), limit: CONFIRMATIONS, window: WEEK_MS }, `${mail._id}-${mail.nonce}`, at);

/** Gives a mail's place back, as its button was pressed: its reader wants such mails. */
export const returnConfirmationPlace = (mail: ConfirmationMail) =>
  forget(confirmationId(mail), `${mail._id}-${mail.nonce}`);

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
async function takeAll(
  { id, limit, window }: Counter,
  keys: readonly string[],
  at: Date,
): Promise<Date | null> {
  if (limit === 0) return null;
  const recent = {
    $filter: {
      input: { $ifNull: ['$mails', []] },
      cond: { $gt: ['$$this.at', new Date(at.getTime() - window)] },
    },
  };
  const isFree = {
    $and: [
      { $lte: [{ $size: '$mails' }, limit - keys.length] },
      { $eq: [{ $size: { $setIntersection: [[...keys], '$mails.key'] } }, 0] },
    ],
  };
  const taken = keys.map((key) => ({ key, at }));
  const change = [
    { $set: { mails: recent, expires_at: new Date(at.getTime() + window) } },
    { $set: { mails: { $cond: [isFree, { $concatArrays: ['$mails', taken] }, '$mails'] } } },
  ];
  const options = { upsert: true, returnDocument: 'after' } as const;
  const count = () => rows(VerificationQuota).findOneAndUpdate({ _id: id }, change, options);
  const counter = (await count().catch((error: unknown) => {
    // Another call has inserted the counter at this moment.
    if (isDuplicateKey(error)) return count();
    throw error;
  })) as VerificationQuotaDocument;
  if (counter.mails.some((mail) => mail.key === keys[0])) return null;
  const inTheWay = counter.mails.length + keys.length - limit;
  return new Date(counter.mails[inTheWay - 1]!.at.getTime() + window);
}

const forget = (id: string, key: string) =>
  rows(VerificationQuota).updateOne({ _id: id }, { $pull: { mails: { key } } });
