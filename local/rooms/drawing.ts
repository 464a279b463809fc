import { arrowsIn, importsOf, sourcesOf } from './imports.ts';
import { PROGRAMS, type Program } from './layers.ts';

const [BEGIN, END] = ['<!-- rooms: made by `npm run docs:rooms` -->', '<!-- /rooms -->'];

/** Rooms to which a room has an arrow, without those that it also reaches by another one. */
function nearest(room: string, arrows: ReadonlyMap<string, ReadonlyMap<string, unknown>>): string[] {
  const direct = [...(arrows.get(room)?.keys() ?? [])];
  const reached = new Set<string>();
  const reach = (from: string): void => {
    for (const to of arrows.get(from)?.keys() ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      reach(to);
    }
  };
  for (const one of direct) reach(one);
  return direct.filter((one) => !reached.has(one)).toSorted();
}

function drawingOf({ root, floors }: Program): string {
  const rooms = floors.flat();
  const arrows = arrowsIn(root, importsOf(sourcesOf(root)));
  const lines = rooms
    .toReversed()
    .flatMap((room) =>
      nearest(room, arrows).flatMap((to) => (rooms.includes(to) ? [`  ${room} --> ${to}`] : [])),
    );
  return [`### ${root}`, '', '```mermaid', 'flowchart TD', ...lines, '```'].join('\n');
}

export function withDrawing(page: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`the page lacks ${BEGIN} or ${END}`);
  const drawing = PROGRAMS.map(drawingOf).join('\n\n');
  return `${page.slice(0, from)}${BEGIN}\n\n${drawing}\n\n${page.slice(to)}`;
}
