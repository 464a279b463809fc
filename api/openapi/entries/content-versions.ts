import { ACTORS } from '../../../common/models/audit-entries.ts';
import { CONTENT_KINDS, type presentContentVersion } from '../../present/content-versions.ts';
import { id, integer, nullable, oneOf, record, timestamp } from '../shapes.ts';

export const contentVersion = record<ReturnType<typeof presentContentVersion>>('ContentVersion', {
  id: id(),
  saved_at: timestamp('When it was stored last.'),
  by: nullable(oneOf(ACTORS, 'Who stored it. Null where that was not noted.')),
  kind: oneOf(CONTENT_KINDS, 'What it is made of: `template_json`, `template_html`, or a built-in template.'),
  template_id: integer('The built-in template; 1 for a design or HTML.'),
});

export const VERSIONS =
  'The newest first, at most 20, without the contents themselves. An update keeps the content that is there where one of another kind or another template takes its place, ' +
  'or where it says so by `keep_version`. All versions of an account have 64 MiB at most: the oldest go first.';
export const RESTORING =
  'All else stays as it is. The content that is there becomes an earlier version itself, so that this can be taken back in the same way.';
