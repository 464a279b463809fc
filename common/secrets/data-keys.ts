import { randomBytes } from 'node:crypto';
import { now } from '../clock.ts';
import { commandLine } from '../config/command-line.ts';
import type { Config } from '../config.ts';
import { DataKey, type DataKeyDocument } from '../models/data-keys.ts';
import { ignoringDuplicates } from '../store/connection.ts';
import { outsideTransaction } from '../store/transactions.ts';
import { seal, unseal } from './seal.ts';
import { keyIdOf } from './signing.ts';

export type ServiceSecrets = Pick<Config, 'appSecret' | 'signingSecrets'>;

const KEY_BYTES = 32;

/** No configured secret opens a data key. */
export class SealedForGood extends Error {
  constructor({ _id, sealed_by }: Pick<DataKeyDocument, '_id' | 'sealed_by'>) {
    super(
      `The data key "${_id}" is sealed by a secret that is not configured (key ${sealed_by}). ` +
        `Add that secret at the end of APP_SECRETS, and run \`${commandLine('rotate')}\`.`,
    );
  }
}

/**
 * The random 32-byte key that protects `name` in this store, created when first needed. It stays the same when APP_SECRET
 * changes, if the old secret is in APP_SECRETS until `npm run rotate`.
 */
export async function dataKey(name: string, secrets: ServiceSecrets): Promise<Buffer> {
  const found = await DataKey.findOne({ _id: name });
  if (found) return open(found, secrets);
  const at = now();
  const fresh: DataKeyDocument = {
    _id: name,
    ...sealedBy(secrets.appSecret, name, randomBytes(KEY_BYTES)),
    created_at: at,
    sealed_at: at,
  };
  await ignoringDuplicates(DataKey.insertOne(fresh));
  // Another process may have stored its key first.
  return open((await DataKey.findOne({ _id: name }))!, secrets);
}

interface Sealer {
  /** `name` is authenticated with the bytes: they are of no use under another name. */
  seal(name: string, bytes: Buffer): string;
  /** Throws if the text was not sealed under this name, or not in this store. */
  open(name: string, sealed: string): Buffer;
}

/** Seals with a data key. The key is created outside of the caller's transaction: a rollback must not undo it. */
export async function sealerOf(keyName: string, secrets: ServiceSecrets): Promise<Sealer> {
  const key = (await outsideTransaction(() => dataKey(keyName, secrets))).toString('base64');
  return {
    seal: (name, bytes) => seal(key, name, bytes),
    open(name, sealed) {
      const bytes = unseal(key, name, sealed);
      if (!bytes) throw new Error(`"${name}" cannot be decrypted: it was sealed by another key or changed`);
      return bytes;
    },
  };
}

/** Seals all data keys with the current APP_SECRET; safe to repeat while the service runs. `sealed`: those of another secret. */
export async function sealAll(secrets: ServiceSecrets): Promise<{ sealed: number; kept: number }> {
  const done = { sealed: 0, kept: 0 };
  for (const found of await DataKey.find().sort({ _id: 1 }).toArray()) {
    const { _id, sealed } = found;
    if (found.sealed_by === keyIdOf(secrets.appSecret)) {
      open(found, secrets);
      done.kept += 1;
      continue;
    }
    await DataKey.updateOne(
      { _id, sealed },
      { $set: { ...sealedBy(secrets.appSecret, _id, open(found, secrets)), sealed_at: now() } },
    );
    done.sealed += 1;
  }
  return done;
}

/** A data key that no configured secret opens. */
export interface ClosedKey {
  readonly name: string;
  /** The secret's id. */
  readonly sealedBy: string;
}

export async function closedDataKeys(secrets: ServiceSecrets): Promise<ClosedKey[]> {
  const all = await DataKey.find().sort({ _id: 1 }).toArray();
  return all
    .filter((found) => unsealed(found, secrets) === null)
    .map(({ _id, sealed_by }) => ({ name: _id, sealedBy: sealed_by }));
}

const sealedBy = (secret: string, name: string, key: Buffer) => ({
  sealed: seal(secret, name, key),
  sealed_by: keyIdOf(secret),
});

function open(found: DataKeyDocument, secrets: ServiceSecrets): Buffer {
  const key = unsealed(found, secrets);
  if (!key) throw new SealedForGood(found);
  return key;
}

function unsealed({ _id, sealed, sealed_by }: DataKeyDocument, secrets: ServiceSecrets): Buffer | null {
  for (const secret of new Set([secrets.appSecret, ...secrets.signingSecrets])) {
    const key = keyIdOf(secret) === sealed_by ? unseal(secret, _id, sealed) : null;
    if (key) return key;
  }
  return null;
}
