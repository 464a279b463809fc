import { attributesOf, defaultsOf } from './design.ts';

const UBUNTU = 'Ubuntu, Helvetica, Arial, sans-serif';

type Attributes = Readonly<Record<string, string | undefined>>;

/** The defaults of MJML for the settings of `fields.ts`. A test compares them with the package. */
export const BUILT_IN: Readonly<Record<string, Attributes>> = {
  'mj-body': { width: '600px' },
  'mj-wrapper': { padding: '20px 0' },
  'mj-section': { padding: '20px 0' },
  'mj-hero': { 'background-color': '#ffffff', padding: '0px' },
  'mj-text': {
    'font-family': UBUNTU,
    'font-size': '13px',
    'line-height': '1',
    color: '#000000',
    padding: '10px 25px',
  },
  'mj-button': {
    'font-family': UBUNTU,
    'background-color': '#414141',
    color: '#ffffff',
    'font-size': '13px',
    'border-radius': '3px',
    padding: '10px 25px',
  },
  'mj-image': { padding: '10px 25px' },
  'mj-divider': { 'border-color': '#000000', 'border-width': '4px', padding: '10px 25px' },
  'mj-table': { 'font-family': UBUNTU, 'font-size': '13px', color: '#000000', padding: '10px 25px' },
  'mj-spacer': { height: '20px' },
  'mj-social': { 'icon-size': '20px', padding: '10px 25px' },
  'mj-navbar-link': { color: '#000000' },
};

const ELEMENT = /<(mj-[\w-]+)((?:\s+[\w-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))*)\s*\/?>/g;

/** The attributes of a part that has none of its own: those of MJML, then those of the head. */
export const defaultAttributes = (head: string, tag: string, classes = ''): Attributes => ({
  ...BUILT_IN[tag],
  ...headAttributes(head, tag, classes),
});

/** The attributes that the head of a design gives to a part. */
export function headAttributes(head: string, tag: string, classes = ''): Attributes {
  const elements = [...defaultsOf(head).matchAll(ELEMENT)].map(([, name = '', written = '']) => ({
    name,
    attributes: attributesOf(written),
  }));
  const named = classes.split(/\s+/).filter(Boolean);
  const layers = [
    elements.filter(({ name }) => name === 'mj-all'),
    elements.filter(({ name }) => name === tag),
    named.flatMap((one) => elements.filter((it) => it.name === 'mj-class' && it.attributes['name'] === one)),
  ];
  return Object.assign({}, ...layers.flat().map(({ attributes }) => attributes));
}
