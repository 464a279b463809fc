import { collection, model } from '../store/collection.ts';
import type { RunCountDocument } from './run-counts.ts';

interface UnsubscribeCountDocument extends RunCountDocument<number> {
  unsubscribe_groups_id: number;
}

const schema = collection<UnsubscribeCountDocument>('unsubscribe_counts');
schema.index({ unsubscribe_groups_id: 1 });

export const UnsubscribeCount = model<UnsubscribeCountDocument>('UnsubscribeCount', schema);
