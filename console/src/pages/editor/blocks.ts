import type { Component, Editor } from 'grapesjs';
import type { Texts } from '../../texts/texts.ts';
import { bodyOf } from './canvas.ts';
import type { Part } from './design.ts';
import { definitionOf } from './parts.ts';

export const BLOCKS = [
  'text',
  'heading',
  'image',
  'button',
  'divider',
  'spacer',
  'social',
  'footer',
  'one',
  'two',
  'three',
] as const;
export type Block = (typeof BLOCKS)[number];

/** Data type of a dragged block. */
export const DRAGGED_BLOCK = 'application/x-mail-block';

const part = (tag: string, inside: Part['inside'] = '', attributes: Part['attributes'] = {}): Part => ({
  tag,
  attributes,
  inside,
});

const columns = (count: number): Part =>
  part(
    'mj-section',
    Array.from({ length: count }, () => part('mj-column', [])),
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

export function partOfBlock(block: Block, texts: Texts['editor']['begin']): Part {
  switch (block) {
    case 'text':
      return part('mj-text', `<p style="margin:0">${texts.text}</p>`, {
        'font-size': '16px',
        'line-height': '24px',
      });
    case 'heading':
      return part('mj-text', `<h1 style="margin:0;font-size:28px;line-height:36px">${texts.heading}</h1>`);
    case 'image':
      return part('mj-image', '', { alt: '' });
    case 'button':
      return part('mj-button', texts.button, {
        href: 'https://',
        'background-color': '#1f5fc4',
        color: '#ffffff',
        'font-size': '16px',
        'border-radius': '6px',
      });
    case 'divider':
      return part('mj-divider', '', { 'border-width': '1px', 'border-color': '#d0d5dd' });
    case 'spacer':
      return part('mj-spacer', '', { height: '24px' });
    case 'social':
      return part('mj-text', SOCIAL, { align: 'center', 'font-size': '14px' });
    case 'footer':
      return part(
        'mj-text',
        `((sender_name))<br>((sender_address))<br><a href="((unsubscribe_preferences))">${texts.unsubscribe}</a>`,
        { align: 'center', color: '#5b6472', 'font-size': '13px', 'line-height': '20px' },
      );
    case 'one':
      return columns(1);
    case 'two':
      return columns(2);
    default:
      return columns(3);
  }
}

const around = (component: Component | undefined, tag: string): Component | undefined =>
  component && (component.get('tagName') === tag ? component : around(component.parent(), tag));

const isRow = ({ tag }: Part): boolean => tag === 'mj-section';

/** A block for the body: anything but a row gets its own row. */
const rowOf = (block: Part): Part =>
  isRow(block) ? block : { ...columns(1), inside: [part('mj-column', [block])] };

const HOLDERS: ReadonlySet<string> = new Set(['mj-body', 'mj-section', 'mj-column']);

/** Whether an email is empty. */
export const isEmptyMail = (editor: Editor): boolean =>
  holdsNothing(bodyOf(editor)) && bodyOf(editor).findType('mj-column').length <= 1;

const holdsNothing = (component: Component): boolean =>
  HOLDERS.has(component.get('tagName') ?? '') && component.components().models.every(holdsNothing);

/** Adds a block after the selection: in the same column, or below the same row. Without a selection it comes last, and splits no group. */
export function addBlock(editor: Editor, added: Part): void {
  const selected = editor.getSelected();
  const body = bodyOf(editor);
  const isFirst = isEmptyMail(editor);
  if (isFirst && isRow(added)) body.empty();
  const column = around(selected, 'mj-column') ?? (isFirst ? body.findFirstType('mj-column') : undefined);
  let made: Component | undefined;
  if (!isRow(added) && column) {
    const at = selected === column ? column.components().length : (indexIn(column, selected) ?? 0) + 1;
    [made] = column.append(definitionOf(added), { at });
  } else {
    const before = indexIn(body, selected);
    [made] = body.append(definitionOf(rowOf(added)), {
      at: before === null ? body.components().length : before + 1,
    });
    if (!isRow(added)) made = made?.findFirstType(added.tag);
  }
  if (!made) return;
  editor.select(made);
  made.view?.el.scrollIntoView({ block: 'center' });
}

/** The child of `outer` that is or contains the component; null: none. */
function indexIn(outer: Component, component: Component | undefined): number | null {
  for (let one = component; one; one = one.parent()) if (one.parent() === outer) return one.index();
  return null;
}
