import type { ClientSession } from 'mongodb';
import { now } from '../../../common/clock.ts';
import { BLANK_TEMPLATE_ID } from '../../../common/data/templates.ts';
import { versionOf } from '../../../common/domain/version-of.ts';
import type { ActorKind } from '../../../common/models/audit-entries.ts';
import {
  type Content,
  type ContentOwner,
  ContentVersion,
  type ContentVersionDocument,
} from '../../../common/models/content-versions.ts';
import { nextId } from '../../../common/store/ids.ts';
import { transaction } from '../../../common/store/transactions.ts';

const MOST_VERSIONS = 20;
/** While content is edited, the time between two versions. Autosaves are seconds apart, and 20 versions should reach back for hours. */
const EDITING_MS = 5 * 60_000;
/** Maximum bytes of all versions of an account. They count in no quota, and the oldest are deleted first. */
const MOST_BYTES = 64 * 1024 * 1024;

export interface VersionOwner {
  readonly user_id: number;
  readonly owner: ContentOwner;
  readonly owner_id: number;
}

export type StoredContent = Content & {
  readonly version?: number;
  readonly saved_by?: ActorKind;
  readonly created_at: Date;
  readonly updated_at: Date;
};

export const asContent = <
  Template extends Pick<
    StoredContent,
    'version' | 'saved_by' | 'created_at' | 'updated_at' | 'template_json'
  >,
>(
  template: Template,
): Template & StoredContent => ({ ...template, template_id: BLANK_TEMPLATE_ID, template_html: null });

function kindOf({ template_id, template_json, template_html }: Content): string | null {
  if (template_json) return 'design';
  if (template_html) return 'html';
  return template_id === BLANK_TEMPLATE_ID ? null : `template ${template_id}`;
}

const isReplaced = (before: Content, after: Content): boolean =>
  kindOf(before) !== null && kindOf(before) !== kindOf(after);

const isEdited = (before: Content, after: Content): boolean =>
  before.template_json !== after.template_json ||
  before.template_html !== after.template_html ||
  (before.template_text ?? null) !== (after.template_text ?? null);

/** Whether content is edited long after its last version, or after it was made. */
async function isVersionDue({
  of: { user_id, owner, owner_id },
  before,
  after,
}: ContentChange): Promise<boolean> {
  if (kindOf(before) === null || !isEdited(before, after)) return false;
  const last = await ContentVersion.of(user_id).findOne(
    { owner, owner_id },
    { sort: { _id: -1 }, projection: { saved_at: 1, kept_at: 1 } },
  );
  const since = last ? (last.kept_at ?? last.saved_at) : before.created_at;
  return now().getTime() - since.getTime() >= EDITING_MS;
}

interface ContentChange {
  readonly of: VersionOwner;
  readonly before: StoredContent;
  readonly after: Content;
  /** Keep the stored content even if the new content has the same kind. */
  readonly always?: boolean | undefined;
  /** The transaction of every write of the change; by default, one begins if a version is kept. */
  readonly within?: (work: (session: ClientSession) => Promise<unknown>) => Promise<void>;
  /** The conditional write (`version` is a condition, too). Returns the record before it, with content if in a session, or null. */
  readonly write: (
    session: ClientSession | null,
    version: number | undefined,
  ) => Promise<StoredContent | null>;
}

/** Writes content and keeps the replaced content, both or neither. Returns the new version; null if the write's condition failed. */
export async function writeContent(change: ContentChange): Promise<number | null> {
  const { of, before, after, within, write } = change;
  const always = change.always === true || (await isVersionDue(change));
  if (!always && !within && !isReplaced(before, after)) {
    // The write replaces only the version that was read. If another change was faster, the transaction below reads again.
    const old = await write(null, versionOf(before));
    if (old) return versionOf(old) + 1;
  }
  const _id = await nextId('content_versions');
  let version: number | null = null;
  let isKept = false;
  await (within ?? transaction)(async (session) => {
    const old = await write(session, undefined);
    version = old && versionOf(old) + 1;
    isKept = old !== null && (isReplaced(old, after) || (always && kindOf(old) !== null));
    if (!old || !isKept) return;
    const {
      template_id,
      template_json,
      template_html,
      template_text,
      design_bytes = 0,
      saved_by,
      updated_at,
    } = old;
    const content = {
      template_id,
      template_json,
      template_html,
      template_text: template_text ?? null,
      design_bytes,
    };
    const kept = { _id, ...of, ...content, by: saved_by ?? null, saved_at: updated_at, kept_at: now() };
    await ContentVersion.of(of.user_id).insertOne(kept, { session });
  });
  if (isKept) await forgetOldest(of);
  return version;
}

async function forgetOldest({ user_id, owner, owner_id }: VersionOwner): Promise<void> {
  const own = ContentVersion.of(user_id);
  const [oldest] = await own
    .find({ owner, owner_id }, { projection: { _id: 1 } })
    .sort({ _id: -1 })
    .skip(MOST_VERSIONS)
    .limit(1)
    .toArray();
  if (oldest) await own.deleteMany({ owner, owner_id, _id: { $lte: oldest._id } });
  const sizes = await own
    .find()
    .project<{ _id: number; design_bytes: number }>({ _id: 1, design_bytes: 1 })
    .sort({ _id: -1 })
    .toArray();
  let bytes = 0;
  const last = sizes.find(({ design_bytes }) => (bytes += design_bytes) > MOST_BYTES);
  if (last) await own.deleteMany({ _id: { $lte: last._id } });
}

export const versionsOf = ({ user_id, owner, owner_id }: VersionOwner) =>
  ContentVersion.of(user_id)
    .aggregate<ShownVersion>([
      { $match: { owner, owner_id } },
      { $sort: { _id: -1 } },
      { $limit: MOST_VERSIONS },
      {
        $project: {
          template_id: 1,
          by: 1,
          saved_at: 1,
          is_design: { $gt: ['$template_json', ''] },
          is_html: { $gt: ['$template_html', ''] },
        },
      },
    ])
    .toArray();

export type ShownVersion = Pick<ContentVersionDocument, '_id' | 'template_id' | 'by' | 'saved_at'> & {
  readonly is_design: boolean;
  readonly is_html: boolean;
};

export const versionNamed = ({ user_id, owner, owner_id }: VersionOwner, id: number) =>
  ContentVersion.of(user_id).findOne({ _id: id, owner, owner_id });

export const forgetVersions = (userId: number, owner: ContentOwner, ownerIds: readonly number[]) =>
  ContentVersion.of(userId).deleteMany({ owner, owner_id: { $in: [...ownerIds] } });
