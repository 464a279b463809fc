import { randomInt } from 'node:crypto';
import Joi from 'joi';
import { now } from '../../common/clock.ts';
import { nextId } from '../../common/ids.ts';
import { UnsubscribeGroup } from '../../common/models/unsubscribe-groups.ts';
import { rows, store } from '../../common/mongo.ts';
import { countUnsubscribed } from '../../common/queries/unsubscribe-counts.ts';
import { endpoint } from '../http/endpoint.ts';
import { flag, recordId, required, text } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { presentCountedUnsubscribeGroup, presentUnsubscribeGroup } from '../present/unsubscribe-groups.ts';

interface GroupInput {
  group_name: string;
  description: string;
  is_display: 0 | 1;
}

/** People read it on the preferences page: some paragraphs are enough. */
const DESCRIPTION_MAX = 2000;

const groupInput = {
  group_name: required(text()),
  description: required(text({ max: DESCRIPTION_MAX })),
  is_display: required(flag()),
};

/** Ten digits. It names a group to people and carries no authority. */
const randomId = (): string => String(randomInt(1_000_000_000, 10_000_000_000));

export const unsubscribeGroups = {
  unsubscribeGroupList: endpoint<'unsubscribeGroupList', object>({
    input: Joi.object({}),
    run: (_, account) =>
      listing({
        model: UnsubscribeGroup,
        filter: { user_id: account.id },
        async present(page) {
          const counts = await countUnsubscribed(page);
          return page.map((group) => presentCountedUnsubscribeGroup(group, counts.get(group._id) ?? 0));
        },
      }),
  }),

  unsubscribeGroupSave: endpoint<'unsubscribeGroupSave', GroupInput>({
    input: Joi.object(groupInput),
    async run({ group_name, description, is_display }, account) {
      const at = now();
      const id = await nextId('unsubscribe_groups');
      await store(UnsubscribeGroup, {
        _id: id,
        user_id: account.id,
        rand_id: randomId(),
        group_name,
        description,
        is_display,
        unsubscribes: 0,
        created_at: at,
        updated_at: at,
      });
      return { id };
    },
  }),

  unsubscribeGroupDetails: endpoint<'unsubscribeGroupDetails', { id: number }>({
    input: Joi.object({ id: required(recordId()) }),
    async run({ id }, account) {
      const group = await rows(UnsubscribeGroup).findOne({ user_id: account.id, _id: id });
      return group && presentUnsubscribeGroup(group);
    },
  }),

  unsubscribeGroupUpdate: endpoint<'unsubscribeGroupUpdate', GroupInput & { id: number }>({
    input: Joi.object({ id: required(recordId()), ...groupInput }),
    run: ({ id, group_name, description, is_display }, account) =>
      rows(UnsubscribeGroup).findOneAndUpdate(
        { user_id: account.id, _id: id },
        { $set: { group_name, description, is_display, updated_at: now() } },
      ),
  }),
};
