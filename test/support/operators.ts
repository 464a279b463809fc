import { accessMark } from '../../common/accounts/access-mark.ts';
import { Account } from '../../common/models/accounts.ts';
import { Session } from '../../common/models/sessions.ts';
import type { Api, Client } from './api.ts';
import { type Visit, visit } from './browser-form.ts';
import { rows } from './rows.ts';

const headers = { 'X-Console': '1' };

/** A browser that is signed in to the account of a client at `at`, an API on the stores of `api`. */
export async function signedInAt(
  api: Api,
  at: Pick<Api, 'request'>,
  { user_id }: Pick<Client, 'user_id'>,
): Promise<Visit> {
  const { email } = (await Account.findOne({ _id: user_id }))!;
  const browser = visit({ ...api, ...at });
  const body = new URLSearchParams({ email, password: 'correct horse' });
  // The public URL is that of the first process.
  await browser.request('/account/sign-in', {
    method: 'POST',
    body,
    headers: { Origin: api.config.publicUrl },
  });
  return browser;
}

export const askOperator = (path: string, by: Visit) =>
  by.request(`/console/api/operator/${path}`, { headers });

export const postToOperator = (
  path: string,
  fields: Readonly<Record<string, string>>,
  by: Visit,
  more: Readonly<Record<string, string>> = {},
) =>
  by.request(`/console/api/operator/${path}`, {
    method: 'POST',
    headers: { ...headers, ...more },
    body: new URLSearchParams(fields),
  });

/** Gives an account a second factor, and keeps its sessions: as if each had begun with a code. */
export async function haveSecondFactor(userId: number): Promise<void> {
  const second_factor = {
    id: `of account ${userId}`,
    sealed: '',
    last_step: 0,
    recovery: [],
    turned_on_at: new Date(),
  };
  const account = await Account.findOneAndUpdate(
    { _id: userId },
    { $set: { second_factor } },
    { returnDocument: 'after' },
  );
  await rows(Session).updateMany({ user_id: userId }, { $set: { password_hash: accessMark(account!) } });
}

/** Takes it away again, so that the password alone signs in. */
export const haveNoSecondFactor = (userId: number) =>
  Account.updateOne({ _id: userId }, { $set: { second_factor: null } });
