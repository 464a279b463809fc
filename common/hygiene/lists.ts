import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OWN = fileURLToPath(new URL('../data/hygiene', import.meta.url));
const NAMES = ['large-domains', 'role-names', 'disposable-domains'] as const;
type ListName = (typeof NAMES)[number];

type Lists = Readonly<Record<ListName, ReadonlySet<string>>>;

/** Throws if a file of the operator's folder cannot be read. One that is not there is replaced by ours. */
function readList(folder: string | null, name: ListName): ReadonlySet<string> {
  const file = `${name}.txt`;
  let text: string;
  try {
    text = readFileSync(join(folder ?? OWN, file), 'utf8');
  } catch (error) {
    if (folder === null || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    text = readFileSync(join(OWN, file), 'utf8');
  }
  const lines = text.split('\n').map((line) => line.trim().toLowerCase());
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));
}

/** Why a folder of an operator cannot replace any of our lists, in words; null: it can. */
export function hygieneProblem(folder: string | null): string | null {
  if (folder === null) return null;
  try {
    hygieneLists(folder);
    const files = NAMES.map((name) => `${name}.txt`);
    return readdirSync(folder).some((file) => files.includes(file))
      ? null
      : `${folder} has none of the files ${files.join(', ')}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Lists of one lower-case word a line. `folder`: an operator's own; null: ours. */
export const hygieneLists = (folder: string | null): Lists =>
  Object.fromEntries(NAMES.map((name) => [name, readList(folder, name)])) as Lists;
