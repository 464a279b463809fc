import type {
  presentConverted,
  presentOwnTemplate,
  presentTemplatePreview,
} from '../../present/own-templates.ts';
import { entries } from '../entry.ts';
import { count, id, integer, list, nullable, object, record, text, timestamp } from '../shapes.ts';
import { contentVersion, RESTORING, VERSIONS } from './content-versions.ts';

const template = record<ReturnType<typeof presentOwnTemplate>>('OwnTemplate', {
  id: id(),
  user_id: id(),
  template_name: text('Its name in the account.'),
  template_json: text('The design, in the form that single sends and automation emails take.'),
  version: integer('0 at first; increases by one with each change.'),
  created_at: timestamp(),
  updated_at: timestamp(),
});

const preview = record<ReturnType<typeof presentTemplatePreview>>('TemplatePreview', {
  html: text('The design as HTML, with its placeholders unchanged.'),
});

const converted = record<ReturnType<typeof presentConverted>>('ConvertedTemplate', {
  html: nullable(text('The given HTML with placeholders; null if MJML was given.')),
  mjml: nullable(text('The given MJML with placeholders; null if HTML was given.')),
  replaced: list(
    object({
      from: text('The tag.'),
      to: text('What replaced it; blank: it is not needed here.'),
      count: count(),
    }),
    'At most 200 different tags.',
  ),
  unknown: list(
    object({ tag: text('A tag without a counterpart. It stays as it is.'), count: count() }),
    'At most 200 different tags.',
  ),
});

export const ownTemplates = entries(
  {
    name: 'Templates of the account',
    about:
      'Designs that the account stores for its mails. To use one, give its `template_json` with `template_id` 1. The mail then has a copy, and ' +
      'later changes of the template do not change it. The editor of the console stores `mjml` without other keys.',
  },
  {
    ownTemplateList: { summary: 'List own templates', output: template },
    templateConvert: {
      summary: 'Replace the merge tags of another tool',
      about:
        'Answers the text with placeholders of this service in place of the merge tags of the other tool; nothing is stored. Names of ' +
        'contact fields and of the account’s custom fields are found in other spellings and words, such as `FNAME`.',
      output: converted,
    },
    ownTemplateSave: {
      summary: 'Add an own template',
      about:
        'The service renders the design before it stores it; an error in its MJML is a 422. It counts in `stored_bytes`.',
    },
    ownTemplateDetails: { summary: 'Get an own template', output: template },
    ownTemplatePreview: {
      summary: 'Preview an own template',
      about:
        'The rendered design. Show the HTML where its scripts cannot run, for example in a frame with `sandbox`.',
      output: preview,
    },
    ownTemplateUpdate: {
      summary: 'Change an own template',
      about: 'Absent inputs keep their values. Mails that use a copy of it do not change.',
    },
    ownTemplateVersions: {
      summary: 'List the earlier designs of an own template',
      about: VERSIONS,
      output: list(contentVersion),
    },
    ownTemplateRestore: { summary: 'Restore an earlier design of an own template', about: RESTORING },
    ownTemplateDelete: {
      summary: 'Delete an own template',
      about: 'Mails that use a copy of it do not change.',
    },
  },
);
