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
  /** Markdown of paragraphs and inline code. */
  readonly about?: string;
}

type AnyShape = Pick<Shape<unknown>, 'schema' | 'records'>;

/** The value under the row's key, an item of its list, or the `message` of a raw JSON body. */
type Output<Name extends EndpointName> = Contract[Name]['done'] extends
  | { key: string }
  | { list: string }
  | { raw: 'application/json' }
  ? { readonly output: AnyShape }
  : { readonly output?: never };

type ReferenceEntry<Name extends EndpointName> = EntryTexts & Output<Name>;

export interface TaggedEntry extends EntryTexts {
  readonly output?: AnyShape;
  readonly tag: Tag;
}

type EntryTable<Names extends EndpointName> = {
  readonly [Name in Names]: ReferenceEntry<Name> & { readonly tag: Tag };
};

/** A missing or surplus entry does not compile. */
export type Entries = EntryTable<EndpointName>;

export function entries<Names extends EndpointName>(
  tag: Tag,
  table: { readonly [Name in Names]: ReferenceEntry<Name> },
): EntryTable<Names> {
  const tagged = Object.entries<EntryTexts>(table).map(([name, entry]) => [name, { ...entry, tag }]);
  return Object.fromEntries(tagged) as EntryTable<Names>;
}
