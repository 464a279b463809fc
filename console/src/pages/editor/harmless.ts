/** Elements that run code, or load a page into the canvas. */
const ACTIVE = 'script,meta,base,link,iframe,frame,object,embed,form';
const ADDRESSES = ['href', 'src', 'action', 'formaction', 'xlink:href'];
const BLANKS = /[\p{Cc}\s]+/gu;

/**
 * HTML for the canvas, without active elements. The page's policy already stops scripts; this also stops, for example, a `meta` that
 * redirects the canvas. The contents of a `template` load and run nothing.
 */
export function harmless(html: string): string {
  const template = document.createElement('template');
  template.innerHTML = html;
  const { content } = template;
  for (const element of content.querySelectorAll(ACTIVE)) element.remove();
  for (const element of content.querySelectorAll('*'))
    for (const { name, value } of Array.from(element.attributes))
      if (
        name.startsWith('on') ||
        name === 'srcdoc' ||
        (ADDRESSES.includes(name) && /^(?:javascript|vbscript):/i.test(value.replaceAll(BLANKS, '')))
      )
        element.removeAttribute(name);
  return template.innerHTML;
}
