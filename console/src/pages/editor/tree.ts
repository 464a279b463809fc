import type { Part } from './design.ts';

// A design as a tree that no function changes: an earlier tree is an earlier version.

/** A part with a key that is unique in the editor. */
export interface Node extends Part {
  readonly key: number;
  readonly inside: readonly Node[] | string;
}

let last = 0;

export function grow(part: Part): Node {
  last += 1;
  const { inside } = part;
  return { ...part, key: last, inside: typeof inside === 'string' ? inside : inside.map(grow) };
}

export const childrenOf = ({ inside }: Node): readonly Node[] => (typeof inside === 'string' ? [] : inside);

/** The text of a part without parts in it. */
export const codeOf = ({ inside }: Node): string => (typeof inside === 'string' ? inside : '');

/** From the root to the part, both included; empty: there is no such part. */
export function pathTo(root: Node, key: number | null): readonly Node[] {
  if (root.key === key) return [root];
  for (const child of childrenOf(root)) {
    const path = pathTo(child, key);
    if (path.length > 0) return [root, ...path];
  }
  return [];
}

export const find = (root: Node, key: number | null): Node | undefined => pathTo(root, key).at(-1);

/** All parts, as they are read. */
export const flat = (root: Node): readonly Node[] => [root, ...childrenOf(root).flatMap(flat)];

export function update(root: Node, key: number, change: (node: Node) => Node): Node {
  if (root.key === key) return change(root);
  if (typeof root.inside === 'string') return root;
  const inside = root.inside.map((child) => update(child, key, change));
  return inside.every((child, at) => child === childrenOf(root)[at]) ? root : { ...root, inside };
}

export interface Place {
  /** Key of the part around it. */
  readonly outer: number;
  readonly at: number;
}

export const insert = (root: Node, { outer, at }: Place, node: Node): Node =>
  update(root, outer, (one) => ({ ...one, inside: childrenOf(one).toSpliced(at, 0, node) }));

export function remove(root: Node, key: number): Node {
  const outer = pathTo(root, key).at(-2);
  if (!outer) return root;
  return update(root, outer.key, (one) => ({
    ...one,
    inside: childrenOf(one).filter((child) => child.key !== key),
  }));
}

export function placeOf(root: Node, key: number): Place | null {
  const outer = pathTo(root, key).at(-2);
  return outer ? { outer: outer.key, at: childrenOf(outer).findIndex((child) => child.key === key) } : null;
}

/** The place is counted before the removal. A part does not move into itself. */
export function move(root: Node, key: number, { outer, at }: Place): Node {
  const path = pathTo(root, key);
  const node = path.at(-1);
  const from = placeOf(root, key);
  if (!node || !from || pathTo(node, outer).length > 0) return root;
  const shift = from.outer === outer && from.at < at ? 1 : 0;
  return insert(remove(root, key), { outer, at: at - shift }, node);
}

/** An empty value removes the attribute, so that the default of the design holds. */
export function withAttributes(node: Node, given: Readonly<Record<string, string>>): Node {
  const attributes = Object.fromEntries(
    Object.entries({ ...node.attributes, ...given }).filter(([, value]) => value !== ''),
  );
  return { ...node, attributes };
}
