/** A step without a checkpoint is repeated after a crash. */
export interface MigrationProgress {
  /** The value of the last checkpoint; null at the start. */
  readonly after: unknown;
  /** Stores that everything up to here is done. Throws when another process has taken over the migration. */
  checkpoint(after: unknown): Promise<void>;
}

/**
 * A change of stored data that new code relies on. The previous code still runs during the migration, so the change must be
 * harmless to it, and harmless to repeat. It walks by id, in bounded groups, with a checkpoint after each.
 */
export interface Migration {
  /** One more than the previous migration. A store keeps the number of its last completed migration. */
  readonly version: number;
  readonly title: string;
  /** It corrects what processes of the version before store after it, and runs once more when none of them runs. */
  readonly again?: true;
  run(progress: MigrationProgress): Promise<void>;
}
