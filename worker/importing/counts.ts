export interface Counts {
  added: number;
  updated: number;
  unchanged: number;
  refused: number;
}

export const noRowCounts = (): Counts => ({ added: 0, updated: 0, unchanged: 0, refused: 0 });
