import { collection, model } from '../store/collection.ts';
import type { ActorKind } from './audit-entries.ts';

export type ContentOwner = 'send' | 'email' | 'template';

export interface Content {
  template_id: number;
  template_json: string | null;
  template_html: string | null;
  /** The plain-text part; absent or null: it is made from the HTML. */
  template_text?: string | null;
  design_bytes?: number;
}

/** Replaced content. Its owner can restore it. */
export interface ContentVersionDocument extends Content {
  _id: number;
  user_id: number;
  owner: ContentOwner;
  owner_id: number;
  design_bytes: number;
  by: ActorKind | null;
  saved_at: Date;
  /** When it became a version. Versions from before this field have none. */
  kept_at?: Date;
}

const schema = collection<ContentVersionDocument>('content_versions');
schema.index({ user_id: 1, owner: 1, owner_id: 1, _id: 1 });
schema.index({ user_id: 1, _id: 1, design_bytes: 1 });

export const ContentVersion = model<ContentVersionDocument>('ContentVersion', schema);
