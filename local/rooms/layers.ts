export interface Program {
  /** Its folder. The folders in it are its rooms; its own files are above all of them. */
  readonly root: string;
  /**
   * Rooms by floor, the lowest first. A room imports only rooms of lower floors, including types. All rooms must be listed; `npm
   * run docs:rooms` makes `.oxlintrc.json` and the drawing in docs/architecture.md from it.
   */
  readonly floors: readonly (readonly string[])[];
  readonly most: number;
}

export const PROGRAMS: readonly Program[] = [
  {
    root: 'api',
    floors: [['http'], ['services'], ['present'], ['resources'], ['openapi'], ['pages']],
    most: 6,
  },
  {
    root: 'worker',
    floors: [
      ['runtime'],
      ['sending', 'importing', 'contacts'],
      ['notices', 'automations', 'webhooks', 'lifecycle'],
      ['segments'],
    ],
    most: 6,
  },
  {
    root: 'common',
    floors: [
      ['domain', 'fairness', 'batching', 'cache', 'redis'],
      ['config', 'store', 'rates', 'data', 'compose', 'guarded'],
      ['models', 'jobs', 'replies', 'mail-check', 'hygiene'],
      ['queries', 'secrets', 'migrations'],
      ['changes', 'accounts', 'erasures'],
      ['quotas', 'audience', 'backup'],
      ['rendering', 'metrics', 'start'],
      ['content', 'commands'],
    ],
    most: 8,
  },
  {
    root: 'console/src',
    floors: [['texts'], ['data'], ['app'], ['pages']],
    most: 8,
  },
];
