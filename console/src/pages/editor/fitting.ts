import { headAttributes } from './default-values.ts';
import { type Part, sheetsOf } from './design.ts';

/** Looks of a new block that those of the design replace. */
const LOOKS: ReadonlySet<string> = new Set([
  'background-color',
  'border-color',
  'border-radius',
  'border-width',
  'color',
  'font-size',
  'line-height',
]);

/** The headings and paragraphs for which the design has rules. */
const withoutStyles = (html: string, sheets: string): string =>
  html.replaceAll(/<(h[1-3]|p) style="[^"]*">/g, (whole, tag: string) =>
    new RegExp(`\\b${tag}\\b[^{}]*\\{`).test(sheets) ? `<${tag}>` : whole,
  );

/** A new block in the looks of the design: its colours, sizes and headings. */
export function fitting(part: Part, head: string): Part {
  const { tag, attributes, inside } = part;
  if (typeof inside !== 'string') return { ...part, inside: inside.map((one) => fitting(one, head)) };
  const own = headAttributes(head, tag);
  return {
    tag,
    // A block with its own alignment has a look of its own, as a footer has.
    attributes: attributes['align']
      ? attributes
      : Object.fromEntries(
          Object.entries(attributes).filter(([name]) => !(LOOKS.has(name) && own[name] !== undefined)),
        ),
    inside: withoutStyles(inside, sheetsOf(head)),
  };
}

/** The colours of a design, the most used first. */
export function coloursOf(mjml: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const [colour] of mjml.matchAll(/#[0-9a-f]{6}\b/gi))
    counts.set(colour.toLowerCase(), (counts.get(colour.toLowerCase()) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
}
