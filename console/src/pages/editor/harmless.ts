/** Elements that run code, or load a page into the canvas. */
const ACTIVE = 'script,meta,base,link,iframe,frame,object,embed,form';
const ADDRESSES = ['href', 'src', 'action', 'formaction', 'xlink:href'];
const BLANKS = /[\p{Cc}\s]+/gu;

/**
 * Removes active elements and attributes. The page's policy already stops scripts; this also stops, for example, a `meta` that
 * redirects the canvas.
 */
export function makeHarmless(root: ParentNode): void {
  for (const element of root.querySelectorAll(ACTIVE)) element.remove();
  for (const element of root.querySelectorAll('*'))
    for (const { name, value } of Array.from(element.attributes))
      if (
        name.startsWith('on') ||
        name === 'srcdoc' ||
        (ADDRESSES.includes(name) && /^(?:javascript|vbscript):/i.test(value.replaceAll(BLANKS, '')))
      )
        element.removeAttribute(name);
}

/** HTML for the canvas. The contents of a `template` load and run nothing. */
export function harmless(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  makeHarmless(template.content);
  return template.content;
}
