import { ACTORS } from '../../../common/models/audit-entries.ts';
import { CONTENT_KINDS, type presentContentVersion } from '../../present/content-versions.ts';
import { id, integer, nullable, oneOf, record, timestamp } from '../shapes.ts';

export const contentVersion = record<ReturnType<typeof presentContentVersion>>('ContentVersion', {
  id: id(),
  saved_at: timestamp('When it was stored last.'),
  by: nullable(oneOf(ACTORS, 'The kind of actor that stored it. Null where that was not noted.')),
  kind: oneOf(
    CONTENT_KINDS,
    'The source of the content: `template_json`, `template_html`, or a built-in template.',
  ),
  template_id: integer('The built-in template; 1 for a design or HTML.'),
});

export const VERSIONS =
  'The newest first, at most 20, without the contents themselves. An update keeps the stored content where content of another kind or another template replaces it, ' +
  'or with `keep_version`. All versions of an account together have 64 MiB at most: the oldest are removed first.';
export const RESTORING =
  'Only the content changes. The stored content becomes an earlier version itself, so another restore brings it back.';
