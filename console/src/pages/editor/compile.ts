import { canvasHead, PART } from './canvas-marks.ts';
import { defaultAttributes } from './default-values.ts';
import { type Part, writeDesign } from './design.ts';
import type { EditorState } from './design-store.ts';
import { drawingOf, isImageAddress } from './images.ts';
import { compileMail } from './mjml-compiler.ts';
import { codeOf, type Node } from './tree.ts';

const MARK = 'canvas-part-';

/** The part as the compiler gets it: a class tells which elements are the part's. */
function marked(node: Node, head: string, noImage: string): Part {
  const { key, tag, attributes, inside } = node;
  if (tag === 'mj-raw') return { ...node, inside: markedCode(codeOf(node), key) };
  const src = tag === 'mj-image' && !isImageAddress(attributes['src']) ? { src: drawingOf(noImage) } : {};
  const own = attributes['css-class'] ?? defaultAttributes(head, tag, attributes['mj-class'])['css-class'];
  return {
    ...node,
    attributes: { ...attributes, ...src, 'css-class': `${own ?? ''} ${MARK}${key}`.trim() },
    inside: typeof inside === 'string' ? inside : inside.map((one) => marked(one, head, noImage)),
  };
}

/** MJML passes this code on, without attributes. */
function markedCode(code: string, key: number): string {
  const template = document.createElement('template');
  template.innerHTML = code;
  for (const element of template.content.children) element.setAttribute(PART, String(key));
  return template.content.childElementCount === 0 ? code : template.innerHTML;
}

/** The email of a design, compiled as the service compiles it. Rejects for MJML that cannot be read. */
export async function compileCanvas(state: EditorState, noImage: string): Promise<Document> {
  const { root, head } = state;
  const body = marked(state.body, head, noImage);
  const html = await compileMail(writeDesign({ root, head: canvasHead(head), body }));
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll(`[class*="${MARK}"]`)) {
    for (const name of element.className.split(/\s+/))
      if (name.startsWith(MARK)) {
        element.classList.remove(name);
        if (!name.endsWith('-outlook')) element.setAttribute(PART, name.slice(MARK.length));
      }
    if (element.classList.length === 0) element.removeAttribute('class');
  }
  return page;
}
