/** The report of a process about itself. Times are in milliseconds. */
export interface Watched {
  readonly unhandled: readonly string[];
  /** Gaps of more than `FUZZ_STALL_MS` between two turns of the loop: the machine's time at their end, and our own CPU time in each. */
  readonly stalls: readonly { readonly at: number; readonly gap: number; readonly own: number }[];
  readonly delay: { readonly p99: number; readonly max: number };
  readonly peakMb: number;
}

/** A line of the live file; `at` is the machine's time. */
export type WatchedEvent =
  | { readonly at: number; readonly gap: number; readonly own: number }
  | { readonly at: number; readonly unhandled: string };
