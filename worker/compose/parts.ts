import type { TokenPurpose } from '../../common/domain/tokens.ts';
import type { FilterName } from './filters.ts';

/** A place in a body for a recipient's value. */
export interface ValuePart {
  readonly kind: 'value';
  readonly name: string;
  /** Plain text, goes the same way as a value does. */
  readonly fallback: string;
  /** What the place asks of the value before anything else, such as %-escapes within an address. */
  readonly filter: FilterName | null;
  /** Whether HTML's special characters are to be escaped (after the filter). */
  readonly html: boolean;
}

/** A place for a signed token, always of the same length. */
export interface TokenPart {
  readonly kind: 'token';
  readonly purpose: TokenPurpose;
  readonly second: number;
}

/** A body in order; a string is literal text in the body's own form. */
export type Part = string | ValuePart | TokenPart;

export const token = (purpose: TokenPurpose, second = 0): TokenPart => ({ kind: 'token', purpose, second });
