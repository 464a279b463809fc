import { type ContractRow, contract } from '../../api/contract.ts';

/** A part of the API's endpoints. */
export interface Part {
  readonly operations: number;
  /** Matches the paths of the part as the API's document has them. */
  readonly paths: RegExp;
}

/**
 * One of `count` parts of about equal size; `which` says which one. What belongs to one resource stays together, as its calls follow from
 * one another.
 */
export function partOf(count: number, which: number): Part {
  const sizes = new Map<string, number>();
  for (const { path, methods } of Object.values<ContractRow>(contract)) {
    const resource = path.split('/')[1]!;
    sizes.set(resource, (sizes.get(resource) ?? 0) + methods.length);
  }
  const largestFirst = [...sizes].sort(([, a], [, b]) => b - a);
  const chosen = largestFirst.filter((_, at) => at % count === which % count);
  return {
    operations: chosen.reduce((sum, [, size]) => sum + size, 0),
    paths: new RegExp(`^/(${chosen.map(([resource]) => resource).join('|')})(/|$)`),
  };
}
