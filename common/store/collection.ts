import type {
  AggregateOptions,
  BulkWriteOptions,
  BulkWriteResult,
  ClientSession,
  CollationOptions,
  DeleteResult,
  Document,
  Collection as DriverCollection,
  IndexDescription,
  InsertManyResult,
  InsertOneResult,
  UpdateResult,
  WriteConcernSettings,
} from 'mongodb';
import mongoose from 'mongoose';
import { inShare } from './account-shares.ts';
import type { ElementOf, Filter, Order, Path, Projection, Update, UpdateStage, ValueAt } from './fields.ts';
import { type DriverMethod, isInTransaction, joined, withOptions } from './transactions.ts';

export {
  at,
  type Expression,
  type Filter,
  type Order,
  type Path,
  type Projection,
  type Update,
  type UpdateStage,
  type ValueAt,
} from './fields.ts';

interface OperationOptions {
  readonly session?: ClientSession;
  /** Milliseconds of the server's time. */
  readonly maxTimeMS?: number;
  readonly signal?: AbortSignal;
  readonly comment?: string;
}

export interface FindOptions<Stored> extends OperationOptions {
  readonly projection?: Projection<Stored>;
  readonly sort?: Order<Stored>;
  readonly skip?: number;
  readonly limit?: number;
  readonly hint?: Order<Stored> | string;
  readonly batchSize?: number;
  readonly raw?: boolean;
  readonly readPreference?: 'primary' | 'secondaryPreferred';
  readonly promoteBuffers?: boolean;
}

export interface WriteOptions<Stored> extends OperationOptions {
  readonly upsert?: boolean;
  readonly hint?: Order<Stored> | string;
  readonly arrayFilters?: Document[];
  readonly writeConcern?: WriteConcernSettings;
}

export interface FindOneAndUpdateOptions<Stored> extends WriteOptions<Stored> {
  readonly projection?: Projection<Stored>;
  readonly sort?: Order<Stored>;
  readonly returnDocument?: 'before' | 'after';
}

/** Documents that are read on demand. */
interface Cursor<Row> extends AsyncIterable<Row> {
  toArray(): Promise<Row[]>;
  next(): Promise<Row | null>;
  hasNext(): Promise<boolean>;
  close(): Promise<void>;
}

/** A cursor that has not been read yet. */
interface FindCursor<Stored, Row = Stored> extends Cursor<Row> {
  project<Shown = Row>(fields: Projection<Stored>): FindCursor<Stored, Shown>;
  sort(order: Order<Stored>): FindCursor<Stored, Row>;
  limit(count: number): FindCursor<Stored, Row>;
  skip(count: number): FindCursor<Stored, Row>;
  hint(index: Order<Stored> | string): FindCursor<Stored, Row>;
  collation(rules: CollationOptions): FindCursor<Stored, Row>;
  explain(): Promise<Document>;
  batchSize(count: number): FindCursor<Stored, Row>;
  map<Made>(make: (row: Row) => Made): Cursor<Made>;
}

export type CollectionChange<Stored> = Update<Stored> | readonly UpdateStage<Stored>[];

interface BulkUpdate<Stored> {
  readonly filter: Filter<Stored>;
  readonly update: CollectionChange<Stored>;
  readonly upsert?: boolean;
  readonly hint?: Order<Stored> | string;
  readonly arrayFilters?: Document[];
}

export type BulkWrite<Stored> =
  | { readonly insertOne: { readonly document: Stored } }
  | { readonly updateOne: BulkUpdate<Stored> }
  | { readonly updateMany: BulkUpdate<Stored> }
  | {
      readonly replaceOne: {
        readonly filter: Filter<Stored>;
        readonly replacement: Stored;
        readonly upsert?: boolean;
      };
    }
  | { readonly deleteOne: { readonly filter: Filter<Stored> } }
  | { readonly deleteMany: { readonly filter: Filter<Stored> } };

export const updating = <Stored>(
  filter: Filter<Stored>,
  update: CollectionChange<Stored>,
): BulkWrite<Stored> => ({ updateOne: { filter, update } });

export const replacing = <Stored>(filter: Filter<Stored>, replacement: Stored): BulkWrite<Stored> => ({
  replaceOne: { filter, replacement, upsert: true },
});

export const upserting = <Stored>(
  filter: Filter<Stored>,
  update: CollectionChange<Stored>,
): BulkWrite<Stored> => ({ updateOne: { filter, update, upsert: true } });

/**
 * The documents of one collection, through the driver: 2 to 8 times cheaper than mongoose, which keeps the
 * connection. Filters, updates, projections and orders are typed by the document, so a misspelt field does not compile. Within a
 * transaction, each operation is part of it. Only the type guards a document: the interface in the model's file is the only list
 * of its fields. If several places create a document, a `new…` function next to the interface creates it whole. Inputs from
 * outside are checked at the edge (`api/resources`, `worker/importing`).
 */
export interface Collection<Stored extends object> extends Rows<Stored> {
  readonly indexes: readonly IndexDescription[];
  /** The driver's collection, outside of any transaction: for commands and modules of `common/store`. */
  readonly driver: DriverCollection;
  drop(): Promise<boolean>;
}

/** All documents of a collection, or those of an account. */
export interface Rows<Stored extends object> {
  /** As MongoDB names it. */
  readonly name: string;
  /** As code names it. */
  readonly modelName: string;

  findOne<Row = Stored>(filter: Filter<Stored>, options?: FindOptions<Stored>): Promise<Row | null>;
  find<Row = Stored>(filter?: Filter<Stored>, options?: FindOptions<Stored>): FindCursor<Stored, Row>;
  countDocuments(filter?: Filter<Stored>, options?: FindOptions<Stored>): Promise<number>;
  distinct<P extends Path<Stored>>(
    path: P,
    filter?: Filter<Stored>,
    options?: FindOptions<Stored>,
  ): Promise<ElementOf<ValueAt<Stored, P>>[]>;
  aggregate<Row extends object = Document>(
    pipeline: readonly Document[],
    options?: AggregateOptions,
  ): Cursor<Row>;
  insertOne(document: Stored, options?: OperationOptions): Promise<InsertOneResult>;
  insertMany(
    documents: readonly Stored[],
    options?: OperationOptions & Pick<BulkWriteOptions, 'ordered' | 'writeConcern'>,
  ): Promise<InsertManyResult>;
  updateOne(
    filter: Filter<Stored>,
    change: CollectionChange<Stored>,
    options?: WriteOptions<Stored>,
  ): Promise<UpdateResult>;
  updateMany(
    filter: Filter<Stored>,
    change: CollectionChange<Stored>,
    options?: WriteOptions<Stored>,
  ): Promise<UpdateResult>;
  replaceOne(filter: Filter<Stored>, document: Stored, options?: WriteOptions<Stored>): Promise<UpdateResult>;
  findOneAndUpdate<Row = Stored>(
    filter: Filter<Stored>,
    change: CollectionChange<Stored>,
    options?: FindOneAndUpdateOptions<Stored>,
  ): Promise<Row | null>;
  findOneAndDelete<Row = Stored>(
    filter: Filter<Stored>,
    options?: FindOneAndUpdateOptions<Stored>,
  ): Promise<Row | null>;
  deleteOne(filter: Filter<Stored>, options?: WriteOptions<Stored>): Promise<DeleteResult>;
  deleteMany(filter: Filter<Stored>, options?: WriteOptions<Stored>): Promise<DeleteResult>;
  bulkWrite(writes: readonly BulkWrite<Stored>[], options?: BulkWriteOptions): Promise<BulkWriteResult>;
}

export interface OfAccount {
  user_id: number;
}

/** A collection whose documents belong to accounts. */
export interface AccountCollection<Stored extends OfAccount> {
  /**
   * The documents of one account: each filter, pipeline and upsert gets its `user_id`. Throws a RangeError for a filter or a new document
   * of another account.
   */
  of(account: number): Rows<Stored>;
  /**
   * The same for several accounts, when one command serves all of them. A filter, or an update of `bulkWrite`, may name one of them by
   * `user_id`; the others get all.
   */
  among(accounts: Iterable<number>): Rows<Stored>;
}

interface IndexOptions<Stored> {
  readonly unique?: boolean;
  readonly name?: string;
  readonly expireAfterSeconds?: number;
  readonly collation?: CollationOptions;
  readonly partialFilterExpression?: Filter<Stored>;
}

/** The fields, name and indexes of a collection. */
interface CollectionSchema<Stored> {
  readonly name: string;
  readonly indexes: readonly IndexDescription[];
  /** `$**` at the end of a path: all fields below it. */
  index(fields: Order<Stored> | Readonly<Record<`${string}$**`, 1>>, options?: IndexOptions<Stored>): void;
}

/** Indexes are added by the model. It is no schema of mongoose: a start would make 60 of them with their models, which write no document of ours. */
export function collection<Stored extends object>(name: string): CollectionSchema<Stored> {
  const indexes: IndexDescription[] = [];
  return {
    name,
    indexes,
    index: (key, options) => void indexes.push({ ...options, key } as IndexDescription),
  };
}

const METHODS = [
  'aggregate',
  'bulkWrite',
  'countDocuments',
  'deleteMany',
  'deleteOne',
  'distinct',
  'drop',
  'find',
  'findOne',
  'findOneAndDelete',
  'findOneAndUpdate',
  'insertMany',
  'insertOne',
  'replaceOne',
  'updateMany',
  'updateOne',
] as const satisfies readonly (keyof Collection<object>)[];

/** A collection of accounts has no operations of its own: a question without an account, or without a name, does not compile. */
type Model<Stored extends object> = Stored extends OfAccount
  ? AccountCollection<Stored> &
      Omit<Collection<Stored>, keyof Rows<Stored>> &
      Pick<Rows<Stored>, 'name' | 'modelName'>
  : Collection<Stored>;

/** On mongoose's connection. */
export function model<Stored extends object>(
  modelName: string,
  declared: CollectionSchema<Stored>,
): Model<Stored> {
  const driver = mongoose.connection.collection(declared.name) as unknown as DriverCollection;
  return over<Stored>(driver, modelName, declared.indexes, true);
}

/** The same rows on other connections, such as those of slow queries. */
export function elsewhere<Stored extends object>(
  rows: Rows<Stored>,
  db: { collection(name: string): unknown },
): Rows<Stored> {
  const all = over<Stored>(db.collection(rows.name) as DriverCollection, rows.modelName, [], false);
  return rows instanceof AccountRows
    ? (new AccountRows(all as unknown as AllRows, rows.accounts) as unknown as Rows<Stored>)
    : (all as unknown as Rows<Stored>);
}

/** The same collection with ids only: TypeScript does not check a filter of a generic type. */
export const ofIds = <Stored extends { _id: number }>(rows: Rows<Stored>): Rows<{ _id: number }> =>
  rows as unknown as Rows<{ _id: number }>;

function over<Stored extends object>(
  driver: DriverCollection,
  modelName: string,
  indexes: readonly IndexDescription[],
  isShared: boolean,
): Model<Stored> {
  const methods = Object.fromEntries(
    METHODS.map((name) => [name, (...given: unknown[]) => call(driver, name, given)]),
  );
  const all = {
    ...methods,
    name: driver.collectionName,
    modelName,
    isShared,
    driver,
    of: (account: number) => new AccountRows(all, [account]),
    among: (accounts: Iterable<number>) => new AccountRows(all, [...new Set(accounts)]),
    indexes,
  } as unknown as Model<Stored> & AllRows;
  return all;
}

function call(driver: DriverCollection, name: keyof DriverCollection, given: unknown[]): unknown {
  const now = joined(driver);
  return (now[name] as DriverMethod).apply(now, given);
}

type RowMethod = Exclude<(typeof METHODS)[number], 'drop'>;
type AllRows = Pick<Rows<object>, 'name' | 'modelName'> & {
  /** On the connections that accounts share. */
  readonly isShared: boolean;
} & Readonly<Record<RowMethod, DriverMethod>>;

/** A view of rows, with the methods of {@link Rows}. One is made for each question, so that they are on the prototype ({@link asks}). */
class RowsView {
  readonly all: AllRows;

  constructor(all: AllRows) {
    this.all = all;
  }

  get name(): string {
    return this.all.name;
  }

  get modelName(): string {
    return this.all.modelName;
  }
}

/** Gives a view its methods: `given` makes the arguments for all rows of those for the view. */
function asks<View extends RowsView>(
  view: { readonly prototype: View },
  given: (rows: View, name: RowMethod, asked: unknown[]) => unknown[],
  ask: (rows: View, name: RowMethod, given: unknown[]) => unknown = ({ all }, name, asked) =>
    all[name](...asked),
): void {
  for (const name of Object.keys(OWN) as RowMethod[]) {
    Object.defineProperty(view.prototype, name, {
      value(this: View, ...asked: unknown[]) {
        return ask(this, name, given(this, name, asked));
      },
    });
  }
}

/** The documents of accounts. */
class AccountRows extends RowsView {
  readonly accounts: readonly number[];

  constructor(all: AllRows, accounts: readonly number[]) {
    if (!accounts.every(Number.isSafeInteger))
      throw new RangeError(`${all.modelName} of the account ${accounts.map(String).join(' or ')}`);
    super(all);
    this.accounts = accounts;
  }

  /** An account that is present but undefined is refused: spread into the filter, it would replace that of the view. */
  own(given: unknown): Document {
    const filter = given as Document | undefined;
    if (filter && 'user_id' in filter) {
      this.check(filter['user_id']);
      return filter;
    }
    const { accounts } = this;
    return { user_id: accounts.length === 1 ? accounts[0] : { $in: accounts }, ...filter };
  }

  owned(documents: readonly unknown[]): void {
    for (const document of documents) this.check((document as OfAccount).user_id);
  }

  check(account: unknown): void {
    if (!this.accounts.includes(account as number))
      throw new RangeError(
        `${this.all.modelName}: ${JSON.stringify(account)} is not the account ${this.accounts.join(' or ')}`,
      );
  }

  ownWrite(write: unknown): Document {
    const [[kind, named]] = Object.entries(write as Document) as [[string, Document]];
    if (kind === 'insertOne') this.owned([named['document']]);
    if (kind === 'replaceOne') this.owned([named['replacement']]);
    return kind === 'insertOne'
      ? (write as Document)
      : { [kind]: { ...hinted(named['filter'], named), filter: this.own(named['filter']) } };
  }
}

/** For commands of this folder: the filter with the account of its rows. Throws a RangeError for another account. */
export const ownFilter = <Stored extends object>(
  rows: Rows<Stored>,
  filter: Filter<Stored>,
): Filter<Stored> => (rows instanceof AccountRows ? (rows.own(filter) as Filter<Stored>) : filter);

/** For commands of this folder: the index that the question of a view uses; see {@link hinted}. */
export const hintOf = (rows: object, filter: unknown): Document | undefined =>
  rows instanceof AccountRows && namesIds(filter) ? BY_ID : undefined;

/** For commands of this folder. Throws a RangeError for a document of another account. */
export function checkOwner(rows: object, documents: readonly unknown[]): void {
  if (rows instanceof AccountRows) rows.owned(documents);
}

type Ask = (rows: AccountRows, given: unknown[]) => unknown[];

function namesIds(filter: unknown): boolean {
  const id: unknown = (filter as Document | undefined)?.['_id'];
  return typeof id === 'number' || typeof id === 'string' || Boolean((id as Document | undefined)?.['$in']);
}

/** The index of `_id` for a filter that names ids: other indexes begin with the account, too, and the planner would try them. */
const hinted = (filter: unknown, options: unknown): object | undefined =>
  namesIds(filter) ? { hint: BY_ID, ...(options as object | undefined) } : (options as object | undefined);

const BY_ID = Object.freeze({ _id: 1 });

const filtered: Ask = (rows, [filter, options]) => [rows.own(filter), hinted(filter, options)];

const changed: Ask = (rows, [filter, change, options]) => [rows.own(filter), change, hinted(filter, options)];

const OWN: Readonly<Record<RowMethod, Ask>> = {
  aggregate: (rows, [stages, ...rest]) => [[{ $match: rows.own({}) }, ...(stages as Document[])], ...rest],
  bulkWrite: (rows, [writes, ...rest]) => [
    (writes as unknown[]).map((write) => rows.ownWrite(write)),
    ...rest,
  ],
  countDocuments: filtered,
  deleteMany: filtered,
  deleteOne: filtered,
  distinct: (rows, [path, filter, ...rest]) => [path, rows.own(filter), ...rest],
  find: filtered,
  findOne: filtered,
  findOneAndDelete: filtered,
  findOneAndUpdate: changed,
  insertMany(rows, given) {
    rows.owned(given[0] as unknown[]);
    return given;
  },
  insertOne(rows, given) {
    rows.owned([given[0]]);
    return given;
  },
  replaceOne(rows, given) {
    rows.owned([given[1]]);
    return changed(rows, given);
  },
  updateMany: changed,
  updateOne: changed,
};

asks(AccountRows, (rows, name, asked) => OWN[name](rows, asked), askInShare);

interface WholeCursor {
  toArray(): Promise<unknown[]>;
}

/** Asks in the share of the account, if there is one. */
function askInShare({ all, accounts }: AccountRows, name: RowMethod, given: unknown[]): unknown {
  const send = (): unknown => all[name](...given);
  const [account] = accounts;
  if (!all.isShared || accounts.length !== 1 || isInTransaction() || hasSession(given)) return send();
  if (name !== 'find' && name !== 'aggregate') return inShare(account!, () => send() as Promise<unknown>);
  const cursor = send() as WholeCursor;
  const toArray = cursor.toArray.bind(cursor);
  cursor.toArray = () => inShare(account!, toArray);
  return cursor;
}

const hasSession = (given: readonly unknown[]): boolean =>
  (given.at(-1) as OperationOptions | undefined)?.session !== undefined;

/** Rows whose commands have a comment, which MongoDB's profiler and `currentOp` show. */
class CommentedRows extends RowsView {
  readonly comment: string;

  constructor(all: AllRows, comment: string) {
    super(all);
    this.comment = comment;
  }
}

asks(CommentedRows, ({ comment }, name, asked) => withOptions(name, asked, { comment }));

export const withComment = <Stored extends object>(rows: Rows<Stored>, comment: string): Rows<Stored> =>
  new CommentedRows(rows as unknown as AllRows, comment) as unknown as Rows<Stored>;

/** For commands of this folder. */
export const commentOf = (rows: object): string | undefined =>
  rows instanceof CommentedRows ? rows.comment : undefined;
