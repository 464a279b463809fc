import mongoose from 'mongoose';
import { patiently } from '../mongo.ts';

/** What keeps MongoDB from taking writes, in words; null where nothing does. */
export async function storeProblem(): Promise<string | null> {
  try {
    const hello = await patiently(mongoose.connection.db!.admin().command({ hello: 1 }));
    return hello.isWritablePrimary ? null : 'MongoDB takes no writes';
  } catch {
    return 'MongoDB is away';
  }
}
