import { readFileSync } from 'node:fs';
import { lazily } from './lazily.ts';

export type Template = {
  id: number;
  template_name: string;
  preview_image: string;
  /** A JSON text, `{"mjml": "<mjml>…"}`, in the form of `template_json`. */
  json_code: string;
  html_code: string;
  is_blank: 0 | 1;
  created_at: string | null;
  updated_at: string;
};

export const TEMPLATES_FOLDER = new URL('./templates/', import.meta.url);

/** Microseconds, as in the contract's times. A changed design gets a new `updated_at`. */
const FIRST_EDITION = '2026-11-01T00:00:00.000000Z';
/** Spacers that filters do not take for hidden text. */
const SECOND_EDITION = '2026-11-24T00:00:00.000000Z';

/** Sends and automations refer to these ids: a template keeps its own, and a new one is added at the end. */
export const TEMPLATE_FILES = Object.freeze([
  { id: 1, slug: 'blank', template_name: 'Blank', is_blank: 1, updated_at: FIRST_EDITION },
  { id: 2, slug: 'newsletter', template_name: 'Newsletter', is_blank: 0, updated_at: SECOND_EDITION },
  { id: 3, slug: 'announcement', template_name: 'Announcement', is_blank: 0, updated_at: FIRST_EDITION },
  { id: 4, slug: 'welcome', template_name: 'Welcome', is_blank: 0, updated_at: SECOND_EDITION },
  { id: 5, slug: 'promotion', template_name: 'Promotion', is_blank: 0, updated_at: FIRST_EDITION },
  { id: 6, slug: 'digest', template_name: 'Digest', is_blank: 0, updated_at: SECOND_EDITION },
  { id: 7, slug: 'letter', template_name: 'Plain letter', is_blank: 0, updated_at: FIRST_EDITION },
] as const);

export const BLANK_TEMPLATE_ID = 1;

const read = (name: string): Buffer => readFileSync(new URL(name, TEMPLATES_FOLDER));

const HEAD = '    <mj-include path="./head.mjml" />\n';

export const readMjml = (slug: string): string =>
  read(`${slug}.mjml`)
    .toString('utf8')
    .replace(HEAD, () => read('head.mjml').toString('utf8'));

/** By ascending id. Read from their files at the first call, then kept. */
export const builtInTemplates: () => readonly Template[] = lazily(() =>
  Object.freeze(
    TEMPLATE_FILES.map(({ id, slug, template_name, is_blank, updated_at }) =>
      Object.freeze({
        id,
        template_name,
        preview_image: `${slug}.png`,
        json_code: JSON.stringify({ mjml: readMjml(slug) }),
        html_code: read(`${slug}.html`).toString('utf8'),
        is_blank,
        created_at: FIRST_EDITION,
        updated_at,
      }),
    ),
  ),
);

export const findTemplate = (id: number): Template | null =>
  builtInTemplates().find((template) => template.id === id) ?? null;

const images = new Map<string, Buffer>();

/** Null for any other name, including a path. */
export function templateImage(fileName: string): Buffer | null {
  if (!TEMPLATE_FILES.some(({ slug }) => fileName === `${slug}.png`)) return null;
  const image = images.get(fileName) ?? read(fileName);
  images.set(fileName, image);
  return image;
}
