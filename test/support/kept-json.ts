import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { replaceFile } from '../../common/data/build/replace-file.ts';
import { digestOf, filesOf } from '../../local/digest.mjs';

/**
 * A value that takes long to make, as JSON in a file that later processes read as long as no source of it changes. Its digest is in
 * the name of the file, which the file gets once it is written as a whole. `sources` are files and folders.
 */
export async function keptJson<Value>(
  stem: string,
  sources: readonly string[],
  make: () => Promise<Value>,
): Promise<Value> {
  // This process has other sources than those on the disk.
  if (process.env['OTHER_SOURCES']) return make();
  const file = `${stem}-${digestOf('.', filesOf('.', sources))}.json`;
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
  replaceFile(file, text);
  return text;
}
