import { escapeHtml } from '../../common/domain/html-escape.ts';

/** An address in a text; parentheses are part of it as a placeholder alone. */
const ADDRESS = /https?:\/\/(?:\(\([^()\n]*\)\)|[^\s<>"()])+/g;
const END_OF_SENTENCE = /[.,;:!?']+$/;

/** The HTML part of a mail whose author gave a text alone: its paragraphs and lines, with links. */
export const htmlOfText = (text: string): string =>
  `<!DOCTYPE html><html><body>${paragraphsOf(text)}</body></html>`;

const paragraphsOf = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.split('\n').map(lineOf).join('<br>\n')}</p>`)
    .join('\n');

function lineOf(line: string): string {
  let html = '';
  let at = 0;
  for (const { 0: found, index } of line.matchAll(ADDRESS)) {
    const address = found.replace(END_OF_SENTENCE, '');
    html += `${escapeHtml(line.slice(at, index))}<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
    at = index + address.length;
  }
  return html + escapeHtml(line.slice(at));
}
