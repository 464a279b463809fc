import { readFileSync } from 'node:fs';

/** Words of these scripts have no spaces between them. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
/** Words are looked up by their beginning. */
const BEGINNING = 3;

interface MeaningWords {
  /** By the first letters: a word, whether it may go on, and its meaning. */
  readonly byBeginning: ReadonlyMap<
    string,
    readonly (readonly [word: string, open: boolean, meaning: string])[]
  >;
  readonly unspaced: readonly (readonly [word: string, meaning: string])[];
}

let read: MeaningWords | null = null;

/** `meanings.txt`: a meaning, a colon, and its words; `*` stands for further letters. */
function readMeanings(): MeaningWords {
  const byBeginning = new Map<string, [string, boolean, string][]>();
  const unspaced: [string, string][] = [];
  for (const line of readFileSync(new URL('meanings.txt', import.meta.url), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('# ')) continue;
    const [meaning, ...words] = line.split(/:? /) as [string, ...string[]];
    for (const one of words) {
      const open = one.endsWith('*');
      const word = open ? one.slice(0, -1) : one;
      if (UNSPACED.test(word)) unspaced.push([word, meaning]);
      else {
        const beginning = word.slice(0, BEGINNING);
        byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), [word, open, meaning]]);
      }
    }
  }
  return { byBeginning, unspaced };
}

/** The meanings of the words of a text (`wordsOf`), in their order; the same one twice in a row counts once. */
export function meaningsOf(words: string): string[] {
  read ??= readMeanings();
  const found: string[] = [];
  const add = (meaning: string): void => {
    if (found.at(-1) !== meaning) found.push(meaning);
  };
  for (const word of words.split(' '))
    for (const [known, open, meaning] of read.byBeginning.get(word.slice(0, BEGINNING)) ?? [])
      if (word === known || (open && word.startsWith(known))) add(meaning);
  if (UNSPACED.test(words))
    for (const [known, meaning] of read.unspaced) if (words.includes(known)) add(meaning);
  return found;
}
