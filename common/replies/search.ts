/** Finds many literals in one pass over a text (Aho and Corasick, 1975). */
interface Search {
  /** Called with the index of each literal found, once for each occurrence. */
  find(text: string, found: (literal: number) => void): void;
}

export function createSearch(literals: readonly string[]): Search {
  // All characters that no literal has are 0.
  const alphabet = new Map<number, number>();
  for (const literal of literals)
    for (let at = 0; at < literal.length; at += 1)
      if (!alphabet.has(literal.charCodeAt(at))) alphabet.set(literal.charCodeAt(at), alphabet.size + 1);
  const width = alphabet.size + 1;

  const most = literals.reduce((sum, one) => sum + one.length, 1);
  let next = new Int32Array(most * width);
  const ends: number[][] = [[]];
  literals.forEach((literal, index) => {
    let state = 0;
    for (let at = 0; at < literal.length; at += 1) {
      const edge = state * width + alphabet.get(literal.charCodeAt(at))!;
      if (next[edge] === 0) {
        next[edge] = ends.length;
        ends.push([]);
      }
      state = next[edge]!;
    }
    ends[state]!.push(index);
  });
  next = next.slice(0, ends.length * width);

  // Breadth first: a state falls back to the longest other state whose text is a suffix of its own.
  const fallback = new Int32Array(ends.length);
  const order: number[] = [];
  for (let letter = 0; letter < width; letter += 1) if (next[letter] !== 0) order.push(next[letter]!);
  for (let at = 0; at < order.length; at += 1) {
    const state = order[at]!;
    const back = fallback[state]!;
    ends[state]!.push(...ends[back]!);
    for (let letter = 0; letter < width; letter += 1) {
      const edge = state * width + letter;
      const child = next[edge]!;
      const other = next[back * width + letter]!;
      if (child === 0) next[edge] = other;
      else {
        fallback[child] = other;
        order.push(child);
      }
    }
  }

  const ascii = new Int32Array(128);
  for (const [code, letter] of alphabet) if (code < 128) ascii[code] = letter;
  return {
    find(text, found) {
      let state = 0;
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        const letter = code < 128 ? ascii[code]! : (alphabet.get(code) ?? 0);
        state = next[state * width + letter]!;
        for (const literal of ends[state]!) found(literal);
      }
    },
  };
}
