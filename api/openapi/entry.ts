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
  /** Details beyond the summary: Markdown of paragraphs and inline code. */
  readonly about?: string;
}

/** A shape of any type. */
type Stated = Pick<Shape<unknown>, 'schema' | 'records'>;

/** The value under the row's key, one item of its list, or the `message` of a body that was made before. */
type Output<Name extends EndpointName> = Contract[Name]['done'] extends
  | { key: string }
  | { list: string }
  | { raw: 'application/json' }
  ? { readonly output: Stated }
  : { readonly output?: never };

/** What the reference says about a row in addition to the table and the inputs. */
type Entry<Name extends EndpointName> = Words & Output<Name>;

/** An entry of any row. */
export interface TaggedEntry extends Words {
  readonly output?: Stated;
  readonly tag: Tag;
}

type Tagged<Names extends EndpointName> = {
  readonly [Name in Names]: Entry<Name> & { readonly tag: Tag };
};

/** The entries of all rows: a missing or surplus one does not compile. */
export type Entries = Tagged<EndpointName>;

/** Entries under one heading. */
export function entries<Names extends EndpointName>(
  tag: Tag,
  table: { readonly [Name in Names]: Entry<Name> },
): Tagged<Names> {
  const tagged = Object.entries<Words>(table).map(([name, entry]) => [name, { ...entry, tag }]);
  return Object.fromEntries(tagged) as Tagged<Names>;
}
