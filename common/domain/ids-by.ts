export function idsBy<Stored extends { _id: number }, Key>(
  records: readonly Stored[],
  keyOf: (record: Stored) => Key,
): Map<Key, number[]> {
  const ids = new Map<Key, number[]>();
  for (const record of records) {
    const key = keyOf(record);
    const theirs = ids.get(key);
    if (theirs) theirs.push(record._id);
    else ids.set(key, [record._id]);
  }
  return ids;
}
