import { AutomationSchedule } from '../../../common/models/automation-schedules.ts';
import { Automation } from '../../../common/models/automations.ts';
import { OwnTemplate } from '../../../common/models/own-templates.ts';
import { Segment } from '../../../common/models/segments.ts';
import { SEND_STATUS, SingleSend } from '../../../common/models/single-sends.ts';
import type { Rows } from '../../../common/store/collection.ts';
import type { QuestionStore } from '../../http/slow-questions.ts';

/** Records of a kind that are listed for a field, newest first. */
export const MOST_USES = 100;

/** A record that uses a field. */
export interface FieldUse {
  readonly id: number;
  readonly name: string;
  /** Of campaigns and automations; '' of others. */
  readonly utr: string;
}

/** Uses by the name of the field; one more than `MOST_USES` shows that there are more. */
type UsesByField = ReadonlyMap<string, readonly FieldUse[]>;

export interface FieldUses {
  readonly segments: UsesByField;
  readonly templates: UsesByField;
  readonly automations: UsesByField;
  readonly campaigns: UsesByField;
}

/**
 * The text after each `((` of a field, up to the `))` or the bar. MongoDB finds it, so contents of megabytes stay there. A pattern takes quadratic
 * time for all its places (63 s for 100,000 in one text). What `parsePlaceholders` finds is found, and a `((name|` that never ends, too.
 */
const namesIn = (field: string) => ({
  $map: {
    input: { $split: [{ $ifNull: [`$${field}`, ''] }, '(('] },
    in: {
      $first: {
        $split: [{ $first: { $split: [{ $ltrim: { input: '$$this', chars: '(' } }, '))'] } }, '|'],
      },
    },
  },
});

const PLACEHOLDERS = {
  $setUnion: ['template_json', 'template_html', 'template_text', 'subject', 'preheader'].map(namesIn),
};

interface Users {
  readonly filter: object;
  /** An expression for the names that a record uses. */
  readonly used: object | string;
  readonly name: string;
  /** The field with the id of the record to list, where several belong to it. */
  readonly owner?: string;
}

/** Contents are left out before anything is sorted, because MongoDB sorts in 100 MB. */
async function usesIn<Stored extends object>(
  rows: Rows<Stored>,
  { collection, options }: QuestionStore,
  names: readonly string[],
  { filter, used, name, owner = '_id' }: Users,
): Promise<UsesByField> {
  const found = await collection(rows)
    .aggregate<{ _id: string; uses: FieldUse[] }>(
      [
        { $match: filter },
        {
          $project: {
            _id: `$${owner}`,
            name: `$${name}`,
            utr: { $ifNull: ['$utr', ''] },
            used: { $setIntersection: [{ $literal: names }, used] },
          },
        },
        { $unwind: '$used' },
        {
          $group: { _id: { used: '$used', id: '$_id' }, name: { $first: '$name' }, utr: { $first: '$utr' } },
        },
        {
          $group: {
            _id: '$_id.used',
            uses: {
              $topN: {
                n: MOST_USES + 1,
                sortBy: { '_id.id': -1 },
                output: { id: '$_id.id', name: '$name', utr: '$utr' },
              },
            },
          },
        },
      ],
      options(),
    )
    .toArray();
  return new Map(found.map(({ _id, uses }) => [_id, uses]));
}

async function automationsUsing(
  userId: number,
  names: readonly string[],
  asking: QuestionStore,
): Promise<UsesByField> {
  const automations = await asking
    .collection(Automation.of(userId))
    .find({ deleted_at: null }, { ...asking.options(), projection: { automation_name: 1, utr: 1 } })
    .toArray();
  const byId = new Map(
    automations.map(({ _id, automation_name, utr }) => [_id, { name: automation_name, utr }]),
  );
  const uses = await usesIn(AutomationSchedule.of(userId), asking, names, {
    filter: { automation_id: { $in: [...byId.keys()] } },
    used: PLACEHOLDERS,
    name: 'subject',
    owner: 'automation_id',
  });
  return new Map(
    [...uses].map(([field, found]) => [field, found.map(({ id }) => ({ id, ...byId.get(id)! }))]),
  );
}

/** Which records use custom fields of these names: rules of segments, and placeholders of what can still be sent. */
export async function fieldUsesOf(
  userId: number,
  names: readonly string[],
  asking: QuestionStore,
): Promise<FieldUses> {
  return {
    segments: await usesIn(Segment.of(userId), asking, names, {
      filter: { deleted_at: null, select_field: { $in: [...names] } },
      used: '$select_field',
      name: 'segment_name',
    }),
    campaigns: await usesIn(SingleSend.of(userId), asking, names, {
      filter: { deleted_at: null, status: { $lt: SEND_STATUS.completed } },
      used: PLACEHOLDERS,
      name: 'single_send_name',
    }),
    templates: await usesIn(OwnTemplate.of(userId), asking, names, {
      filter: {},
      used: PLACEHOLDERS,
      name: 'template_name',
    }),
    automations: await automationsUsing(userId, names, asking),
  };
}
