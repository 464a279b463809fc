import { collection, model } from '../store/collection.ts';

/**
 * What a design became, by the hash of its contents: made once for all processes and accounts, and kept while it is asked
 * for. What is not there is made again.
 */
export interface RenderingDocument {
  /** SHA-256 of the renderer's version, the task and its input. */
  _id: string;
  /** `working`: a process is at it until `until`. */
  state: 'working' | 'done';
  /** The process whose turn it is. */
  token: string;
  until: Date;
  /** Processes that began: those before the last died over it. */
  tries: number;
  /** What was made, or what is wrong with the design; null while it is worked at. */
  made: object | null;
  /** What it takes here, about. */
  bytes: number;
  used_at: Date;
  expires_at: Date;
}

const schema = collection<RenderingDocument>('renderings');
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
// Where there are too many, those go that were not used for longest; the index alone adds up their bytes.
schema.index({ used_at: 1, bytes: 1 });

export const Rendering = model<RenderingDocument>('Rendering', schema);
