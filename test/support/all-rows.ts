import type { Db, Document } from 'mongodb';

interface Row {
  readonly collection: string;
  readonly row: Document;
}

/** Asks all these collections in one command: what `stages` make of each, with the name of its collection. */
export async function rowsOfAll(
  db: Db,
  collections: readonly string[],
  stages: readonly Document[],
): Promise<Row[]> {
  const of = (collection: string) => [
    ...stages,
    { $project: { _id: 0, collection: { $literal: collection }, row: '$$ROOT' } },
  ];
  const [first = '', ...others] = collections;
  const unions = others.map((coll) => ({ $unionWith: { coll, pipeline: of(coll) } }));
  return db
    .collection(first)
    .aggregate<Row>([...of(first), ...unions])
    .toArray();
}
