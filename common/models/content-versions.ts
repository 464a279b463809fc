import { collection, model } from '../store/collection.ts';
import type { ActorKind } from './audit-entries.ts';

/** Records with content that can be replaced: a single send, an email of an automation, a template of the account. */
export type ContentOwner = 'send' | 'email' | 'template';

/** The source of a mail. */
export interface Content {
  template_id: number;
  template_json: string | null;
  template_html: string | null;
  /** Bytes of the two above. */
  design_bytes?: number;
}

/** Content that other content took the place of. Its owner can have it back. */
export interface ContentVersionDocument extends Content {
  _id: number;
  user_id: number;
  owner: ContentOwner;
  /** The id of the send, email or template. */
  owner_id: number;
  design_bytes: number;
  /** The kind of actor that stored it; null where it was stored before this was noted. */
  by: ActorKind | null;
  /** When it was stored last. */
  saved_at: Date;
}

const schema = collection<ContentVersionDocument>('content_versions');
schema.index({ owner: 1, owner_id: 1, _id: 1 });
schema.index({ user_id: 1, _id: 1, design_bytes: 1 });

export const ContentVersion = model<ContentVersionDocument>('ContentVersion', schema);
