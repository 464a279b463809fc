import { defaultAttributes } from './default-values.ts';
import { sheetsOf } from './design.ts';
import { type Node, withAttributes } from './tree.ts';

// Parts that only phones, or only larger screens, show.

export const SCREENS = ['all', 'phone', 'desktop'] as const;
export type Screen = (typeof SCREENS)[number];

const CLASSES = { phone: 'hide-desktop', desktop: 'hide-phone' } as const;
/** MJML stacks columns below this width. */
const RULES =
  '@media only screen and (max-width: 479px) { .hide-phone { display: none !important; } } ' +
  '@media only screen and (min-width: 480px) { .hide-desktop { display: none !important; } }';

/** The classes of a part, those of the head included. */
function classesOf({ tag, attributes }: Node, head: string): readonly string[] {
  const written =
    attributes['css-class'] ?? defaultAttributes(head, tag, attributes['mj-class'])['css-class'] ?? '';
  return written.split(/\s+/).filter(Boolean);
}

export const hasClass = (node: Node, head: string, name: string): boolean =>
  classesOf(node, head).includes(name);

export const screenOf = (node: Node, head: string): Screen =>
  hasClass(node, head, CLASSES.phone) ? 'phone' : hasClass(node, head, CLASSES.desktop) ? 'desktop' : 'all';

export function withScreen(node: Node, head: string, screen: Screen): Node {
  const others = classesOf(node, head).filter((one) => !Object.values<string>(CLASSES).includes(one));
  const classes = screen === 'all' ? others : [...others, CLASSES[screen]];
  return withAttributes(node, { 'css-class': classes.join(' ') });
}

export function headWithScreens(head: string): string {
  if (sheetsOf(head).includes('.hide-phone')) return head;
  const style = `<mj-style>${RULES}</mj-style>`;
  return /<\/mj-head>\s*$/.test(head)
    ? head.replace(/<\/mj-head>\s*$/, () => `${style}</mj-head>`)
    : `<mj-head>${style}</mj-head>`;
}
