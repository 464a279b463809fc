import { ACTORS } from '../../../common/models/audit-entries.ts';
import { CONTENT_KINDS, type presentContentVersion } from '../../present/content-versions.ts';
import { id, integer, nullable, oneOf, record, timestamp } from '../shapes.ts';

export const contentVersion = record<ReturnType<typeof presentContentVersion>>('ContentVersion', {
  id: id(),
  saved_at: timestamp('When it was stored the last time.'),
  by: nullable(oneOf(ACTORS, 'Who stored it. Null if this was not recorded.')),
  kind: oneOf(
    CONTENT_KINDS,
    'The source of the content: `template_json`, `template_html`, or a built-in template.',
  ),
  template_id: integer('The id of the built-in template; 1 for a design or HTML.'),
});

export const VERSIONS =
  'Newest first, at most 20, without the contents themselves. An update keeps the stored content if the new content has another kind or ' +
  'template, with `keep_version`, and when the content is edited five minutes or more after the last version. All versions of an account together have at most 64 MiB; the oldest are removed first.';
export const RESTORING =
  'Only the content changes. The content before becomes an earlier version, so another restore brings it back.';
