import { useSliceMs } from '../../worker/sending/delivery/slice.ts';

/** The time that slices of this process may take, in milliseconds. */
export const sliceTimes = {
  /** A test that runs one slice by hand is about that slice, and not about the rows that a busy machine leaves to the next one. */
  long: (): void => useSliceMs(60_000),
  /** A worker that runs takes as long as in production: a pause or a cancel waits for the end of a slice. */
  usual: (): void => useSliceMs(2000),
};
