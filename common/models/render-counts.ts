import { collection, model } from '../store/collection.ts';

/** Designs rendered for an account in a minute (UTC). */
interface RenderCountDocument {
  /** `2025-11-21T09:41 12`: the minute and the account. */
  _id: string;
  renders: number;
  expires_at: Date;
}

const schema = collection<RenderCountDocument>('render_counts');
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export const RenderCount = model<RenderCountDocument>('RenderCount', schema);
