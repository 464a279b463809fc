const BYTES = 8;

/** Ids as bytes: MongoDB and its driver take a tenth of the time that an array takes, in which each number has a name. */
export function packIds(ids: readonly number[]): Buffer {
  const packed = Buffer.allocUnsafe(ids.length * BYTES);
  let at = 0;
  for (const id of ids) at = packed.writeDoubleLE(id, at);
  return packed;
}

export function unpackIds(packed: Uint8Array): number[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const ids: number[] = [];
  for (let at = 0; at < view.byteLength; at += BYTES) ids.push(view.getFloat64(at, true));
  return ids;
}
