import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface Import {
  readonly from: string;
  readonly to: string;
}

const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;
const isSource = (file: string): boolean => /\.tsx?$/.test(file) && !file.includes('node_modules');

export const sourcesOf = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .map((file) => join(root, file))
    .toSorted();

export const importsOf = (files: readonly string[]): Import[] =>
  files.flatMap((from) =>
    [...readFileSync(from, 'utf8').matchAll(SPECIFIER)].map(([, to]) => ({
      from,
      to: normalize(join(dirname(from), to!)),
    })),
  );

export function partOf(folder: string, file: string): string | null {
  if (!file.startsWith(`${folder}/`)) return null;
  return file.slice(folder.length + 1).split('/', 1)[0]!;
}

export function arrowsIn(folder: string, imports: readonly Import[]): Map<string, Map<string, Import>> {
  const arrows = new Map<string, Map<string, Import>>();
  for (const one of imports) {
    const [from, to] = [partOf(folder, one.from), partOf(folder, one.to)];
    if (from === null || to === null || from === to) continue;
    const out = arrows.get(from) ?? new Map<string, Import>();
    if (!out.has(to)) out.set(to, one);
    arrows.set(from, out);
  }
  return arrows;
}

/** The imports that make a circle among the parts of a folder, or none. */
export function circleIn(arrows: ReadonlyMap<string, ReadonlyMap<string, Import>>): Import[] {
  const done = new Set<string>();
  function visit(part: string, path: readonly string[]): Import[] {
    if (path.includes(part)) {
      const circle = [...path.slice(path.indexOf(part)), part];
      return circle.slice(1).map((to, at) => arrows.get(circle[at]!)!.get(to)!);
    }
    if (done.has(part)) return [];
    for (const to of arrows.get(part)?.keys() ?? []) {
      const found = visit(to, [...path, part]);
      if (found.length > 0) return found;
    }
    done.add(part);
    return [];
  }
  for (const part of arrows.keys()) {
    const found = visit(part, []);
    if (found.length > 0) return found;
  }
  return [];
}
