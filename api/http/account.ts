import { hash, timingSafeEqual } from 'node:crypto';
import { STOP } from '../../common/accounts/stopped.ts';
import { LATE_QUESTION_MS } from '../../common/batching/late.ts';
import { together } from '../../common/batching/together.ts';
import { now } from '../../common/clock.ts';
import { type QuotaLimits, quotaLimitsOf } from '../../common/domain/quotas.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { type AccountDocument, Account as AccountModel } from '../../common/models/accounts.ts';
import { Key, type KeyDocument } from '../../common/models/keys.ts';
import { everywhere } from '../../common/store/everywhere.ts';
import { patiently } from '../../common/store/patience.ts';
import { Failure } from './failures.ts';

export interface Account {
  readonly id: number;
  readonly timezone: string;
  readonly suspended: boolean;
  readonly closed: boolean;
  readonly quotas: QuotaLimits;
}

/** One error for every wrong pair, so that the answer does not reveal which key is wrong. */
export class WrongPair extends Failure {
  /** The account of the public key, for the log alone; null where the key does not exist. */
  readonly userId: number | null;
  constructor(userId: number | null = null) {
    super(401, 'Invalid public key or secret key.');
    this.userId = userId;
  }
}

const KEY_MAX = 255;

/** Compared with the secret of an unknown key, so that both answers take the same time. */
const NO_HASH = Buffer.alloc(32);

export function isSecretOf(key: KeyDocument | null, secretKey: string): key is KeyDocument {
  const given = hash('sha256', secretKey, 'buffer');
  const kept = key ? Buffer.from((key.secret_hash as unknown as { buffer: Uint8Array }).buffer) : NO_HASH;
  return timingSafeEqual(given, kept.length === given.length ? kept : NO_HASH) && key !== null;
}

/** Finds the stored key of a pair. Throws a 401: by field when a header is missing, otherwise a {@link WrongPair}. */
export async function findKey(publicKey: string, secretKey: string): Promise<KeyDocument> {
  if (publicKey === '' || secretKey === '') {
    const absent = {
      ...(publicKey === '' && { PublicKey: [texts.required('public key')] }),
      ...(secretKey === '' && { SecretKey: [texts.required('secret key')] }),
    };
    throw new Failure(401, absent, {}, null, 'keys_missing');
  }
  const key = publicKey.length > KEY_MAX ? null : await patiently(keyNamed(publicKey));
  const live = key && isLive(key) ? key : null;
  if (!isSecretOf(live, secretKey)) throw new WrongPair(key?.user_id);
  return live;
}

/** Calls that arrive during a query share the next one, because a call that changes something needs data read after its arrival. */
const keyNamed = together(async (names: readonly string[]) => {
  const found = await everywhere(Key, 'tokens')
    .find({ _id: { $in: [...names] }, revoked_at: null })
    .toArray();
  return new Map(found.map((key) => [key._id, key]));
}, LATE_QUESTION_MS);

const accountNamed = together(async (ids: readonly number[]) => {
  const found = await AccountModel.find({ _id: { $in: [...ids] } })
    .project<SeenAccount>({ timezone: 1, quotas: 1, ...STOP })
    .toArray();
  return new Map(found.map((account) => [account._id, account]));
}, LATE_QUESTION_MS);

export const isLive = ({ expires_at }: Pick<KeyDocument, 'expires_at'>): boolean =>
  !expires_at || expires_at > now();

/** The account of a key. `standard` holds the quotas of accounts that have none of their own. */
export async function accountOf(key: KeyDocument, standard: QuotaLimits): Promise<Account> {
  const account = await patiently(accountNamed(key.user_id));
  if (!account) throw new WrongPair();
  return asSeenByEndpoints(account, standard);
}

type SeenAccount = Pick<AccountDocument, '_id' | 'timezone' | 'suspended' | 'closed' | 'quotas'>;

export function asSeenByEndpoints(account: SeenAccount, standard: QuotaLimits): Account {
  const { _id: id, timezone, suspended, closed, quotas } = account;
  return {
    id,
    timezone,
    suspended: Boolean(suspended),
    closed: Boolean(closed),
    quotas: quotaLimitsOf(standard, quotas),
  };
}
