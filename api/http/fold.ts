import { LEVELS, tooDeep } from './json.ts';

export type InputObject = Record<string, unknown>;

const BRACKETED = /^([^[\]]+)\[([^[\]]*)\]$/;
const INDEX = /^\d{0,9}$/;

/**
 * Folds the flat keys of a form or query into inputs. `key[0]`, `key[1]`, `key[]` and a repeated `key` become one array; `key[name]`
 * becomes an object, as do all brackets of a key in `objects`. Other brackets become an object too: no input accepts it, so it is refused
 * and not ignored. A large index does not make a large array. Throws a 400 for too many levels.
 */
export function fold(flat: Readonly<Record<string, unknown>>, objects: readonly string[] = []): InputObject {
  const inputs: InputObject = Object.create(null);
  const lists = new Map<string, { index: number; value: unknown }[]>();
  for (const [key, value] of Object.entries(flat)) {
    if (isDeep(key)) throw tooDeep();
    const name = key.split('[', 1)[0]!;
    const inner = BRACKETED.exec(key)?.[2];
    if (name === key || name === '') {
      inputs[key] = key in inputs && isObject(inputs[key]) ? inputs[key] : value;
    } else if (inner !== undefined && INDEX.test(inner) && !objects.includes(name)) {
      const items = lists.get(name) ?? [];
      const index = inner === '' ? Number.POSITIVE_INFINITY : Number(inner);
      for (const one of Array.isArray(value) ? value : [value]) items.push({ index, value: one });
      lists.set(name, items);
    } else {
      const object: InputObject = isObject(inputs[name]) ? inputs[name] : Object.create(null);
      object[inner ?? key.slice(name.length)] = value;
      inputs[name] = object;
    }
  }
  for (const [name, items] of lists) {
    // The sort is stable: items without an index stay last, in their order.
    items.sort((a, b) => (a.index === b.index ? 0 : a.index - b.index));
    const indexed = items.map((item) => item.value);
    const plain = inputs[name];
    if (plain === undefined) inputs[name] = indexed;
    else if (!isObject(plain)) inputs[name] = [...(Array.isArray(plain) ? plain : [plain]), ...indexed];
  }
  return inputs;
}

function isDeep(key: string): boolean {
  let levels = 1;
  for (let at = key.indexOf('['); at !== -1 && levels <= LEVELS; at = key.indexOf('[', at + 1)) levels += 1;
  return levels > LEVELS;
}

export const isObject = (value: unknown): value is InputObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
