import type {
  presentCountedUnsubscribeGroup,
  presentUnsubscribeGroup,
} from '../../present/unsubscribe-groups.ts';
import { entries } from '../entry.ts';
import { count, id, matching, oneOf, record, type ShapeFields, text, timestamp } from '../shapes.ts';
import { DOWNLOADED, unsubscriber } from './global-unsubscribes.ts';

const fields: ShapeFields<ReturnType<typeof presentUnsubscribeGroup>> = {
  id: id(),
  user_id: id(),
  rand_id: matching('^\\d+$', 'A number that names the group to people.'),
  group_name: text(),
  description: text(),
  is_display: oneOf([0, 1], '1: the preferences page shows the group as a choice.'),
  created_at: timestamp(),
  updated_at: timestamp(),
};

const group = record<ReturnType<typeof presentUnsubscribeGroup>>('UnsubscribeGroup', fields);

const listed = record<ReturnType<typeof presentCountedUnsubscribeGroup>>('ListedUnsubscribeGroup', {
  ...fields,
  unsubscribe_clients_count: count('The number of addresses that left the group.'),
});

export const unsubscribeGroups = entries(
  {
    name: 'Unsubscribe groups',
    about: 'Kinds of mail that a recipient can leave separately. Every single send and automation has one.',
  },
  {
    unsubscribeGroupList: { summary: 'List unsubscribe groups', output: listed },
    unsubscribeGroupSave: { summary: 'Add an unsubscribe group' },
    unsubscribeGroupDetails: { summary: 'Get one unsubscribe group', output: group },
    unsubscribeGroupUpdate: { summary: 'Change an unsubscribe group' },
    groupRecipientAdd: {
      summary: 'Unsubscribe addresses from a group',
      about:
        'An address that is stored already keeps its one entry. One invalid address refuses the whole call.',
    },
    groupRecipientList: { summary: 'List the addresses that left a group', output: unsubscriber },
    groupRecipientDownload: { summary: 'Download the addresses that left a group', about: DOWNLOADED },
    groupRecipientDelete: { summary: 'Remove one recipient from its group' },
    groupRecipientBulkDelete: {
      summary: 'Remove several recipients from their groups',
      about: 'Succeeds if at least one of the ids exists; the others are ignored.',
    },
  },
);
