import type { Document } from 'mongodb';

/** A command without its values. */
export interface CommandShape {
  readonly collection: string;
  /** `lookup`: a stage of a pipeline that reads another collection. */
  readonly command: string;
  /** Fields with one value, or with a list of them. */
  readonly equal: readonly string[];
  /** The other fields of the filter. */
  readonly compared: readonly string[];
  readonly sort: readonly string[];
}

interface Statement {
  readonly filter: Document;
  readonly sort?: Document | undefined;
}

const FILTERS: Readonly<Record<string, (command: Document) => readonly Statement[]>> = {
  find: ({ filter = {}, sort }) => [{ filter, sort }],
  count: ({ query = {} }) => [{ filter: query }],
  distinct: ({ query = {} }) => [{ filter: query }],
  findAndModify: ({ query = {}, sort }) => [{ filter: query, sort }],
  update: ({ updates }) => updates.map(({ q }: Document) => ({ filter: q })),
  delete: ({ deletes }) => deletes.map(({ q }: Document) => ({ filter: q })),
  // A document is at its own account: its other fields are no filter.
  insert: ({ documents }) =>
    documents.map(({ user_id }: Document) => ({ filter: user_id === undefined ? {} : { user_id } })),
};

/** The shapes of a command: one for each of its filters, and of the pipelines in it. */
export function* shapesOf(command: Document): Generator<CommandShape> {
  const [[name, collection] = ['', '']] = Object.entries(command) as [string, unknown][];
  if (typeof collection !== 'string') return;
  if (name === 'aggregate') yield* shapesOfPipeline(collection, name, command['pipeline']);
  for (const { filter, sort } of FILTERS[name]?.(command) ?? [])
    yield shapeOf(collection, name, [filter], sort);
}

function* shapesOfPipeline(
  collection: string,
  command: string,
  stages: readonly Document[],
  local: readonly string[] = [],
): Generator<CommandShape> {
  const end = stages.findIndex((stage) => !('$match' in stage));
  const first = end === -1 ? stages : stages.slice(0, end);
  const sort = end === -1 ? undefined : stages[end]!['$sort'];
  const filters = first.map((stage) => stage['$match'] as Document);
  yield shapeOf(
    collection,
    command,
    [...filters, Object.fromEntries(local.map((field) => [field, 0]))],
    sort,
  );
  for (const stage of stages) {
    const { $lookup, $unionWith, $facet } = stage;
    if ($lookup) {
      const joined = $lookup.foreignField ? [$lookup.foreignField as string] : [];
      yield* shapesOfPipeline($lookup.from, 'lookup', $lookup.pipeline ?? [], joined);
    }
    if ($unionWith) {
      const { coll, pipeline = [] } =
        typeof $unionWith === 'string' ? { coll: $unionWith } : ($unionWith as Document);
      yield* shapesOfPipeline(coll, 'lookup', pipeline);
    }
    // Pipelines within a facet start from the rows of the outer one.
    for (const inner of Object.values(($facet ?? {}) as Record<string, Document[]>))
      for (const shape of shapesOfPipeline(collection, 'facet', inner))
        if (shape.command !== 'facet') yield shape;
  }
}

export function shapeOf(
  collection: string,
  command: string,
  filters: readonly Document[],
  sort?: Document,
): CommandShape {
  const equal = new Set<string>();
  const compared = new Set<string>();
  for (const filter of filters) addFields(filter, equal, compared);
  return {
    collection,
    command,
    equal: [...equal].sort(),
    compared: [...compared].sort(),
    sort: keysOf(sort),
  };
}

const keysOf = (sort: Document | undefined): string[] =>
  sort instanceof Map ? [...sort.keys()] : Object.keys(sort ?? {});

function addFields(filter: Document, equal: Set<string>, compared: Set<string>): void {
  for (const [field, value] of Object.entries(filter)) {
    if (field === '$and') for (const part of value as Document[]) addFields(part, equal, compared);
    else if (field === '$or') for (const common of commonFields(value)) compared.add(common);
    else if (field === '$expr') addExpression(value, equal, compared);
    else if (isEqual(field, value)) equal.add(field);
    else compared.add(field);
  }
}

/** The fields that each branch has: an index of them serves all. */
function commonFields(branches: readonly Document[]): string[] {
  const [first = [], ...others] = branches.map((branch) => {
    const fields = new Set<string>(['$or']);
    addFields(branch, fields, fields);
    return [...fields];
  });
  return first.filter((field) => others.every((fields) => fields.includes(field)));
}

/** `$eq` of a field and a variable, as in the pipeline of a lookup. */
function addExpression(expression: Document, equal: Set<string>, compared: Set<string>): void {
  for (const part of (expression['$and'] as Document[] | undefined) ?? [expression]) {
    const sides = (part['$eq'] ?? []) as unknown[];
    const field = sides.find((side): side is string => typeof side === 'string' && /^\$\w/.test(side));
    if (field) equal.add(field.slice(1));
    else compared.add('$expr');
  }
}

function isEqual(field: string, value: unknown): boolean {
  if (field.startsWith('$') || value === undefined) return false;
  if (value === null || typeof value !== 'object' || value.constructor !== Object) return true;
  const operators = Object.keys(value).filter((key) => key.startsWith('$'));
  return operators.length === 0 || operators.includes('$eq') || operators.includes('$in');
}

export const inWords = ({ collection, command, equal, compared, sort }: CommandShape): string =>
  `${collection}.${command} {${[...equal, ...compared.map((field) => `${field}…`)].join(', ')}}${
    sort.length > 0 ? ` sort ${sort.join(', ')}` : ''
  }`;
