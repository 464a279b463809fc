import { collection, model } from '../store/collection.ts';
import type { ActorKind } from './audit-entries.ts';

export interface OwnTemplateDocument {
  _id: number;
  user_id: number;
  /** Has no @, so that it holds no address. */
  template_name: string;
  /** As in a mail: a JSON text with the key `mjml`. */
  template_json: string;
  design_bytes: number;
  version: number;
  saved_by?: ActorKind;
  created_at: Date;
  updated_at: Date;
}

const schema = collection<OwnTemplateDocument>('own_templates');
schema.index({ user_id: 1, _id: 1 });
schema.index({ user_id: 1, design_bytes: 1 }, { partialFilterExpression: { design_bytes: { $gt: 0 } } });

export const OwnTemplate = model<OwnTemplateDocument>('OwnTemplate', schema);
