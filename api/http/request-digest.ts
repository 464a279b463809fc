import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { UploadedFile } from './body.ts';
import type { Exchange } from './exchange.ts';
import { isScalar } from './inputs.ts';

/** Maximum names of an object that are sorted; objects in inputs have few. */
const ORDERED = 1000;
const PIECE = 2 ** 16;

/** SHA-256 of a request's method, path, accepted inputs (folded, so the encoding does not matter) and files. */
export async function digestOf({ ctx, served, inputs, file, files }: Exchange): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([ctx.method, served.row.path, file?.name ?? null]));
  if (file) await addBytes(hash, file);
  for (const one of files) {
    hash.update(JSON.stringify([one.name, one.type]));
    await addBytes(hash, one);
  }
  const plain = served.behaviour.input.names.filter(
    (name) => name in inputs && !(file && isFile(inputs[name])) && inputs[name] !== files,
  );
  addValue(hash, Object.fromEntries(plain.map((name) => [name, inputs[name]])));
  return hash.digest('hex');
}

async function addBytes(hash: Hash, { path, bytes }: UploadedFile): Promise<void> {
  // The length first, so that the end of the bytes is unambiguous.
  hash.update(`${bytes}:`);
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), async (chunks) => {
    for await (const chunk of chunks) hash.update(chunk as Buffer);
  });
}

const isFile = (value: unknown): boolean => typeof value === 'object' && value !== null && 'path' in value;

/** Hashes a value (a number as text, as in a form) with each part's length first. Iterative, because JSON can nest deeply. */
function addValue(hash: Hash, value: unknown): void {
  let text = '';
  const add = (piece: string): void => {
    text += piece;
    if (text.length < PIECE) return;
    hash.update(text);
    text = '';
  };
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (Array.isArray(next)) {
      add(`[${next.length}`);
      for (let index = next.length - 1; index >= 0; index -= 1) left.push(next[index]);
    } else if (typeof next === 'object' && next !== null) {
      const names = Object.keys(next);
      if (names.length <= ORDERED) names.sort();
      add(`{${names.length}`);
      for (const name of names.reverse()) left.push((next as Record<string, unknown>)[name], name);
    } else {
      const one = isScalar(next) ? String(next) : '';
      add(`${next === null ? 'n' : 's'}${one.length}:`);
      add(one);
    }
  }
  hash.update(text);
}
