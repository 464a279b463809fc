import { collection, model } from './collection.ts';

/** The last reserved id of each sequence. */
interface CounterDocument {
  _id: string;
  last: number;
}

export const Counter = model<CounterDocument>('Counter', collection<CounterDocument>('counters'));
