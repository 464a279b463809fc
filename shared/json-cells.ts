/** In characters, and in keys. Exports of other services have some hundred characters. */
const [CELL_MAX, KEYS_MAX] = [64 * 2 ** 10, 200];
const DEPTH_MAX = 5;

/** No object, as programs write it: PHP writes a list for one without keys. */
export const isBlankJson = (cell: string): boolean => cell === '' || cell === '[]' || cell === 'null';

function objectIn(cell: string): object | null {
  if (!cell.startsWith('{') || cell.length > CELL_MAX) return null;
  try {
    return JSON.parse(cell) as object;
  } catch {
    return null;
  }
}

/** The texts of a cell with a JSON object, by key; nested keys are joined by `_`, lists by `, `. Null: no object. */
export function readJsonCells(cell: string): ReadonlyMap<string, string> | null {
  const parsed = objectIn(cell);
  if (parsed === null) return null;
  const found = new Map<string, string>();
  collect(parsed, '', 0, found);
  return found;
}

/** The texts of a cell with a JSON object by its own keys, without lists and nested objects; blank for null. Null: no object. */
export function topTexts(cell: string): ReadonlyMap<string, string> | null {
  const parsed = objectIn(cell.trim());
  if (parsed === null) return null;
  const plain = Object.entries(parsed).filter(([, value]) => value === null || isPlain(value));
  return new Map(plain.slice(0, KEYS_MAX).map(([key, value]) => [key, value === null ? '' : String(value)]));
}

function collect(value: unknown, key: string, depth: number, found: Map<string, string>): void {
  if (found.size >= KEYS_MAX || depth > DEPTH_MAX || value === null) return;
  if (Array.isArray(value)) found.set(key, value.filter(isPlain).map(String).join(', '));
  else if (typeof value === 'object')
    for (const [name, one] of Object.entries(value))
      collect(one, key === '' ? name : `${key}_${name}`, depth + 1, found);
  else if (key !== '') found.set(key, `${value as string | number | boolean}`);
}

const isPlain = (value: unknown): boolean => typeof value !== 'object';
