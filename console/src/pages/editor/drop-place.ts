import { PART } from './canvas-marks.ts';
import { childrenOf, flat, type Node, type Place } from './tree.ts';

/** Parts that take texts, images and other content. */
const HOLDERS: ReadonlySet<string> = new Set(['mj-column', 'mj-hero']);
/** Parts that take rows. */
const ROW_HOLDERS: ReadonlySet<string> = new Set(['mj-body', 'mj-wrapper']);
const ROWS: ReadonlySet<string> = new Set(['mj-section', 'mj-wrapper', 'mj-hero']);

export const isRow = (tag: string): boolean => ROWS.has(tag);
export const isHolder = (tag: string): boolean => HOLDERS.has(tag);

interface Gap extends Place {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

export const elementOf = (page: Document, key: number | null): HTMLElement | null =>
  key === null ? null : page.querySelector(`[${PART}="${key}"]`);

/** Whether a part with this tag may be inside the other. */
function takes({ tag }: Node, moved: string): boolean {
  if (moved === 'mj-wrapper') return tag === 'mj-body';
  if (isRow(moved)) return ROW_HOLDERS.has(tag);
  if (moved === 'mj-column' || moved === 'mj-group') return tag === 'mj-section';
  if (moved === 'mj-social-element') return tag === 'mj-social';
  if (moved === 'mj-navbar-link') return tag === 'mj-navbar';
  return HOLDERS.has(tag);
}

function gapsIn(page: Document, node: Node): Gap[] {
  const box = elementOf(page, node.key)?.getBoundingClientRect();
  if (!box) return [];
  const { left, right } = box;
  const boxes = childrenOf(node).map(({ key }) => elementOf(page, key)?.getBoundingClientRect());
  const last = boxes.findLast(Boolean)?.bottom ?? (box.top + box.bottom) / 2;
  return [
    ...boxes.flatMap((one, at) => (one ? [{ outer: node.key, at, left, right, y: one.top }] : [])),
    { outer: node.key, at: boxes.length, left, right, y: last },
  ];
}

/** The place nearest to the pointer for a part; null: the email has no place for it. */
export function nearestGap(
  page: Document,
  body: Node,
  moved: { readonly tag: string; readonly key?: number },
  pointer: { readonly x: number; readonly y: number },
): Gap | null {
  const own = new Set(flat(body).flatMap((one) => (one.key === moved.key ? flat(one) : [])));
  const gaps = flat(body)
    .filter((one) => takes(one, moved.tag) && !own.has(one))
    .flatMap((one) => gapsIn(page, one));
  const distance = ({ left, right, y }: Gap): number =>
    Math.hypot(Math.max(left - pointer.x, 0, pointer.x - right), y - pointer.y);
  return gaps.reduce<Gap | null>(
    (best, gap) => (best === null || distance(gap) < distance(best) ? gap : best),
    null,
  );
}
