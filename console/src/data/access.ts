import { queryOptions } from '@tanstack/react-query';
import { consoleCall, postForm } from './console-call.ts';

/** Scopes, narrowest first. */
export const SCOPES = ['read', 'send', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

/** A pair of keys, without its secret. */
export interface KeyPair {
  /** The public key. */
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  readonly networks: readonly string[];
  /** The end of its last day; null: no expiry. */
  readonly expires_at: string | null;
  /** In the account's time zone, as `YYYY-MM-DD`. */
  readonly last_day: string | null;
  readonly is_expired: boolean;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

export interface SignIn {
  readonly id: string;
  readonly device: string | null;
  readonly address: string | null;
  readonly is_this: boolean;
  readonly created_at: string;
  readonly last_seen_at: string;
}

export interface MadePair {
  readonly public_key: string;
  readonly secret_key: string;
}

export const keyPairs = queryOptions({
  queryKey: ['key-pairs'],
  queryFn: ({ signal }) => consoleCall<readonly KeyPair[]>('access/keys', { signal }),
});

/** Reads, makes and revokes the keys of an account. */
export interface KeyCalls {
  readonly pairs: typeof keyPairs;
  readonly make: (fields: Readonly<Record<string, string>>, idempotencyKey: string) => Promise<MadePair>;
  readonly revoke: (key: string) => Promise<unknown>;
  /** Whether a new pair needs the `password` of the person who makes it. */
  readonly asksPassword: boolean;
  /** Names the drafts of its forms. */
  readonly draft: string;
}

export const signIns = queryOptions({
  queryKey: ['sign-ins'],
  queryFn: ({ signal }) => consoleCall<readonly SignIn[]>('access/sessions', { signal }),
});

const makeKeyPair = (fields: Readonly<Record<string, string>>): Promise<MadePair> =>
  postForm('access/keys', fields);
/** `fields` of a new pair, without its name. */
export const limitKeyPair = (key: string, fields: Readonly<Record<string, string>>): Promise<string> =>
  postForm('access/keys/limits', { key, ...fields });
/** Makes a pair with the same limits; the old one still works. */
export const rollKeyPair = (key: string): Promise<MadePair> => postForm('access/keys/roll', { key });
const revokeKeyPair = (key: string): Promise<string> => postForm('access/keys/revoke', { key });
/** Of the account that is signed in. */
export const ownKeys: KeyCalls = {
  pairs: keyPairs,
  make: makeKeyPair,
  revoke: revokeKeyPair,
  asksPassword: false,
  draft: 'keys',
};
export const endSignIn = (session: string): Promise<string> => postForm('access/sessions/end', { session });
