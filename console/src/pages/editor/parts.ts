import type { Component, ComponentDefinition, Editor } from 'grapesjs';
import type { ComponentPluginOptions } from 'grapesjs-mjml';
import { valueOf } from '../../data/html.ts';
import type { Texts } from '../../texts/texts.ts';
import { defaultsOf, OUTER_TAGS, type Part } from './design.ts';
import { harmless } from './harmless.ts';

/** Elements that the canvas draws. Any other is shown as one piece with its name, and stays unchanged. */
const DRAWN = [
  ...OUTER_TAGS,
  'mj-text',
  'mj-button',
  'mj-image',
  'mj-divider',
  'mj-spacer',
  'mj-social-element',
  'mj-navbar-link',
] as const;
const isDrawn = (tag: string): boolean => (DRAWN as readonly string[]).includes(tag);

const KEPT = 'kept-part';

/** Set by the editor, not by a person. */
const OWN = new Set(['id', 'class', 'style']);

/** Valid addresses of images. GrapesJS gives a new image the text of an SVG instead. */
const IMAGE_ADDRESS = /^\s*(?:https?:\/\/|\(\()/i;

/** Shown until an image is chosen; never stored. */
const toChoose = (text: string): string => {
  const label = text.replace(/[<>&"']/g, '');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><rect x="2" y="2" width="596" height="196" rx="8" fill="#f4f5f7" stroke="#8a94a3" stroke-width="2" stroke-dasharray="8 6"/>` +
    `<text x="300" y="108" font-family="sans-serif" font-size="24" text-anchor="middle" fill="#4a5361">${label}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

/** Blank: no image was chosen. */
const imageAddress = (src: unknown): string => {
  const address = typeof src === 'string' ? src : '';
  return IMAGE_ADDRESS.test(address) ? address : '';
};

/** Earlier versions of the editor stored images without a valid address. */
export const hasUnfitImage = ({ tag, attributes: { src }, inside }: Part): boolean =>
  (tag === 'mj-image' && src !== undefined && imageAddress(src) === '') ||
  (typeof inside !== 'string' && inside.some(hasUnfitImage));

export function definitionOf({ tag, attributes, inside }: Part): ComponentDefinition {
  const { src, ...others } = attributes;
  const isImage = tag === 'mj-image';
  return {
    type: isDrawn(tag) ? tag : KEPT,
    tagName: tag,
    attributes: isImage ? others : attributes,
    ...(isImage && { src: imageAddress(src) }),
    ...(typeof inside === 'string' ? { content: inside } : { components: inside.map(definitionOf) }),
  };
}

/** The HTML of a text that is being edited: GrapesJS stores it only after the edit. */
const writtenIn = (component: Component, editor: Editor): string | null => {
  const editing = editor.getEditing();
  return editing === component ? (textOf(component)?.innerHTML ?? null) : null;
};

export const textOf = (component: Component): HTMLElement | null =>
  (component.view as { getChildrenContainer?(): HTMLElement } | undefined)?.getChildrenContainer?.() ?? null;

/** An image block without an image has no address; the check of the email reports it. */
export function partOf(component: Component, editor: Editor): Part {
  const tag = String(component.get('tagName'));
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(component.get('attributes') ?? {}))
    if (!OWN.has(name) && value !== undefined && value !== '' && value !== null)
      attributes[name] = String(value);
  if (tag === 'mj-image') {
    const src = imageAddress(component.get('src'));
    if (src !== '') attributes['src'] = src;
  }
  const inner = component.components();
  const content = writtenIn(component, editor) ?? component.get('content') ?? '';
  if (inner.length === 0) return { tag, attributes, inside: content };
  return {
    tag,
    attributes,
    inside: inner.models.map((one) => partOf(one, editor)),
  };
}

/** Gives the canvas compiler the defaults of the head. It never makes the sent email. */
export const withHead =
  (head: string) =>
  (_: Editor, { opt }: ComponentPluginOptions): void => {
    const compile = opt.mjmlParser as unknown as (mjml: string, options: object) => { html: string };
    const defaults = defaultsOf(head);
    const own: typeof compile = (mjml, options) =>
      compile(
        mjml.replace('<mjml>', () => `<mjml><mj-head>${defaults}</mj-head>`),
        options,
      );
    opt.mjmlParser = own as unknown as typeof opt.mjmlParser;
  };

interface ShownView {
  readonly model: Component;
  getChildrenContainer(): HTMLElement;
}

/** Adapts the plugin's components: they add nothing to the author's content, and escape all of it. */
export const ownParts =
  ({ parts: names, chooseImage: noImage }: Texts['editor']) =>
  (editor: Editor): void => {
    const { Components } = editor;
    for (const tag of DRAWN)
      Components.addType(tag, {
        model: {
          defaults: {
            name: names[tag],
            // The plugin would replace the defaults of the head.
            'style-default': {},
            ...(tag === 'mj-image' && { src: '' }),
            toolbar: [],
            traits: [],
          },
          getMjmlAttributes(this: Component) {
            const { style: _, id: __, ...attributes } = this.get('attributes') ?? {};
            const src = tag === 'mj-image' && (imageAddress(this.get('src')) || toChoose(noImage));
            return Object.fromEntries(
              Object.entries({ ...attributes, ...(src && { src }) }).map(([name, value]) => [
                name,
                valueOf(value),
              ]),
            );
          },
        },
        view: {
          updateContent(this: ShownView) {
            const content = this.model.get('content') ?? '';
            if (this.model.components().length === 0)
              this.getChildrenContainer().innerHTML = harmless(content);
          },
        },
      });
    Components.addType(KEPT, {
      model: { defaults: { name: names.kept, editable: false, droppable: false, toolbar: [], traits: [] } },
      view: {
        tagName: () => 'div',
        onRender({ el, model }: { el: HTMLElement; model: Component }) {
          el.textContent = `${names.kept}: ${String(model.get('tagName'))}`;
          el.setAttribute(
            'style',
            'padding:16px;margin:4px;border:1px dashed #888;color:#555;background:#f4f4f4;font:14px sans-serif;text-align:center',
          );
        },
      },
    });
  };
