import { designBytes } from './design-bytes.ts';
import { doubtsWithTimes } from './doubts-with-times.ts';
import { foldedNames } from './folded-names.ts';

/** How far a migration is. A step that is not checkpointed is done again after a crash. */
export interface MigrationProgress {
  /** What the last checkpoint noted; null at the very start. */
  readonly after: unknown;
  /** Notes that everything up to here is done. Throws when another has taken the migration over. */
  checkpoint(after: unknown): Promise<void>;
}

/**
 * A change of what is stored that new code relies on. It must be harmless to the code before it, which still runs while
 * it walks, and to be done twice: it walks by id, in bounded groups, and checkpoints each.
 */
export interface Migration {
  /** One more than the one before it. A store bears the number of the last that it has behind it. */
  readonly version: number;
  readonly title: string;
  run(progress: MigrationProgress): Promise<void>;
}

/** All there ever were, in order. None is changed or removed once it was released. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    title: 'stores bear a version from here on',
    run: async () => {},
  },
  doubtsWithTimes,
  designBytes,
  foldedNames,
];

/** The version that this program reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.at(-1)!.version;
