import { collection, model } from '../store/collection.ts';
import type { RunCountDocument } from './run-counts.ts';

interface ContactCountDocument extends RunCountDocument<number> {
  contact_type_id: number;
}

const schema = collection<ContactCountDocument>('contact_counts');
schema.index({ contact_type_id: 1 });

export const ContactCount = model<ContactCountDocument>('ContactCount', schema);
