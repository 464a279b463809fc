import type { Template } from '../../../common/data/templates.ts';
import { entries } from '../entry.ts';
import { id, like, list, nullable, oneOf, record, text, timestamp } from '../shapes.ts';

const template = record<Template>('Template', {
  id: id(),
  template_name: text(),
  preview_image: text('A file name; the image stands under `/images/` beside the API.'),
  json_code: text('A JSON text with the key `mjml`, of the form that `template_json` takes.'),
  html_code: text(),
  is_blank: oneOf([0, 1], '1: the template for designs of one’s own.'),
  created_at: nullable(timestamp()),
  updated_at: timestamp(),
});

export const templates = entries(
  {
    name: 'Templates and dynamic content',
    about:
      'Designs to start from, and the placeholders that stand in them as `((name))`, or `((name|fallback))` where a ' +
      'contact may have no such value.',
  },
  {
    templateList: { summary: 'List design templates', output: template },
    dynamicContentList: {
      summary: 'List placeholders',
      output: like(list(text()), ['first_name', 'last_name', 'email', 'unsubscribe_preferences']),
    },
  },
);
