import { type ClientFeature, clientFeatures } from '../data/mail-clients.ts';
import { readCss } from '../domain/read-css.ts';
import { type Problem, problem } from './problems.ts';

/** A longer value has an image in it and is skipped. */
const VALUE_MOST = 1000;

export interface ClientSupport {
  element(name: string, attributes: Readonly<Record<string, string>>): void;
  css(text: string): void;
  image(address: string): void;
  problems(): Problem[];
}

const OUTLOOK = 'Outlook (Windows)';

/** `mjml`: MJML wrote the HTML. It writes a separate form for Outlook on Windows, which is skipped then. */
export function createClientSupport(mjml: boolean): ClientSupport {
  const index = indexOf(clientFeatures());
  const used = new Set<ClientFeature>();
  const use = (features: readonly ClientFeature[] | undefined): void => {
    for (const feature of features ?? []) used.add(feature);
  };

  function value(text: string): void {
    for (const [, name] of text.matchAll(/([a-z-]{1,40})\(/g)) use(index.calls.get(name!));
    for (const [, name] of text.matchAll(/\d(ch|rem|vh|vw|vmin|vmax)\b/g)) use(index.units.get(name!));
  }

  return {
    element(name, { type }) {
      for (const feature of index.elements.get(name) ?? []) {
        const { match } = feature as ClientFeature & { match: { element: string; type?: string } };
        if (match.type === undefined || match.type === (type ?? 'text').toLowerCase()) used.add(feature);
      }
    },
    css(css) {
      readCss(css, {
        declaration(property, given) {
          const text = given.slice(0, VALUE_MOST).toLowerCase();
          const word = text.replace(/\s*!important$/, '');
          for (const feature of index.properties.get(property) ?? []) {
            const { match } = feature as ClientFeature & { match: { value?: readonly string[] } };
            if (match.value === undefined || match.value.includes(word)) used.add(feature);
          }
          value(text);
        },
        selector(text) {
          for (const [, name] of text.slice(0, VALUE_MOST).matchAll(/::?([a-z-]{1,40})/g))
            use(index.pseudos.get(name!));
        },
        atRule: (name) => use(index.atRules.get(name)),
      });
    },
    image(address) {
      const path = address
        .slice(0, VALUE_MOST)
        .toLowerCase()
        .replace(/[?#].*$/, '');
      for (const [form, features] of index.images)
        if (path.startsWith(form) || path.endsWith(form)) use(features);
    },
    problems: () =>
      [...used].flatMap(({ title, url, missing }) => {
        const clients = mjml ? missing.filter((name) => name !== OUTLOOK) : missing;
        if (clients.length === 0) return [];
        return [
          problem('client_support', 'template', `${title} is not shown by ${clients.join(', ')} (${url}).`),
        ];
      }),
  };
}

type Index = Record<
  'properties' | 'calls' | 'units' | 'pseudos' | 'atRules' | 'elements' | 'images',
  ReadonlyMap<string, readonly ClientFeature[]>
>;

function indexOf(features: readonly ClientFeature[]): Index {
  const maps = {
    properties: new Map<string, ClientFeature[]>(),
    calls: new Map<string, ClientFeature[]>(),
    units: new Map<string, ClientFeature[]>(),
    pseudos: new Map<string, ClientFeature[]>(),
    atRules: new Map<string, ClientFeature[]>(),
    elements: new Map<string, ClientFeature[]>(),
    images: new Map<string, ClientFeature[]>(),
  };
  const add = (map: Map<string, ClientFeature[]>, names: readonly string[], feature: ClientFeature): void => {
    for (const name of names) map.set(name, [...(map.get(name) ?? []), feature]);
  };
  for (const feature of features) {
    const { match } = feature;
    if ('property' in match) add(maps.properties, match.property, feature);
    else if ('call' in match) add(maps.calls, match.call, feature);
    else if ('unit' in match) add(maps.units, [match.unit], feature);
    else if ('pseudo' in match) add(maps.pseudos, [match.pseudo], feature);
    else if ('at' in match) add(maps.atRules, [match.at], feature);
    else if ('element' in match) add(maps.elements, [match.element], feature);
    else add(maps.images, match.image, feature);
  }
  return maps;
}
