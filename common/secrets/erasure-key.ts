import { createHmac, createSecretKey } from 'node:crypto';
import { outsideTransaction } from '../store/transactions.ts';
import { dataKey, type ServiceSecrets } from './data-keys.ts';
import { seal, unseal } from './seal.ts';

export const ERASURE_KEY = 'erasures';

/** 160 bits: no collisions, and a hash is a valid local part. */
const HASH_CHARACTERS = 40;

let secrets: ServiceSecrets | null = null;

/** Sets the secrets that open the key. Call it when a process starts. */
export function useErasureSecrets(given: ServiceSecrets): void {
  secrets = given;
}

/** Hashes erased addresses and, while a worker looks for them, seals them. Addresses are normalized. */
export interface ErasureKey {
  /** Different in each account. */
  hashOf(userId: number, address: string): string;
  seal(erasureId: string, address: string): string;
  /** Null: the text was not sealed for this erasure. */
  open(erasureId: string, sealed: string): string | null;
}

/** Reads or creates the key. */
export async function erasureKey(): Promise<ErasureKey> {
  if (!secrets) throw new Error('useErasureSecrets was not called');
  const given = secrets;
  return keyOf(await outsideTransaction(() => dataKey(ERASURE_KEY, given)));
}

function keyOf(key: Buffer): ErasureKey {
  // In Node 24 the raw bytes would make each hash several times as slow.
  const hashing = createSecretKey(key);
  const sealing = key.toString('base64');
  const nameOf = (erasureId: string): string => `erasure ${erasureId}`;
  return {
    hashOf: (userId, address) =>
      createHmac('sha256', hashing).update(`${userId} ${address}`).digest('hex').slice(0, HASH_CHARACTERS),
    seal: (erasureId, address) => seal(sealing, nameOf(erasureId), Buffer.from(address)),
    open: (erasureId, sealed) => unseal(sealing, nameOf(erasureId), sealed)?.toString() ?? null,
  };
}

/** The `_id` of an erasure. */
export const erasureId = (userId: number, hash: string): string => `${userId}-${hash}`;
export const hashOfErasure = (id: string): string => id.slice(id.indexOf('-') + 1);
