import { createHash, timingSafeEqual } from 'node:crypto';
import { limitsOf, type QuotaLimits } from '../../common/domain/quotas.ts';
import { Account as AccountModel } from '../../common/models/accounts.ts';
import { Key, type KeyDocument } from '../../common/models/keys.ts';
import { rows } from '../../common/mongo.ts';
import { patiently } from '../../common/patience.ts';
import { Failure, invalid, texts } from './failures.ts';

/** Whose request it is. */
export interface Account {
  readonly id: number;
  /** IANA name of its time zone. */
  readonly timezone: string;
  /** An operator stopped it: its calls are refused. */
  readonly suspended: boolean;
  readonly quotas: QuotaLimits;
}

/** The answer to every pair of keys that is wrong, whatever is wrong with it. */
export class WrongPair extends Failure {
  constructor() {
    super(401, 'Invalid public key or secret key.');
  }
}

/** Characters; no key has more. */
const KEY_MAX = 255;

/** Compared with when there is no such key, so that both answers take as long. */
const NO_HASH = Buffer.alloc(32);

/** Whether a secret is the one that a key was made with. */
export function isSecretOf(key: KeyDocument | null, secretKey: string): key is KeyDocument {
  const given = createHash('sha256').update(secretKey).digest();
  const kept = key ? Buffer.from((key.secret_hash as unknown as { buffer: Uint8Array }).buffer) : NO_HASH;
  return timingSafeEqual(given, kept.length === given.length ? kept : NO_HASH) && key !== null;
}

/**
 * The key that a pair is, as the store knows it.
 * Throws a 401: the validation shape when a header is absent, else a {@link WrongPair}.
 */
export async function findKey(publicKey: string, secretKey: string): Promise<KeyDocument> {
  if (publicKey === '' || secretKey === '') {
    const absent = {
      ...(publicKey === '' && { PublicKey: [texts.required('public key')] }),
      ...(secretKey === '' && { SecretKey: [texts.required('secret key')] }),
    };
    throw new Failure(401, invalid(absent).errors);
  }
  const key =
    publicKey.length > KEY_MAX
      ? null
      : await patiently(rows(Key).findOne({ _id: publicKey, revoked_at: null }));
  if (!isSecretOf(key, secretKey)) throw new WrongPair();
  return key;
}

/** The account that a key belongs to; `standard` are the limits of one for which nothing else is set. */
export async function accountOf(key: KeyDocument, standard: QuotaLimits): Promise<Account> {
  const account = await patiently(
    rows(AccountModel).findOne(
      { _id: key.user_id },
      { projection: { timezone: 1, suspended: 1, quotas: 1 } },
    ),
  );
  if (!account) throw new WrongPair();
  const { _id: id, timezone, suspended, quotas } = account;
  return { id, timezone, suspended: Boolean(suspended), quotas: limitsOf(standard, quotas) };
}
