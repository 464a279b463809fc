export type Field =
  | { readonly kind: 'colour' | 'link' | 'words' | 'font'; readonly name: string }
  | { readonly kind: 'pixels'; readonly name: string; readonly max: number }
  | { readonly kind: 'align'; readonly name: string }
  | { readonly kind: 'space' | 'image' | 'content' | 'code' | 'shown' };

const align: Field = { kind: 'align', name: 'align' };
const space: Field = { kind: 'space' };
const shown: Field = { kind: 'shown' };
const font: Field = { kind: 'font', name: 'font-family' };
const code: Field = { kind: 'code' };
const colour = (name: string): Field => ({ kind: 'colour', name });
const pixels = (name: string, max: number): Field => ({ kind: 'pixels', name, max });

const TEXT: readonly Field[] = [
  font,
  pixels('font-size', 80),
  pixels('line-height', 120),
  colour('color'),
  align,
  colour('container-background-color'),
  space,
  shown,
];

export const FIELDS: Readonly<Record<string, readonly Field[]>> = {
  'mj-body': [colour('background-color'), pixels('width', 800)],
  'mj-wrapper': [colour('background-color'), space, shown],
  'mj-section': [colour('background-color'), pixels('border-radius', 100), space, shown],
  'mj-column': [colour('background-color'), pixels('border-radius', 100), space, shown],
  'mj-hero': [colour('background-color'), space],
  'mj-text': TEXT,
  'mj-button': [
    { kind: 'content' },
    { kind: 'link', name: 'href' },
    colour('background-color'),
    colour('color'),
    font,
    pixels('font-size', 80),
    pixels('border-radius', 100),
    align,
    space,
    shown,
  ],
  'mj-image': [
    { kind: 'image' },
    { kind: 'words', name: 'alt' },
    { kind: 'link', name: 'href' },
    pixels('width', 800),
    pixels('border-radius', 400),
    align,
    space,
    shown,
  ],
  'mj-divider': [colour('border-color'), pixels('border-width', 20), space, shown],
  'mj-spacer': [pixels('height', 400), shown],
  'mj-table': [font, pixels('font-size', 80), colour('color'), space, shown, code],
  'mj-social': [align, pixels('icon-size', 80), space],
  'mj-social-element': [{ kind: 'link', name: 'href' }],
  'mj-navbar': [align],
  'mj-navbar-link': [{ kind: 'link', name: 'href' }, colour('color')],
  'mj-raw': [code],
  'mj-accordion': [code],
  'mj-carousel': [code],
};

/** A text that a person changes as code. */
export const CODE_FIELDS: readonly Field[] = [code, space, shown];
