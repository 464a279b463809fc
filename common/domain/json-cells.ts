/** In characters, and in keys. Exports of other services have some hundred characters. */
const [CELL_MAX, KEYS_MAX] = [64 * 2 ** 10, 200];
const DEPTH_MAX = 5;

/** The texts of a cell with a JSON object, by key; nested keys are joined by `_`, lists by `, `. Null: no object. */
export function readJsonCells(cell: string): ReadonlyMap<string, string> | null {
  if (!cell.startsWith('{') || cell.length > CELL_MAX) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(cell);
  } catch {
    return null;
  }
  const found = new Map<string, string>();
  collect(parsed, '', 0, found);
  return found;
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
