/** A count of rows with ids of one run (decision 009). */
export interface RunCountDocument<Count> {
  /** The owner's id and the run, such as `3-17`. */
  _id: string;
  run: number;
  count: Count;
  /** Set before rows of the run change: the count is out of date. */
  dirty_at: Date | null;
  counted_at?: Date | null;
}
