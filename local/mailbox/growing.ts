/** A list of numbers with 4 or 8 bytes each. An array of objects would take ten times as much for each mail. */
export interface NumberList {
  readonly push: (value: number) => void;
  readonly at: (index: number) => number;
  readonly length: () => number;
}

export function growing(Kind: Uint32ArrayConstructor | Float64ArrayConstructor): NumberList {
  let room = new Kind(1024);
  let length = 0;
  return {
    push: (value) => {
      if (length === room.length) {
        const larger = new Kind(room.length * 2);
        larger.set(room);
        room = larger;
      }
      room[length] = value;
      length += 1;
    },
    at: (index) => room[index] ?? Number.NaN,
    length: () => length,
  };
}
