import type { TokenPurpose } from '../domain/tokens.ts';
import type { FilterName } from './filters.ts';

export interface ValuePart {
  readonly kind: 'value';
  readonly name: string;
  /** Plain text that replaces an empty value; it is filtered and escaped like a value. */
  readonly fallback: string;
  /** Applied to the value first, for example percent-encoding within an address. */
  readonly filter: FilterName | null;
  readonly html: boolean;
}

/** A place for a signed token. All tokens have the same length. */
export interface TokenPart {
  readonly kind: 'token';
  readonly purpose: TokenPurpose;
  readonly second: number;
}

/** A string is literal text, already in the body's form. */
export type BodyPart = string | ValuePart | TokenPart;

export const token = (purpose: TokenPurpose, second = 0): TokenPart => ({ kind: 'token', purpose, second });
