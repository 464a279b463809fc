import type { Template } from '../../../common/data/templates.ts';
import { entries } from '../entry.ts';
import { id, like, list, nullable, oneOf, record, text, timestamp } from '../shapes.ts';

const template = record<Template>('Template', {
  id: id(),
  template_name: text(),
  preview_image: text(
    'A file name; the address of the image is `/images/` and this name, on the host of the API.',
  ),
  json_code: text('A JSON text with the key `mjml`, in the form that `template_json` takes.'),
  html_code: text(),
  is_blank: oneOf([0, 1], '1: the template for your own designs.'),
  created_at: nullable(timestamp()),
  updated_at: timestamp(),
});

export const templates = entries(
  {
    name: 'Templates and dynamic content',
    about:
      'Designs to begin with, and the placeholders in them: `((name))`, or `((name|fallback))` with a text for contacts without this value.',
  },
  {
    templateList: { summary: 'List design templates', output: template },
    dynamicContentList: {
      summary: 'List placeholders',
      output: like(list(text()), ['first_name', 'last_name', 'email', 'unsubscribe_preferences']),
    },
  },
);
