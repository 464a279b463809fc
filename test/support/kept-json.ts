import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * A value that takes long to make, as JSON in a file that later processes read as long as no source of it changes. Its digest is in
 * the name of the file, which the file gets once it is written as a whole. `sources` are files and folders.
 */
export async function keptJson<Value>(
  stem: string,
  sources: readonly string[],
  make: () => Promise<Value>,
): Promise<Value> {
  const file = `${stem}-${digestOf(sources)}.json`;
  return JSON.parse(textOf(file) ?? keep(stem, file, JSON.stringify(await make()))) as Value;
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function keep(stem: string, file: string, text: string): string {
  const folder = dirname(stem);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const isOld = name.startsWith(`${basename(stem)}-`) && name.endsWith('.json') && name !== basename(file);
    if (isOld) rmSync(join(folder, name), { force: true });
  }
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
  return text;
}

function digestOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesOf)) {
    const bytes = readFileSync(file);
    // With its length, the end of each file is unambiguous.
    hash.update(JSON.stringify([file, bytes.length])).update(bytes);
  }
  return hash.digest('hex').slice(0, 32);
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
    .sort();
}
