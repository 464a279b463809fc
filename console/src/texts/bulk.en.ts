const number = (n: number): string => new Intl.NumberFormat('en').format(n);
const contacts = (n: number): string => `${number(n)} ${n === 1 ? 'contact' : 'contacts'}`;

/** Changes of all contacts that a search finds. */
export const bulkEn = {
  all: 'Change all contacts',
  found: 'Change all that were found',
  title: 'Change many contacts at once',
  about: (search: string) =>
    search === '' ? 'This is about all your contacts.' : `This is about all contacts that “${search}” finds.`,
  action: 'What to do',
  actions: {
    unsubscribe: 'Unsubscribe from a kind of mail',
    segment_add: 'Add to a segment',
    segment_remove: 'Take out of a segment',
    delete: 'Delete',
  },
  group: 'Kind of mail',
  segment: 'Segment',
  segmentHint: 'Only contacts of the segment’s audience.',
  count: 'Count them',
  counting: (n: number) => `Counting: ${contacts(n)} so far …`,
  confirm: {
    unsubscribe: (n: number) => `Unsubscribe ${contacts(n)}`,
    segment_add: (n: number) => `Add ${contacts(n)}`,
    segment_remove: (n: number) => `Take ${contacts(n)} out`,
    delete: (n: number) => `Delete ${contacts(n)}`,
  },
  warning: {
    unsubscribe: (n: number) => `${contacts(n)} will get no more of this kind of mail.`,
    segment_add: (n: number) => `${contacts(n)} will be in the segment, whatever its rule says.`,
    segment_remove: (n: number) =>
      `${contacts(n)} will be looked at. Those who are in the segment stay out of it, whatever its rule says.`,
    delete: (n: number) => `${contacts(n)} will be deleted.`,
  },
  undoable: (seconds: number) => `You can undo it for ${seconds} seconds.`,
  /** Said once it is started. */
  soon: {
    unsubscribe: (n: number, seconds: number) => `Unsubscribes ${contacts(n)} in ${seconds} seconds.`,
    segment_add: (n: number, seconds: number) => `Adds ${contacts(n)} in ${seconds} seconds.`,
    segment_remove: (n: number, seconds: number) => `Takes ${contacts(n)} out in ${seconds} seconds.`,
    delete: (n: number, seconds: number) => `Deletes ${contacts(n)} in ${seconds} seconds.`,
  },
  waits: (n: number, seconds: number) =>
    `${contacts(n)}, begins in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
  undoOf: (what: string) => `Undo: ${what}`,
  begun: 'It had begun already. It stops now, and what it changed until then stays changed.',
  noContacts: 'No contact is found, so there is nothing to do.',
  keep: 'Leave them',
  under: 'Changes of many contacts',
  done: (done: number, all: number) => `${number(done)} of ${contacts(all)}`,
  states: {
    counting: 'Counting',
    ready: 'Waits for you',
    running: 'Under way',
    completed: 'Done',
    cancelled: 'Cancelled',
    failed: 'Failed',
  },
  stop: 'Stop',
  stopOf: (what: string) => `Stop: ${what}`,
  again: 'Go on',
};
