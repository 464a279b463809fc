/**
 * The collections that grow with contacts and mails. Each command on them names an account or a question of `everywhere.ts`: the tests
 * of the store check it (test/support/command-monitor.ts).
 */
export const LARGE_COLLECTIONS: ReadonlySet<string> = new Set([
  'batch_details',
  'batches',
  'contact_changes',
  'contacts',
  'deliveries',
  'engagements',
  'enrollments',
  'import_refusals',
  'imports',
  'mail_links',
  'mailings',
  'messages',
  'move_rows',
  'segment_recipients',
  'single_sends',
  'suppressions',
]);
