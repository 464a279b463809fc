import type { Contract, EndpointName } from '../contract.ts';
import type { Shape } from './shapes.ts';

/** A heading of the reference. */
export interface Tag {
  readonly name: string;
  readonly about: string;
}

interface Words {
  /** One line, without a full stop. */
  readonly summary: string;
  /** What the summary leaves open: Markdown of paragraphs and inline code. */
  readonly about?: string;
  /** What a 409 says. */
  readonly conflicts?: readonly string[];
}

/** A shape, of whatever. */
type Stated = Pick<Shape<unknown>, 'schema' | 'records'>;

/** What stands under the row's key, one item of its list, or the `message` of a body made beforehand. */
type Output<Name extends EndpointName> = Contract[Name]['done'] extends
  | { key: string }
  | { list: string }
  | { raw: 'application/json' }
  ? { readonly output: Stated }
  : { readonly output?: never };

/** What the reference says of a row beyond the table and its inputs. */
type Entry<Name extends EndpointName> = Words & Output<Name>;

/** An entry of any row. */
export interface TaggedEntry extends Words {
  readonly output?: Stated;
  readonly tag: Tag;
}

type Tagged<Names extends EndpointName> = {
  readonly [Name in Names]: Entry<Name> & { readonly tag: Tag };
};

/** The entry of every row: one that is missing, or one too many, does not compile. */
export type Entries = Tagged<EndpointName>;

/** Entries under one heading. */
export function entries<Names extends EndpointName>(
  tag: Tag,
  table: { readonly [Name in Names]: Entry<Name> },
): Tagged<Names> {
  const tagged = Object.entries<Words>(table).map(([name, entry]) => [name, { ...entry, tag }]);
  return Object.fromEntries(tagged) as Tagged<Names>;
}
