import { collection, model } from '../store/collection.ts';
import type { ActorKind } from './audit-entries.ts';

/** A design that an account keeps, to begin mails with. */
export interface OwnTemplateDocument {
  _id: number;
  user_id: number;
  /** What people call it; without an @, so that it holds no address. */
  template_name: string;
  /** As in a mail: a JSON text with the key `mjml`. */
  template_json: string;
  /** Bytes of the design. */
  design_bytes: number;
  /** One more with each change. */
  version: number;
  /** The kind of actor that changed it last. Absent where it was changed before this was noted. */
  saved_by?: ActorKind;
  created_at: Date;
  updated_at: Date;
}

const schema = collection<OwnTemplateDocument>('own_templates');
schema.index({ user_id: 1, _id: 1 });
schema.index({ user_id: 1, design_bytes: 1 }, { partialFilterExpression: { design_bytes: { $gt: 0 } } });

export const OwnTemplate = model<OwnTemplateDocument>('OwnTemplate', schema);
