import { randomInt } from 'node:crypto';
import { countUnsubscribes } from '../../common/changes/unsubscribe-counts.ts';
import { now } from '../../common/clock.ts';
import { newUnsubscribeGroup, UnsubscribeGroup } from '../../common/models/unsubscribe-groups.ts';
import { nextId } from '../../common/store/ids.ts';
import { endpoints } from '../http/endpoint.ts';
import { byId, flag, recordId, text } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, nothing, required } from '../http/typed-input.ts';
import { presentCountedUnsubscribeGroup, presentUnsubscribeGroup } from '../present/unsubscribe-groups.ts';

/** In characters: people read it on the preferences page. */
const DESCRIPTION_MAX = 2000;

const groupInput = {
  group_name: required(text()),
  description: required(text({ max: DESCRIPTION_MAX })),
  is_display: required(flag()),
};

/** Ten digits that name the group to people; knowing them gives no rights. */
const randomId = (): string => String(randomInt(1_000_000_000, 10_000_000_000));

export const unsubscribeGroups = endpoints({
  unsubscribeGroupList: {
    input: nothing,
    run: (_, account) =>
      listing({
        model: UnsubscribeGroup.of(account.id),
        filter: {},
        async present(page) {
          const counts = await countUnsubscribes(page);
          return page.map((group) => presentCountedUnsubscribeGroup(group, counts.get(group._id) ?? 0));
        },
      }),
  },

  unsubscribeGroupSave: {
    input: inputs(groupInput),
    async run({ group_name, description, is_display }, account) {
      const _id = await nextId('unsubscribe_groups');
      const given = { group_name, description, is_display };
      await UnsubscribeGroup.of(account.id).insertOne(
        newUnsubscribeGroup({ _id, user_id: account.id, rand_id: randomId(), ...given }, now()),
      );
      return { id: _id };
    },
  },

  unsubscribeGroupDetails: {
    input: byId,
    async run({ id }, account) {
      const group = await UnsubscribeGroup.of(account.id).findOne({ _id: id });
      return group && presentUnsubscribeGroup(group);
    },
  },

  unsubscribeGroupUpdate: {
    input: inputs({ id: required(recordId()), ...groupInput }),
    run: ({ id, group_name, description, is_display }, account) =>
      UnsubscribeGroup.of(account.id).findOneAndUpdate(
        { _id: id },
        { $set: { group_name, description, is_display, updated_at: now() } },
      ),
  },
});
