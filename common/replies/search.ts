/** Finds many literals in one pass over a text (Aho and Corasick, 1975). */
interface Search {
  /** Called with the index of each literal found, once for each occurrence. */
  find(text: string, found: (literal: number) => void): void;
}

const ASCII = 128;
const CODES = 0x1_0000;

/** A number from 1 for each ASCII character that a literal has, and 0 for the others. */
function lettersOf(literals: readonly string[]): { letters: Int32Array; width: number } {
  const letters = new Int32Array(ASCII);
  let width = 1;
  for (const literal of literals)
    for (let at = 0; at < literal.length; at += 1) {
      const code = literal.charCodeAt(at);
      if (code < ASCII && letters[code] === 0) {
        letters[code] = width;
        width += 1;
      }
    }
  return { letters, width };
}

export function createSearch(literals: readonly string[]): Search {
  // A table of all steps for the characters of most texts; that of all scripts would be many times as large.
  const { letters, width } = lettersOf(literals);
  const most = literals.reduce((sum, one) => sum + one.length, 1);
  let next = new Int32Array(most * width);
  // The steps of other characters, by state and character.
  const others = new Map<number, number>();
  const codesOf = new Map<number, number[]>();
  const ends: number[][] = [[]];
  literals.forEach((literal, index) => {
    let state = 0;
    for (let at = 0; at < literal.length; at += 1) {
      const code = literal.charCodeAt(at);
      const edge = code < ASCII ? state * width + letters[code]! : state * CODES + code;
      let child = code < ASCII ? next[edge]! : (others.get(edge) ?? 0);
      if (child === 0) {
        child = ends.length;
        ends.push([]);
        if (code < ASCII) next[edge] = child;
        else {
          others.set(edge, child);
          codesOf.set(state, [...(codesOf.get(state) ?? []), code]);
        }
      }
      state = child;
    }
    ends[state]!.push(index);
  });
  next = next.slice(0, ends.length * width);

  // A state falls back to the longest other state whose text is a suffix of its own.
  const fallback = new Int32Array(ends.length);
  const otherStep = (from: number, code: number): number => {
    for (let state = from; ; state = fallback[state]!) {
      const child = others.get(state * CODES + code);
      if (child !== undefined) return child;
      if (state === 0) return 0;
    }
  };
  // Breadth first.
  const order: number[] = [0];
  for (let at = 0; at < order.length; at += 1) {
    const state = order[at]!;
    const back = fallback[state]!;
    if (state !== 0) ends[state]!.push(...ends[back]!);
    for (let letter = 1; letter < width; letter += 1) {
      const child = next[state * width + letter]!;
      const other = state === 0 ? 0 : next[back * width + letter]!;
      if (child === 0) next[state * width + letter] = other;
      else {
        fallback[child] = other;
        order.push(child);
      }
    }
    for (const code of codesOf.get(state) ?? []) {
      const child = others.get(state * CODES + code)!;
      fallback[child] = state === 0 ? 0 : otherStep(back, code);
      order.push(child);
    }
  }

  return {
    find(text, found) {
      let state = 0;
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        state = code < ASCII ? next[state * width + letters[code]!]! : otherStep(state, code);
        for (const literal of ends[state]!) found(literal);
      }
    },
  };
}
