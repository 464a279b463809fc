import { model, Schema } from 'mongoose';

/** The last id given out of each sequence. */
export interface CounterDocument {
  _id: string;
  last: number;
}

export const Counter = model<CounterDocument>(
  'Counter',
  new Schema<CounterDocument>(
    { _id: String, last: { type: Number, required: true } },
    { collection: 'counters', versionKey: false },
  ),
);
