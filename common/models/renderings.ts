import { collection, model } from '../store/collection.ts';

/** A rendered design, shared by all processes and accounts, and kept while it is used. A missing one is rendered again. */
export interface RenderingDocument {
  /** SHA-256 of the renderer's version, the task and its input. */
  _id: string;
  /** `working`: a process renders it until `until`. */
  state: 'working' | 'done';
  token: string;
  until: Date;
  /** Processes that began: all but the last died. */
  tries: number;
  /** The result, or the errors of the design; null while rendering. */
  made: object | null;
  bytes: number;
  used_at: Date;
  expires_at: Date;
}

const schema = collection<RenderingDocument>('renderings');
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
// The least recently used rows are deleted first; the index alone adds up their bytes.
schema.index({ used_at: 1, bytes: 1 });

export const Rendering = model<RenderingDocument>('Rendering', schema);
