export type Field =
  | { readonly kind: 'colour' | 'link' | 'words'; readonly name: string }
  | { readonly kind: 'pixels'; readonly name: string; readonly max: number }
  | { readonly kind: 'align'; readonly name: string }
  | { readonly kind: 'space' }
  | { readonly kind: 'image' }
  | { readonly kind: 'content' };

const align: Field = { kind: 'align', name: 'align' };
const space: Field = { kind: 'space' };
const colour = (name: string): Field => ({ kind: 'colour', name });
const pixels = (name: string, max: number): Field => ({ kind: 'pixels', name, max });

export const FIELDS: Readonly<Record<string, readonly Field[]>> = {
  'mj-body': [colour('background-color'), pixels('width', 800)],
  'mj-wrapper': [colour('background-color'), space],
  'mj-section': [colour('background-color'), pixels('border-radius', 100), space],
  'mj-column': [colour('background-color'), pixels('border-radius', 100), space],
  'mj-hero': [colour('background-color'), space],
  'mj-text': [pixels('font-size', 80), colour('color'), align, colour('container-background-color'), space],
  'mj-button': [
    { kind: 'content' },
    { kind: 'link', name: 'href' },
    colour('background-color'),
    colour('color'),
    pixels('font-size', 80),
    pixels('border-radius', 100),
    align,
    space,
  ],
  'mj-image': [
    { kind: 'image' },
    { kind: 'words', name: 'alt' },
    { kind: 'link', name: 'href' },
    pixels('width', 800),
    pixels('border-radius', 400),
    align,
    space,
  ],
  'mj-divider': [colour('border-color'), pixels('border-width', 20), space],
  'mj-spacer': [pixels('height', 400)],
  'mj-social': [align, pixels('icon-size', 80), space],
  'mj-social-element': [{ kind: 'link', name: 'href' }],
  'mj-navbar': [align],
  'mj-navbar-link': [{ kind: 'link', name: 'href' }, colour('color')],
};
