import type { Part } from './design.ts';
import type { DesignStore } from './design-store.ts';
import { childrenOf, find, flat, grow, insert, move, pathTo, placeOf, remove } from './tree.ts';

// Acts on the selected part, by mouse or keyboard.

export function selectOuter(store: DesignStore): void {
  const { body, selected } = store.get();
  store.select(pathTo(body, selected).at(-2)?.key ?? null);
}

/** The next or the previous part, as they are read. */
export function selectBy(store: DesignStore, step: 1 | -1): void {
  const { body, selected } = store.get();
  const parts = flat(body).slice(1);
  const at = parts.findIndex(({ key }) => key === selected);
  const next = at === -1 ? (step === 1 ? parts[0] : parts.at(-1)) : parts[at + step];
  if (next) store.select(next.key);
}

export function removePart(store: DesignStore): void {
  const { body, selected } = store.get();
  if (selected === null || selected === body.key) return;
  const place = placeOf(body, selected);
  const next = remove(body, selected);
  const siblings = childrenOf(find(next, place?.outer ?? null) ?? next);
  store.change({ body: next });
  store.select((siblings[place?.at ?? 0] ?? siblings.at(-1))?.key ?? null);
}

export function moveBy(store: DesignStore, step: 1 | -1): void {
  const { body, selected } = store.get();
  const place = selected === null ? null : placeOf(body, selected);
  if (!place || selected === null) return;
  const { length } = childrenOf(find(body, place.outer)!);
  const to = place.at + step;
  if (to < 0 || to >= length) return;
  // The place is counted before the removal.
  store.change({ body: move(body, selected, { ...place, at: step === 1 ? to + 1 : to }) });
}

export function copyPart(store: DesignStore): void {
  const { body, selected } = store.get();
  const place = selected === null ? null : placeOf(body, selected);
  if (!place) return;
  const made = grow(find(body, selected)!);
  store.change({ body: insert(body, { ...place, at: place.at + 1 }, made) });
  store.select(made.key);
}

/** Puts a new part at a place, and selects it. */
export function putPart(store: DesignStore, part: Part, place: { outer: number; at: number }): number {
  const made = grow(part);
  store.change({ body: insert(store.get().body, place, made) });
  return made.key;
}
