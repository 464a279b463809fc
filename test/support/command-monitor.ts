import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { Collection, Db, type Document, type IndexDescription } from 'mongodb';
import { MODELS } from '../../common/models/all.ts';
import { QUESTIONS } from '../../common/store/everywhere.ts';
import { LARGE_COLLECTIONS } from '../../common/store/large-collections.ts';
import { type CommandShape, inWords, shapeOf, shapesOf } from './command-shapes.ts';

/**
 * Watches each command of a test run on a large collection. A test file fails at its end when the service sent one that names neither an
 * account nor a question of `everywhere`, or one without an index. Mocha loads this file.
 */
const CALLER = 'caller ';
const UNKNOWN = 'unknown';

/** The positions of the filter and the options in the arguments of a driver's collection. */
const METHODS: Readonly<Record<string, { readonly filter: number; readonly options: number }>> = {
  aggregate: { filter: 0, options: 1 },
  bulkWrite: { filter: 0, options: 1 },
  countDocuments: { filter: 0, options: 1 },
  deleteMany: { filter: 0, options: 1 },
  deleteOne: { filter: 0, options: 1 },
  distinct: { filter: 1, options: 2 },
  find: { filter: 0, options: 1 },
  findOne: { filter: 0, options: 1 },
  findOneAndDelete: { filter: 0, options: 1 },
  findOneAndUpdate: { filter: 0, options: 2 },
  insertMany: { filter: 0, options: 1 },
  insertOne: { filter: 0, options: 1 },
  replaceOne: { filter: 0, options: 2 },
  updateMany: { filter: 0, options: 2 },
  updateOne: { filter: 0, options: 2 },
};

/** Within a transaction, the caller is unknown, and may be a test. */
const isUnknown = (caller: string): boolean => caller === CALLER + UNKNOWN;

/** Questions and collections that need no index, with the reason. */
const NO_INDEX: Readonly<Record<string, string>> = {
  backup: 'Reads all documents, or runs on a store without work.',
  migration: 'Reads all documents once.',
  rotation: 'Reads all documents, when a person asks.',
  'sweep mailings':
    'Each branch of an $or has an index: of open mailings, or of those whose audience is walked.',
  'sweep contact_changes': 'A change is deleted when it is told: there are few.',
};

interface Seen {
  readonly shape: CommandShape;
  readonly caller: string;
}

const seen = new Map<string, Seen>();
/**
 * A connection of the driver. The driver has events for commands, too. They parse each answer twice, which takes 0.1 ms more for twenty
 * rows, where a question takes 0.55 ms.
 */
interface Driver {
  readonly prototype: { prepareCommand(db: string, command: Document, options: object): object };
}
/** Writes of a command, which the driver has as bytes already. */
type Writes = new () => { readonly documents: readonly Document[] };

const load = createRequire(import.meta.url);
const { Connection } = load('mongodb/lib/cmap/connection') as { readonly Connection: Driver };
const { DocumentSequence } = load('mongodb/lib/cmap/commands') as { readonly DocumentSequence: Writes };

const { prepareCommand } = Connection.prototype;
// Without it no command would be seen, and each test would pass.
if (typeof prepareCommand !== 'function')
  throw new Error('The MongoDB driver has no prepareCommand to watch.');
Connection.prototype.prepareCommand = function (this: object, db, command, options): object {
  note(command);
  return prepareCommand.call(this, db, command, options);
};

function note(command: Document): void {
  const [collection] = Object.values(command) as unknown[];
  // A pipeline may read another collection.
  if (!LARGE_COLLECTIONS.has(collection as string) && command['aggregate'] === undefined) return;
  const { comment } = command as { comment?: unknown };
  const caller = typeof comment === 'string' ? comment : '';
  for (const shape of shapesOf(withLists(command))) {
    if (!LARGE_COLLECTIONS.has(shape.collection)) continue;
    const key = `${inWords(shape)} ${caller}`;
    if (!seen.has(key)) seen.set(key, { shape, caller });
  }
}

const withLists = (command: Document): Document =>
  Object.fromEntries(
    Object.entries(command).map(([name, value]) => [
      name,
      value instanceof DocumentSequence ? value.documents : value,
    ]),
  );

/**
 * Commands that a test may not send, if the service does, get their caller as comment: they are sent later, without its stack.
 */
for (const [name, { filter, options }] of Object.entries(METHODS)) {
  const methods = Collection.prototype as unknown as Record<string, (...given: unknown[]) => unknown>;
  const method = methods[name]!;
  methods[name] = function (this: Collection, ...given: unknown[]): unknown {
    const asked = given[options] as { readonly comment?: unknown } | undefined;
    const isFine =
      asked?.comment !== undefined ||
      (LARGE_COLLECTIONS.has(this.collectionName)
        ? isAllowed(shapeOf(this.collectionName, name, filtersOf(given[filter])))
        : name !== 'aggregate' || !readsOthers(given[filter]));
    if (!isFine) {
      while (given.length <= options) given.push(undefined);
      given[options] = { ...asked, comment: CALLER + callerOf() };
    }
    return method.apply(this, given);
  };
}

const command = Db.prototype.command;
Db.prototype.command = function (this: Db, asked: Document, options?: object): Promise<Document> {
  const [collection] = Object.values(asked) as unknown[];
  const named =
    !LARGE_COLLECTIONS.has(collection as string) ||
    asked['comment'] !== undefined ||
    [...shapesOf(asked)].every(isAllowed)
      ? asked
      : { ...asked, comment: CALLER + callerOf() };
  return command.call(this, named, options as never);
};

/** Of a filter or document; of the first stages of a pipeline; of the first write of a group. */
function filtersOf(given: unknown): Document[] {
  if (!Array.isArray(given)) return [given ?? {}];
  const [first = {}] = given as Document[];
  const stages = given as Document[];
  if ('$match' in first) return stages.slice(0, 2).flatMap((stage) => stage['$match'] ?? []);
  const [[kind, write] = ['', first]] = Object.entries(first) as [string, Document][];
  return [kind === 'insertOne' ? write['document'] : (write?.['filter'] ?? first)];
}

const readsOthers = (stages: unknown): boolean =>
  (stages as Document[]).some((stage) => '$lookup' in stage || '$unionWith' in stage);

/** The place in the project that asked `common/store` or the driver. */
function callerOf(): string {
  const places = filesOfStack()
    .filter((place) => place.startsWith('/') && !place.includes('node_modules'))
    .map((place) => relative(process.cwd(), place))
    .filter((place) => !place.startsWith('..'));
  return places.find((place) => !/^(common\/store\/|test\/support\/command-monitor)/.test(place)) ?? UNKNOWN;
}

/** As text, a stack has its lines looked up in the maps of all sources, which takes many times as long. */
function filesOfStack(): string[] {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = 30;
  Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName() ?? '');
  const { stack } = new Error('caller') as { readonly stack?: unknown };
  Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  return (stack as string[]).map((name) => name.replace(/^file:\/\//, ''));
}

const isTest = (caller: string): boolean => /^caller (test|bench)\//.test(caller);

const mistake = ({ shape, caller }: Seen): string | null => {
  if (isTest(caller)) return null;
  const words = `${inWords(shape)} ${caller}`;
  if (!hasAccount(shape) && !Object.hasOwn(QUESTIONS, caller))
    return isUnknown(caller) ? null : `without an account: ${words}`;
  return isIndexed(shape) || caller in NO_INDEX || `${caller} ${shape.collection}` in NO_INDEX
    ? null
    : `without an index: ${words}`;
};

const hasAccount = ({ equal }: CommandShape): boolean => equal.includes('user_id');
const isAllowed = (shape: CommandShape): boolean => hasAccount(shape) && isIndexed(shape);

const known = new Map<string, boolean>();

function isIndexed(shape: CommandShape): boolean {
  const key = inWords(shape);
  const found = known.get(key) ?? hasIndex(shape);
  known.set(key, found);
  return found;
}

/** Whether an index begins with a field of the filter, or a sorted one where the filter has no account. */
function hasIndex({ collection, command: name, equal, compared, sort }: CommandShape): boolean {
  if (name.startsWith('insert') || equal.includes('_id')) return true;
  const fields = [...equal, ...compared];
  const indexes: readonly IndexDescription[] =
    MODELS.find(({ name: own }) => own === collection)?.indexes ?? [];
  return [{ key: { _id: 1 } }, ...indexes].some(({ key, partialFilterExpression = {} }: IndexDescription) => {
    const [first = ''] = Object.keys(key);
    const partial = Object.keys(partialFilterExpression);
    if (!partial.every((field) => fields.includes(field))) return false;
    if (equal.includes(first) || (first === '_id' && compared.includes('_id'))) return true;
    return (
      (!equal.includes('user_id') || partial.length > 0) && [...fields, ...sort.slice(0, 1)].includes(first)
    );
  });
}

/** The commands of this file so far, in words. */
export const seenCommands = (): string[] => [...seen.keys()];

export const mochaHooks = {
  afterAll(): void {
    const mistakes = [...seen.values()].flatMap((one) => mistake(one) ?? []);
    seen.clear();
    if (mistakes.length > 0) throw new Error(`Commands on large collections:\n${mistakes.join('\n')}`);
  },
};
