import type { Binary, Decimal128, Long, ObjectId, Timestamp } from 'mongodb';

/** Stored as one value, without fields. */
type Leaf =
  | string
  | number
  | boolean
  | bigint
  | null
  | undefined
  | Date
  | RegExp
  | Uint8Array
  | Binary
  | Decimal128
  | Long
  | ObjectId
  | Timestamp;

/** A path through an array is one through its elements. */
export type ElementOf<Value> = Value extends readonly (infer Element)[] ? Element : Value;

type KeysOf<Stored> = Stored extends unknown ? keyof Stored & string : never;

/** The type of a field, of each member of a union that has it. */
type MemberValue<Stored, Key extends string> = Stored extends unknown
  ? Key extends keyof Stored
    ? Stored[Key]
    : never
  : never;

/** Places of an array, as updates and filters name them. */
type ArrayPlace = number | '$' | '$[]' | `$[${string}]`;

/** Levels below the first one that paths reach. */
type LevelsBelow = [2, 1, 0];

type PathsBelow<Value, Level extends number> = [Level] extends [never]
  ? never
  : Value extends Leaf
    ? never
    : Value extends readonly (infer Element)[]
      ?
          | `${ArrayPlace}`
          | `${ArrayPlace}.${Paths<Exclude<Element, Leaf>, Level>}`
          | Paths<Exclude<Element, Leaf>, Level>
      : Paths<Value, Level>;

type Paths<Stored, Level extends number> = [Stored] extends [never]
  ? never
  : {
      [Key in KeysOf<Stored>]: Key | `${Key}.${PathsBelow<MemberValue<Stored, Key>, LevelsBelow[Level]>}`;
    }[KeysOf<Stored>];

/** The dotted paths of a document's fields, through nested documents and arrays, four levels deep. */
export type Path<Stored> = Paths<Stored, 3>;

type NextValue<Value, Key extends string> = Value extends Leaf
  ? never
  : Value extends readonly (infer Element)[]
    ? Key extends `${ArrayPlace}`
      ? Element
      : NextValue<Element, Key>
    : MemberValue<Value, Key>;

export type ValueAt<Stored, P extends string> = P extends `${infer Key}.${infer Rest}`
  ? Key extends KeysOf<Stored>
    ? ValueBelow<MemberValue<Stored, Key>, Rest>
    : never
  : MemberValue<Stored, P>;

type ValueBelow<Value, P extends string> = P extends `${infer Key}.${infer Rest}`
  ? ValueBelow<NextValue<Value, Key>, Rest>
  : NextValue<Value, P>;

/** A filter compares a field with a value of it, an array also with an element. */
type Comparable<Value> = Value | ElementOf<Value> | null;

interface Operators<Value> {
  readonly $eq?: Comparable<Value>;
  readonly $ne?: Comparable<Value>;
  readonly $gt?: Comparable<Value>;
  readonly $gte?: Comparable<Value>;
  readonly $lt?: Comparable<Value>;
  readonly $lte?: Comparable<Value>;
  readonly $in?: readonly (Comparable<Value> | RegExp)[];
  readonly $nin?: readonly (Comparable<Value> | RegExp)[];
  readonly $exists?: boolean;
  readonly $type?: string | number;
  readonly $not?: Operators<Value> | RegExp;
  readonly $regex?: string | RegExp;
  readonly $options?: string;
  readonly $mod?: readonly [number, number];
  readonly $size?: number;
  readonly $all?: readonly ElementOf<Value>[];
  readonly $elemMatch?: ElementOf<Value> extends Leaf
    ? Operators<ElementOf<Value>>
    : Filter<ElementOf<Value>>;
  readonly $bitsAllSet?: number;
  readonly $bitsAllClear?: number;
}

type FieldCondition<Value> =
  | Comparable<Value>
  | Operators<Value>
  | (Extract<ElementOf<Value>, string> extends never ? never : RegExp);

interface FilterCombination<Stored> {
  readonly $and?: readonly Filter<Stored>[];
  readonly $or?: readonly Filter<Stored>[];
  readonly $nor?: readonly Filter<Stored>[];
  readonly $expr?: unknown;
}

/** An unknown path does not compile. */
export type Filter<Stored> = FilterCombination<Stored> & {
  readonly [P in Path<Stored>]?: FieldCondition<ValueAt<Stored, P>>;
};

/** An expression of an aggregation; TypeScript does not check its type. */
export type Expression = object | string | number | boolean | null | undefined;

type FieldValues<Stored> = { readonly [P in Path<Stored>]?: ValueAt<Stored, P> | undefined };

type NumberFields<Stored> = { readonly [P in Path<Stored>]?: Extract<ValueAt<Stored, P>, number> };

type ArrayAddition<Value> =
  | ElementOf<NonNullable<Value>>
  | {
      readonly $each: readonly ElementOf<NonNullable<Value>>[];
      readonly $slice?: number;
      readonly $position?: number;
      readonly $sort?: 1 | -1 | Readonly<Record<string, 1 | -1>>;
    };

type Additions<Stored> = { readonly [P in Path<Stored>]?: ArrayAddition<ValueAt<Stored, P>> };

type ArrayRemoval<Value> = Value extends Leaf ? Value | Operators<Value> : Value | Filter<Value>;

type Removals<Stored> = {
  readonly [P in Path<Stored>]?: ArrayRemoval<ElementOf<NonNullable<ValueAt<Stored, P>>>>;
};

type FieldsOfOneValue<Stored, Value> = { readonly [P in Path<Stored>]?: Value };

/** An unknown path does not compile. */
export interface Update<Stored> {
  readonly $set?: FieldValues<Stored>;
  readonly $setOnInsert?: FieldValues<Stored>;
  readonly $unset?: FieldsOfOneValue<Stored, 1 | '' | true>;
  readonly $inc?: NumberFields<Stored>;
  readonly $mul?: NumberFields<Stored>;
  readonly $min?: FieldValues<Stored>;
  readonly $max?: FieldValues<Stored>;
  readonly $push?: Additions<Stored>;
  readonly $addToSet?: Additions<Stored>;
  readonly $pull?: Removals<Stored>;
  readonly $pop?: FieldsOfOneValue<Stored, 1 | -1>;
  readonly $rename?: FieldsOfOneValue<Stored, Path<Stored>>;
  readonly $currentDate?: FieldsOfOneValue<Stored, true>;
}

/** A stage of an update that computes fields from the document before the update. */
export type UpdateStage<Stored> =
  | { readonly $set: Readonly<Partial<Record<Path<Stored>, Expression>>> }
  | { readonly $unset: Path<Stored> | readonly Path<Stored>[] }
  | { readonly $replaceWith: Expression };

/** The fields to read, or to leave out. */
export type Projection<Stored> = FieldsOfOneValue<Stored, 0 | 1 | boolean | object>;

/** The order of documents, or the fields of an index. */
export type Order<Stored> = FieldsOfOneValue<Stored, 1 | -1>;

type SingleField<P extends string, Value> = P extends P ? { readonly [Key in P]: Value } : never;

/** A field whose path is made at run time, for filters and updates: `at(`custom_field.${name}`, value)`. */
export const at = <P extends string, Value>(path: P, value: Value): SingleField<P, Value> =>
  ({ [path]: value }) as SingleField<P, Value>;
