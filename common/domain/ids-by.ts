import { grouped } from './grouped.ts';

export const idsBy = <Stored extends { _id: number }, Key>(
  records: readonly Stored[],
  keyOf: (record: Stored) => Key,
): Map<Key, number[]> =>
  new Map([...grouped(records, keyOf)].map(([key, theirs]) => [key, theirs.map(({ _id }) => _id)]));
