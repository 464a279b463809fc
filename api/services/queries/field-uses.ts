import { AutomationSchedule } from '../../../common/models/automation-schedules.ts';
import { Automation } from '../../../common/models/automations.ts';
import { OwnTemplate } from '../../../common/models/own-templates.ts';
import { Segment } from '../../../common/models/segments.ts';
import { SEND_STATUS, SingleSend } from '../../../common/models/single-sends.ts';
import type { Rows } from '../../../common/store/collection.ts';
import type { QuestionStore } from '../../http/slow-questions.ts';

/** Records of a kind that are listed, newest first. */
const MOST = 500;

/** A placeholder of `domain/placeholders.ts`; the first group is its name. */
const PLACEHOLDER = String.raw`\(\((\w+)(?:\)\)|\|)`;

/** A record and the names of fields that it uses. */
export interface UsedFields {
  readonly id: number;
  readonly name: string;
  /** Of campaigns and automations; '' of others. */
  readonly utr: string;
  readonly used: readonly string[];
}

export interface FieldUses {
  readonly segments: readonly UsedFields[];
  readonly templates: readonly UsedFields[];
  readonly automations: readonly UsedFields[];
  readonly campaigns: readonly UsedFields[];
}

const CONTENT = ['template_json', 'template_html', 'template_text', 'subject', 'preheader'] as const;

/** Names of the placeholders of a text, as MongoDB finds them: contents of megabytes stay there. */
const namesIn = (field: string) => ({
  $map: {
    input: { $regexFindAll: { input: { $ifNull: [`$${field}`, ''] }, regex: PLACEHOLDER } },
    in: { $arrayElemAt: ['$$this.captures', 0] },
  },
});

interface ContentOfFields {
  readonly _id: number;
  readonly owner: number;
  readonly name: string;
  readonly utr: string;
  readonly used: string[];
}

const usersOf = <Stored extends object>(
  rows: Rows<Stored>,
  { collection, options }: QuestionStore,
  names: readonly string[],
  { filter, name, owner }: { filter: object; name: string; owner: string },
): Promise<ContentOfFields[]> =>
  collection(rows)
    .aggregate<ContentOfFields>(
      [
        { $match: filter },
        { $sort: { _id: -1 } },
        {
          $project: {
            name: `$${name}`,
            owner: `$${owner}`,
            utr: { $ifNull: ['$utr', ''] },
            used: { $setIntersection: [{ $literal: names }, { $setUnion: CONTENT.map(namesIn) }] },
          },
        },
        { $match: { 'used.0': { $exists: true } } },
        { $limit: MOST },
      ],
      options(),
    )
    .toArray();

const shown = ({ _id, name, utr, used }: ContentOfFields): UsedFields => ({ id: _id, name, utr, used });

/** Which records use custom fields of these names: rules of segments, and placeholders of what can still be sent. */
export async function fieldUsesOf(
  userId: number,
  names: readonly string[],
  asking: QuestionStore,
): Promise<FieldUses> {
  const { collection, options } = asking;
  const segments = await collection(Segment.of(userId))
    .find({ deleted_at: null, select_field: { $in: [...names] } }, options())
    .sort({ _id: -1 })
    .limit(MOST)
    .toArray();
  const campaigns = await usersOf(SingleSend.of(userId), asking, names, {
    filter: { deleted_at: null, status: { $lt: SEND_STATUS.running } },
    name: 'single_send_name',
    owner: '_id',
  });
  const templates = await usersOf(OwnTemplate.of(userId), asking, names, {
    filter: {},
    name: 'template_name',
    owner: '_id',
  });
  const emails = await usersOf(AutomationSchedule.of(userId), asking, names, {
    filter: {},
    name: 'subject',
    owner: 'automation_id',
  });
  const automations = await collection(Automation.of(userId))
    .find({ _id: { $in: [...new Set(emails.map(({ owner }) => owner))] }, deleted_at: null }, options())
    .toArray();
  return {
    segments: segments.map(({ _id, segment_name, select_field }) => ({
      id: _id,
      name: segment_name,
      utr: '',
      used: select_field,
    })),
    templates: templates.map(shown),
    automations: automations.map(({ _id, automation_name, utr }) => ({
      id: _id,
      name: automation_name,
      utr,
      used: emails.filter(({ owner }) => owner === _id).flatMap(({ used }) => used),
    })),
    campaigns: campaigns.map(shown),
  };
}
