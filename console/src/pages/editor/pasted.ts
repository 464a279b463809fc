import { valueOf } from '../../data/html.ts';
import { harmless } from './harmless.ts';

/** Elements of a pasted text that stay, without the looks of the program that it comes from. */
const KEPT: ReadonlySet<string> = new Set(
  'a b br em h1 h2 h3 i li ol p strong u ul'.split(' ').map((name) => name.toUpperCase()),
);
const LEFT_OUT: ReadonlySet<string> = new Set(['STYLE', 'TITLE', 'TEMPLATE']);

const linesOf = (text: string): string => text.split(/\r?\n/).map(valueOf).join('<br>');

function written(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return valueOf((node as Text).data);
  if (!(node instanceof Element) || LEFT_OUT.has(node.tagName)) return '';
  const inside = [...node.childNodes].map(written).join('');
  if (!KEPT.has(node.tagName)) return inside;
  const name = node.tagName.toLowerCase();
  if (name === 'br') return '<br>';
  const address = name === 'a' ? ` href="${valueOf(node.getAttribute('href') ?? '')}"` : '';
  return `<${name}${address}>${inside}</${name}>`;
}

/** HTML of what is pasted into a text. */
export function pasted(data: DataTransfer): string {
  const html = data.getData('text/html');
  if (html === '') return linesOf(data.getData('text/plain'));
  return [...harmless(html).childNodes].map(written).join('');
}
