import mongoose from 'mongoose';

/** A query plan, and the first query that used it. */
export interface QueryPlan {
  collection: string;
  operation: string;
  /** Such as `IXSCAN { user_id: 1, _id: 1 }` or `COLLSCAN`. */
  summary: string;
  question: string;
}

/** Bytes of the profile: a test makes some thousands of queries. */
const NOTES = 128 * 2 ** 20;

/** Makes MongoDB record every query to this process's database with its plan. */
export async function startProfiler(): Promise<{ plans(): Promise<QueryPlan[]>; stop(): Promise<void> }> {
  const db = mongoose.connection.db!;
  await db.createCollection('system.profile', { capped: true, size: NOTES });
  await db.command({ profile: 2 });
  return {
    async plans() {
      const notes = await db
        .collection('system.profile')
        .find({ planSummary: { $exists: true }, ns: { $not: /system\.|\$cmd/ } })
        .toArray();
      const found = new Map<string, QueryPlan>();
      for (const { ns, op, command, planSummary } of notes) {
        const { filter, query, q, pipeline } = command ?? {};
        const question = JSON.stringify(filter ?? query ?? q ?? pipeline ?? {});
        const plan: QueryPlan = {
          collection: String(ns).slice(db.databaseName.length + 1),
          operation: String(op),
          summary: String(planSummary),
          question,
        };
        // Queries that differ only in their values count as one.
        const form = question.replaceAll(/"(?:[^"\\]|\\.)*"(?!:)|-?\d+(?:\.\d+)?/g, '?');
        const key = [plan.collection, plan.operation, plan.summary, form].join(' ');
        if (!found.has(key)) found.set(key, plan);
      }
      return [...found.values()];
    },
    stop: async () => void (await db.command({ profile: 0 })),
  };
}

/** What MongoDB does in one collection during an action: the documents and keys of indexes that it examines, and the questions whose results it sorts. */
export async function examinedDuring(
  { name }: { readonly name: string },
  action: () => Promise<unknown>,
): Promise<{ questions: number; documents: number; keys: number; sorts: number }> {
  const db = mongoose.connection.db!;
  const ns = `${db.databaseName}.${name}`;
  await db.command({ profile: 2, filter: { ns } });
  try {
    await action();
  } finally {
    await db.command({ profile: 0, filter: 'unset' });
  }
  const notes = await db.collection('system.profile').find({ ns }).toArray();
  // Databases with a profile are not emptied for the next test file.
  await db.collection('system.profile').drop();
  return {
    questions: notes.length,
    documents: notes.reduce((sum, { docsExamined = 0 }) => sum + Number(docsExamined), 0),
    keys: notes.reduce((sum, { keysExamined = 0 }) => sum + Number(keysExamined), 0),
    sorts: notes.filter(({ hasSortStage }) => hasSortStage).length,
  };
}
