import mongoose from 'mongoose';

/** One way in which the store found documents, and the first question that it answered so. */
export interface Plan {
  collection: string;
  operation: string;
  /** Such as `IXSCAN { user_id: 1, _id: 1 }` or `COLLSCAN`. */
  summary: string;
  question: string;
}

/** Bytes of the store's notes: a test asks some thousands of questions. */
const NOTES = 128 * 2 ** 20;

/** Has MongoDB note every question to this process's database, with the plan that it was answered by. */
export async function startProfiler(): Promise<{ plans(): Promise<Plan[]>; stop(): Promise<void> }> {
  const db = mongoose.connection.db!;
  await db.createCollection('system.profile', { capped: true, size: NOTES });
  await db.command({ profile: 2 });
  return {
    async plans() {
      const notes = await db
        .collection('system.profile')
        .find({ planSummary: { $exists: true }, ns: { $not: /system\.|\$cmd/ } })
        .toArray();
      const found = new Map<string, Plan>();
      for (const { ns, op, command, planSummary } of notes) {
        const { filter, query, q, pipeline } = command ?? {};
        const question = JSON.stringify(filter ?? query ?? q ?? pipeline ?? {});
        const plan: Plan = {
          collection: String(ns).slice(db.databaseName.length + 1),
          operation: String(op),
          summary: String(planSummary),
          question,
        };
        // Values differ; what is asked for, and how, does not.
        const form = question.replaceAll(/"(?:[^"\\]|\\.)*"(?!:)|-?\d+(?:\.\d+)?/g, '?');
        const key = [plan.collection, plan.operation, plan.summary, form].join(' ');
        if (!found.has(key)) found.set(key, plan);
      }
      return [...found.values()];
    },
    stop: async () => void (await db.command({ profile: 0 })),
  };
}
