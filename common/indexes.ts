import { MODELS } from './models/all.ts';

/** Makes every collection and index that is missing; quick when none is. The `release` step of a deployment. */
export async function createIndexes(): Promise<void> {
  for (const model of MODELS) {
    await model.createCollection();
    await model.createIndexes();
  }
}
