/** A check of settings, or of what they lead to. A start, the command `check` and docs/settings.md share each row. */
export interface StartCheck<World> {
  /** The settings that a person changes. */
  readonly setting: string;
  readonly question: string;
  /** A refusal stops the start; a warning is logged. */
  readonly finding: 'refuse' | 'warn';
  /** The setting that lets a program start in spite of the finding. */
  readonly override?: string;
  /** A problem in words, without any value that may be a secret; nothing where the check holds. */
  readonly ask: (world: World) => string | null | undefined | readonly string[];
}

export interface CheckResult {
  readonly row: Omit<StartCheck<never>, 'ask'>;
  readonly problems: readonly string[];
}

export const askAll = <World>(rows: readonly StartCheck<World>[], world: World): CheckResult[] =>
  rows.map((row) => {
    const found = row.ask(world);
    return { row, problems: typeof found === 'string' ? [found] : (found ?? []) };
  });

export const problemsOf = (
  results: readonly CheckResult[],
  finding: StartCheck<never>['finding'],
): string[] => results.filter(({ row }) => row.finding === finding).flatMap(({ problems }) => problems);
