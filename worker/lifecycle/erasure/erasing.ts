import { domainToUnicode } from 'node:url';
import { type AddressFinder, createAddressFinder } from '../../../common/domain/erased-addresses.ts';
import { escapePattern } from '../../../common/domain/escape-pattern.ts';

/** An address that is being erased. */
export interface ErasedPerson {
  /** What stands for it from now on. */
  readonly erased: string;
  /** What was stored after this is of a person who came again, and stays. */
  readonly before: Date;
}

/** Addresses of an account that are erased together. */
export interface ErasureWork {
  readonly userId: number;
  /** By the address as it compares. */
  readonly people: ReadonlyMap<string, ErasedPerson>;
  readonly finder: AddressFinder;
  /** A filter of MongoDB for texts that may have one of the addresses. `finder` says whether they do. */
  readonly pattern: RegExp;
  /** Imports that were uploaded before one of the addresses was to be erased. */
  readonly imports: readonly EarlierImport[];
}

export interface EarlierImport {
  readonly _id: number;
  readonly created_at: Date;
}

/** With more addresses the pattern lets every text with an address pass: MongoDB tries one alternative after the other. */
const MOST_ALTERNATIVES = 20;

export function newErasing(
  userId: number,
  people: ReadonlyMap<string, ErasedPerson>,
  imports: readonly EarlierImport[],
): ErasureWork {
  const finder = createAddressFinder((norm) => people.get(norm)?.erased);
  return { userId, people, finder, pattern: patternOf([...people.keys()]), imports };
}

function patternOf(norms: readonly string[]): RegExp {
  if (norms.length > MOST_ALTERNATIVES) return /@/;
  const alternatives = norms.flatMap(spellingsOf).map(escapePattern);
  return new RegExp(alternatives.join('|'), 'i');
}

/** How a text may write an address that compares as this, but for the case of its letters. */
export function spellingsOf(norm: string): string[] {
  const at = norm.lastIndexOf('@');
  const domain = norm.slice(at + 1);
  const spellings = [norm, `${norm.slice(0, at + 1)}${domainToUnicode(domain) || domain}`];
  return [...new Set(spellings.flatMap((text) => [text, text.normalize('NFD')]))];
}

/** Both names under which rows may have the addresses: a worker that read them before may still write about them. */
export const namesOf = ({ people }: ErasureWork): string[] => [
  ...people.keys(),
  ...[...people.values()].map(({ erased }) => erased),
];
