import { createHmac, createSecretKey } from 'node:crypto';
import { outsideTransaction } from '../store/transactions.ts';
import { dataKey, type ServiceSecrets } from './data-keys.ts';
import { seal, unseal } from './seal.ts';

/** The name of the data key that hashes erased addresses. */
export const ERASURE_KEY = 'erasures';

/** 160 bits: two addresses have the same hash never, and a hash is a valid part before the @. */
const HASH_CHARACTERS = 40;

let secrets: ServiceSecrets | null = null;

/** Sets the secrets that open the key. To be called when a process starts. */
export function useErasureSecrets(given: ServiceSecrets): void {
  secrets = given;
}

/** What erased addresses are hashed and, while a worker looks for them, sealed with. Addresses are in the form in which they compare. */
export interface ErasureKey {
  /** The hash of an address in an account: another account has another hash of it. */
  hashOf(userId: number, address: string): string;
  seal(erasureId: string, address: string): string;
  /** Null for a text that was not sealed for this erasure. */
  open(erasureId: string, sealed: string): string | null;
}

/** Reads the key from the store; it is made when it is first needed. */
export async function erasureKey(): Promise<ErasureKey> {
  if (!secrets) throw new Error('useErasureSecrets was not called');
  const given = secrets;
  return keyOf(await outsideTransaction(() => dataKey(ERASURE_KEY, given)));
}

function keyOf(key: Buffer): ErasureKey {
  // In Node 24 the bytes of the key would cost several times as much for each hash.
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

/** The row of an erasure, and what stands for its address. */
export const erasureId = (userId: number, hash: string): string => `${userId}-${hash}`;
export const hashOfErasure = (id: string): string => id.slice(id.indexOf('-') + 1);
