import { MAIL_FONTS } from '../../../../shared/mail-fonts.ts';
import { type BrandLook, inkOn, NO_BRAND } from '../../data/brand-look.ts';
import type { Texts } from '../../texts/texts.ts';
import { type Part } from './design.ts';
import type { DesignStore } from './design-store.ts';
import { isHolder, isRow } from './drop-place.ts';
import { putPart } from './part-acts.ts';
import { childrenOf, find, grow, insert, type Node, type Place, pathTo, update } from './tree.ts';

export const BLOCKS = [
  'text',
  'heading',
  'list',
  'image',
  'button',
  'divider',
  'spacer',
  'social',
  'table',
  'html',
  'footer',
  'one',
  'two',
  'three',
  'sidebar',
] as const;
export type Block = (typeof BLOCKS)[number];

const part = (tag: string, inside: Part['inside'] = '', attributes: Part['attributes'] = {}): Part => ({
  tag,
  attributes,
  inside,
});

const columns = (...widths: readonly string[]): Part =>
  part(
    'mj-section',
    widths.map((width) => part('mj-column', [], width === '' ? {} : { width })),
  );

/** Prefixes of profile pages; the person adds the rest. */
const NETWORKS = {
  Facebook: 'https://www.facebook.com/',
  Instagram: 'https://www.instagram.com/',
  LinkedIn: 'https://www.linkedin.com/',
};

/** Words instead of icons: visible with blocked images, and without requests to other hosts. */
const SOCIAL = Object.entries(NETWORKS)
  .map(([name, url]) => `<a href="${url}">${name}</a>`)
  .join(' &nbsp;·&nbsp; ');

/** A text block with the class is shown and changed as code. */
export const CODE_CLASS = 'html-code';

const BODY_TEXT = { 'font-size': '16px', 'line-height': '24px' };

/** Without a brand, its colour is blue. */
const BLUE = '#1f5fc4';

export function partOfBlock(
  block: Block,
  texts: Texts['editor']['begin'],
  { colours: [colour = BLUE], heading_font: font }: BrandLook = NO_BRAND,
): Part {
  switch (block) {
    case 'text':
      return part('mj-text', `<p style="margin:0">${texts.text}</p>`, BODY_TEXT);
    case 'heading':
      return part(
        'mj-text',
        `<h1 style="margin:0;font-size:28px;line-height:36px${font ? `;font-family:${MAIL_FONTS[font]}` : ''}">${texts.heading}</h1>`,
      );
    case 'list':
      return part(
        'mj-text',
        `<ul style="margin:0;padding-left:24px"><li>${texts.item}</li><li>${texts.item}</li></ul>`,
        BODY_TEXT,
      );
    case 'image':
      return part('mj-image', '', { alt: '' });
    case 'button':
      return part('mj-button', texts.button, {
        href: 'https://',
        'background-color': colour,
        color: inkOn(colour),
        'font-size': '16px',
        'border-radius': '6px',
      });
    case 'divider':
      return part('mj-divider', '', { 'border-width': '1px', 'border-color': '#d0d5dd' });
    case 'spacer':
      return part('mj-spacer', '', { height: '24px' });
    case 'social':
      return part('mj-text', SOCIAL, { align: 'center', 'font-size': '14px' });
    case 'table': {
      const cell = (name: string, text: string): string =>
        `<${name} style="padding:8px;border-bottom:1px solid #d0d5dd;text-align:left">${text}</${name}>`;
      const row = (name: string): string => `<tr>${cell(name, texts.cell).repeat(2)}</tr>`;
      return part('mj-table', `${row('th')}${row('td')}${row('td')}`, BODY_TEXT);
    }
    case 'html':
      return part('mj-text', `<p style="margin:0">${texts.html}</p>`, {
        ...BODY_TEXT,
        'css-class': CODE_CLASS,
      });
    case 'footer':
      return part(
        'mj-text',
        `((sender_name))<br>((sender_address))<br><a href="((unsubscribe_preferences))">${texts.unsubscribe}</a>`,
        { align: 'center', color: '#5b6472', 'font-size': '13px', 'line-height': '20px' },
      );
    case 'one':
      return columns('');
    case 'two':
      return columns('', '');
    case 'three':
      return columns('', '', '');
    default:
      return columns('33.33%', '66.67%');
  }
}

/** A part for the body: anything but a row gets its own row. */
const rowOf = (one: Part): Part =>
  isRow(one.tag) ? one : { ...columns(''), inside: [part('mj-column', [one])] };

const EMPTY_HOLDERS: ReadonlySet<string> = new Set(['mj-body', 'mj-section', 'mj-column']);

const holdsNothing = (node: Node): boolean =>
  EMPTY_HOLDERS.has(node.tag) && childrenOf(node).every(holdsNothing);

const columnsIn = (node: Node): readonly Node[] =>
  childrenOf(node).flatMap((one) => (isHolder(one.tag) ? [one] : columnsIn(one)));

/** Whether an email is empty. */
export const isEmptyMail = (body: Node): boolean => holdsNothing(body) && columnsIn(body).length <= 1;

/** Where a part that is not a row goes: in the selected column, after the selected part, or in an empty column of the row. */
function placeIn(body: Node, selected: number | null): Place | null {
  const path = pathTo(body, selected);
  const holder = path.find(({ tag }) => isHolder(tag));
  if (holder) {
    const children = childrenOf(holder);
    const at = children.findIndex((one) => path.includes(one));
    return { outer: holder.key, at: at === -1 ? children.length : at + 1 };
  }
  const row = path.find(({ tag }) => tag === 'mj-section');
  const inside = columnsIn(row ?? (isEmptyMail(body) ? body : { ...body, inside: [] }));
  const free = inside.find((one) => childrenOf(one).length === 0);
  return free ? { outer: free.key, at: 0 } : null;
}

/** After the row of the selection, else at the end. */
function rowPlace(body: Node, selected: number | null): Place {
  const path = pathTo(body, selected);
  const rows = childrenOf(body);
  const at = rows.findIndex((one) => path.includes(one));
  return { outer: body.key, at: at === -1 ? rows.length : at + 1 };
}

/** Adds a part at the place, else by the selection. A new row is selected by its first column, which takes the next part. */
export function addPart(store: DesignStore, added: Part, place: Place | null = null): void {
  const { body, selected } = store.get();
  if (isRow(added.tag)) {
    const made = grow(added);
    const outer = find(body, place?.outer ?? null);
    const isFirst = isEmptyMail(body);
    const next = isFirst
      ? update(body, body.key, (one) => ({ ...one, inside: [made] }))
      : insert(body, outer && !isHolder(outer.tag) ? place! : rowPlace(body, selected), made);
    store.change({ body: next });
    store.select((columnsIn(made)[0] ?? made).key);
    return;
  }
  const isFit = isHolder(find(body, place?.outer ?? null)?.tag ?? '');
  const within = isFit ? place : placeIn(body, selected);
  if (within) {
    store.select(putPart(store, added, within));
    return;
  }
  const key = putPart(store, rowOf(added), rowPlace(body, selected));
  const row = find(store.get().body, key)!;
  store.select(childrenOf(childrenOf(row)[0] ?? row)[0]?.key ?? key);
}
