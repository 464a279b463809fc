import { domainToUnicode } from 'node:url';
import { type AddressFinder, createAddressFinder } from '../../../common/domain/erased-addresses.ts';
import { escapePattern } from '../../../common/domain/escape-pattern.ts';

export interface ErasedPerson {
  readonly erased: string;
  /** Data stored later belongs to a person who returned, and stays. */
  readonly before: Date;
}

export interface ErasureWork {
  readonly userId: number;
  readonly people: ReadonlyMap<string, ErasedPerson>;
  readonly finder: AddressFinder;
  /** Finds texts that may contain one of the addresses; `finder` decides. */
  readonly pattern: RegExp;
  readonly imports: readonly EarlierImport[];
}

export interface EarlierImport {
  readonly _id: number;
  readonly created_at: Date;
}

/** With more addresses the pattern matches every text with an `@`: MongoDB tries one alternative after the other. */
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

/** The spellings of a normalized address in a text, apart from upper case. */
export function spellingsOf(norm: string): string[] {
  const at = norm.lastIndexOf('@');
  const domain = norm.slice(at + 1);
  const spellings = [norm, `${norm.slice(0, at + 1)}${domainToUnicode(domain) || domain}`];
  return [...new Set(spellings.flatMap((text) => [text, text.normalize('NFD')]))];
}

export const latestOf = (people: ErasureWork['people']): Date =>
  new Date(Math.max(...[...people.values()].map(({ before }) => before.getTime())));

/** Both names that rows may have for the addresses: a worker that read them before may still write about them. */
export const namesOf = ({ people }: ErasureWork): string[] => [
  ...people.keys(),
  ...[...people.values()].map(({ erased }) => erased),
];
