/** How many of something there are with ids of one run (decision 009). */
export interface RunCountDocument<Count> {
  /** The owner's id and the run, such as `3-17`. */
  _id: string;
  run: number;
  count: Count;
  /** Some of the run changed since they were counted; set before they change. */
  dirty_at: Date | null;
  counted_at?: Date | null;
}
