import { randomUUID } from 'node:crypto';
import { now } from '../clock.ts';
import { isOneTimeCode, stepOfCode } from '../domain/one-time-codes.ts';
import { Account, type AccountDocument } from '../models/accounts.ts';
import { Session } from '../models/sessions.ts';
import type { ServiceSecrets } from '../secrets/data-keys.ts';
import {
  makeFactorSecret,
  makeRecoveryCodes,
  openFactorSecret,
  recoveryHash,
} from '../secrets/second-factors.ts';
import { noteChange } from './change-notes.ts';

const TYPED_MAX = 40;
const RECOVERY = /^[A-Z2-7]{16}$/;

/** Removes blanks and hyphens and folds case. Returns '' when the text is too long. */
const plain = (typed: string): string =>
  typed.length > TYPED_MAX ? '' : typed.replaceAll(/[\s-]/g, '').toUpperCase();

/** Replaces the secret that this session is to confirm. It is shown once: a stolen session cannot read it later. */
export async function offerFactor(
  userId: number,
  sessionId: string,
  secrets: ServiceSecrets,
): Promise<Buffer> {
  const { secret, sealed } = await makeFactorSecret(userId, secrets);
  await Session.of(userId).updateOne({ _id: sessionId }, { $set: { offered_factor: sealed } });
  return secret;
}

/** Turns the second factor on and ends every session. Returns null for a wrong code, without an offer, or when it is already on. */
export async function turnOn(
  before: AccountDocument,
  sessionId: string,
  typed: string,
  secrets: ServiceSecrets,
): Promise<{ account: AccountDocument; recoveryCodes: readonly string[] } | null> {
  const { _id: userId } = before;
  const session = await Session.of(userId).findOne({ _id: sessionId });
  const sealed = session?.offered_factor;
  const code = plain(typed);
  if (!sealed || !isOneTimeCode(code)) return null;
  const at = now();
  const last_step = stepOfCode(await openFactorSecret(userId, sealed, secrets), code, at);
  if (last_step === null) return null;
  const { shown, hashes } = await makeRecoveryCodes(userId, secrets);
  const second_factor = { id: randomUUID(), sealed, last_step, recovery: hashes, turned_on_at: at };
  await noteChange('factor_on', before);
  const account = await Account.findOneAndUpdate(
    { _id: userId, second_factor: null },
    { $set: { second_factor, updated_at: at } },
    { returnDocument: 'after' },
  );
  return account && { account, recoveryCodes: shown };
}

/** Uses up a code by one conditional write: of two requests only one succeeds. After a later step's code an earlier one is refused. */
export async function useCode(
  { _id, second_factor: factor }: AccountDocument,
  typed: string,
  secrets: ServiceSecrets,
): Promise<boolean> {
  if (!factor) return false;
  const code = plain(typed);
  if (isOneTimeCode(code)) {
    const step = stepOfCode(await openFactorSecret(_id, factor.sealed, secrets), code, now());
    if (step === null) return false;
    const { modifiedCount } = await Account.updateOne(
      { _id, 'second_factor.id': factor.id, 'second_factor.last_step': { $lt: step } },
      { $set: { 'second_factor.last_step': step } },
    );
    return modifiedCount === 1;
  }
  if (!RECOVERY.test(code)) return false;
  const hash = await recoveryHash(_id, code, secrets);
  const { modifiedCount } = await Account.updateOne(
    { _id, 'second_factor.id': factor.id, 'second_factor.recovery': hash },
    { $pull: { 'second_factor.recovery': hash } },
  );
  return modifiedCount === 1;
}

/** Call it after a code was used. Every session ends, and a mail reports it. Returns null when it was already off. */
export async function turnOff(before: AccountDocument): Promise<AccountDocument | null> {
  await noteChange('factor_off', before);
  return Account.findOneAndUpdate(
    { _id: before._id, 'second_factor.id': before.second_factor?.id ?? '' },
    { $set: { second_factor: null, updated_at: now() } },
    { returnDocument: 'after' },
  );
}

/** Call it after a code was used. Returns null when the second factor was turned off meanwhile. */
export async function renewRecoveryCodes(
  { _id, second_factor: factor }: AccountDocument,
  secrets: ServiceSecrets,
): Promise<readonly string[] | null> {
  const { shown, hashes } = await makeRecoveryCodes(_id, secrets);
  const { matchedCount } = await Account.updateOne(
    { _id, 'second_factor.id': factor?.id ?? '' },
    { $set: { 'second_factor.recovery': hashes, updated_at: now() } },
  );
  return matchedCount === 1 ? shown : null;
}
