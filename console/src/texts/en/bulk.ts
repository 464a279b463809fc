import { count, number, plural } from './numbers.ts';

const contacts = (n: number): string => count(n, 'contact', 'contacts');

/** Changes of all contacts that a search finds. */
export const bulk = {
  all: 'Change all contacts',
  found: 'Change all found contacts',
  title: 'Change many contacts at once',
  about: (search: string) =>
    search === '' ? 'Applies to all your contacts.' : `Applies to all contacts that match “${search}”.`,
  aboutChosen: (n: number) => `Applies to the ${contacts(n)} that you selected.`,
  aboutFound: 'Applies to all contacts that the filters show.',
  noSegments: 'No segments yet. Create one under Segments.',
  noGroups: 'No subscription types yet. Create one in Settings.',
  action: 'Action',
  actions: {
    unsubscribe: 'Unsubscribe from a subscription type',
    unsubscribe_all: 'Unsubscribe from everything',
    segment_add: 'Add to a segment',
    segment_remove: 'Exclude from a segment',
    tag_add: 'Add a tag',
    tag_remove: 'Remove a tag',
    delete: 'Delete',
  },
  group: 'Subscription type',
  segment: 'Segment',
  segmentHint: 'Only contacts of the segment’s audience.',
  count: 'Count contacts',
  counting: (n: number) => `Counting: ${contacts(n)} so far…`,
  confirm: {
    unsubscribe: (n: number) => `Unsubscribe ${contacts(n)}`,
    unsubscribe_all: (n: number) => `Unsubscribe ${contacts(n)} from everything`,
    segment_add: (n: number) => `Add ${contacts(n)}`,
    segment_remove: (n: number) => `Exclude ${contacts(n)}`,
    tag_add: (n: number) => `Tag ${contacts(n)}`,
    tag_remove: (n: number) => `Remove the tag from ${contacts(n)}`,
    delete: (n: number) => `Delete ${contacts(n)}`,
  },
  warning: {
    unsubscribe: (n: number) => `${contacts(n)} will be unsubscribed from this type.`,
    unsubscribe_all: (n: number) =>
      `${contacts(n)} will get no more campaigns and automation emails, of any subscription type.`,
    segment_add: (n: number) =>
      `${contacts(n)} will be added to the segment, even if its rule does not match.`,
    segment_remove: (n: number) =>
      `${contacts(n)} will be checked. Those in the segment will be excluded, even if its rule matches.`,
    tag_add: (n: number) => `${contacts(n)} without the tag will get it.`,
    tag_remove: (n: number) => `${contacts(n)} with the tag will lose it.`,
    delete: (n: number) => `${contacts(n)} will be deleted.`,
  },
  undoable: (seconds: number) => `You can undo it for ${seconds} seconds.`,
  /** Shown after the start. */
  soon: {
    unsubscribe: (n: number, seconds: number) => `Unsubscribing ${contacts(n)} in ${seconds} seconds.`,
    unsubscribe_all: (n: number, seconds: number) =>
      `Unsubscribing ${contacts(n)} from everything in ${seconds} seconds.`,
    segment_add: (n: number, seconds: number) => `Adding ${contacts(n)} in ${seconds} seconds.`,
    segment_remove: (n: number, seconds: number) => `Excluding ${contacts(n)} in ${seconds} seconds.`,
    tag_add: (n: number, seconds: number) => `Tagging ${contacts(n)} in ${seconds} seconds.`,
    tag_remove: (n: number, seconds: number) => `Removing the tag from ${contacts(n)} in ${seconds} seconds.`,
    delete: (n: number, seconds: number) => `Deleting ${contacts(n)} in ${seconds} seconds.`,
  },
  waits: (n: number, seconds: number) =>
    `${contacts(n)}, starts in ${seconds} ${plural(seconds, 'second', 'seconds')}`,
  undoOf: (what: string) => `Undo: ${what}`,
  begun: 'The change had already started. It is stopped now. Contacts that were changed before stay changed.',
  noContacts: 'No contacts found, so nothing to change.',
  keep: 'Cancel',
  under: 'Bulk changes',
  done: (done: number, all: number) => `${number(done)} of ${contacts(all)}`,
  states: {
    counting: 'Counting',
    ready: 'Waiting for you',
    running: 'Running',
    completed: 'Done',
    cancelled: 'Cancelled',
    failed: 'Failed',
  },
  stop: 'Stop',
  stopOf: (what: string) => `Stop: ${what}`,
  again: 'Resume',
};
