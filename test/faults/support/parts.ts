/** One of `of` parts, from 0. Runs with further seeds play the other parts. */
export interface Part {
  readonly at: number;
  readonly of: number;
}

/** The things that belong to a part: with `of: 3` each third one. */
export const partOf = <Thing>(all: readonly Thing[], { at, of }: Part): readonly Thing[] =>
  all.filter((_, index) => index % of === at);
