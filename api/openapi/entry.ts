import type { Contract, EndpointName } from '../contract.ts';
import type { Shape } from './shapes.ts';

/** A heading of the reference. */
export interface Tag {
  readonly name: string;
  readonly about: string;
}

interface EntryTexts {
  /** One line, without a full stop. */
  readonly summary: string;
  /** Details beyond the summary: Markdown of paragraphs and inline code. */
  readonly about?: string;
}

/** A shape of any type. */
type AnyShape = Pick<Shape<unknown>, 'schema' | 'records'>;

/** The value under the row's key, one item of its list, or the `message` of a body that was made before. */
type Output<Name extends EndpointName> = Contract[Name]['done'] extends
  | { key: string }
  | { list: string }
  | { raw: 'application/json' }
  ? { readonly output: AnyShape }
  : { readonly output?: never };

/** What the reference says about a row in addition to the table and the inputs. */
type ReferenceEntry<Name extends EndpointName> = EntryTexts & Output<Name>;

/** An entry of any row. */
export interface TaggedEntry extends EntryTexts {
  readonly output?: AnyShape;
  readonly tag: Tag;
}

type EntryTable<Names extends EndpointName> = {
  readonly [Name in Names]: ReferenceEntry<Name> & { readonly tag: Tag };
};

/** The entries of all rows: a missing or surplus one does not compile. */
export type Entries = EntryTable<EndpointName>;

/** Entries under one heading. */
export function entries<Names extends EndpointName>(
  tag: Tag,
  table: { readonly [Name in Names]: ReferenceEntry<Name> },
): EntryTable<Names> {
  const tagged = Object.entries<EntryTexts>(table).map(([name, entry]) => [name, { ...entry, tag }]);
  return Object.fromEntries(tagged) as EntryTable<Names>;
}
