import type { presentOwnTemplate, presentTemplatePreview } from '../../present/own-templates.ts';
import { entries } from '../entry.ts';
import { id, integer, list, record, text, timestamp } from '../shapes.ts';
import { contentVersion, RESTORING, VERSIONS } from './content-versions.ts';

const template = record<ReturnType<typeof presentOwnTemplate>>('OwnTemplate', {
  id: id(),
  user_id: id(),
  template_name: text('What people call it.'),
  template_json: text('The design, as single sends and automation emails take it.'),
  version: integer('0 when it is made, and one more with each change.'),
  created_at: timestamp(),
  updated_at: timestamp(),
});

const preview = record<ReturnType<typeof presentTemplatePreview>>('TemplatePreview', {
  html: text('The design as HTML, with its placeholders as they are written.'),
});

export const ownTemplates = entries(
  {
    name: 'Templates of the account',
    about:
      'Designs that the account keeps, to begin mails with. To use one, give its `template_json` with `template_id` 1: the mail then has a copy, which no later change of the ' +
      'template changes. The console makes them in its editor, which keeps the key `project` beside `mjml`.',
  },
  {
    ownTemplateList: { summary: 'List own templates', output: template },
    ownTemplateSave: {
      summary: 'Add an own template',
      about:
        'The design is rendered before it is stored; what is wrong with its MJML is a 422. It counts in `stored_bytes`.',
    },
    ownTemplateDetails: { summary: 'Get an own template', output: template },
    ownTemplatePreview: {
      summary: 'Preview an own template',
      about: 'How it looks. Show the HTML where its scripts do not run, as in a frame with `sandbox`.',
      output: preview,
    },
    ownTemplateUpdate: {
      summary: 'Change an own template',
      about: 'What is not given stays. Mails that were made from it stay as they are.',
    },
    ownTemplateVersions: {
      summary: 'List the earlier designs of an own template',
      about: VERSIONS,
      output: list(contentVersion),
    },
    ownTemplateRestore: { summary: 'Have an earlier design of an own template back', about: RESTORING },
    ownTemplateDelete: {
      summary: 'Delete an own template',
      about: 'Mails that were made from it stay as they are.',
    },
  },
);
