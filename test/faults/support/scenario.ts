/** How a scenario is run. */
export interface RunOptions {
  /** The form for each commit: fewer people and faults, and leases of the dead end when the runner says so. */
  readonly short: boolean;
  /** Where chance begins. */
  readonly seed: number;
  /** People instead of the scenario's own number. */
  readonly size?: number;
  /** Where the build is that the processes are started from. */
  readonly build: string;
  /** A folder for the logs of our processes. */
  readonly logs?: string;
}

/** What a scenario found. */
export interface Tally {
  /** What was done to it, in words: `20 kills`. */
  readonly faults: string;
  /** Recipients, or whatever the scenario counts: rows, calls. */
  readonly recipients: number;
  /** Those without what they should have. */
  readonly lost: number;
  /** Copies beyond the first. */
  readonly doubled: number;
  /** How many copies beyond the first the guarantee allows. */
  readonly bound: number;
  /** What else does not hold, in words. */
  readonly broken: readonly string[];
  /** Figures worth knowing. */
  readonly figures: Readonly<Record<string, string | number>>;
  /** Figures that want a table of their own, in Markdown. */
  readonly table?: string;
}

export interface Result extends Tally {
  readonly name: string;
  readonly seconds: number;
  /** Why this machine could not run it. */
  readonly notRun?: string;
}

export interface Scenario {
  readonly name: string;
  /** What it does and what must hold, in one line. */
  readonly claim: string;
  /** In full: `none` measures times or memory that others would spoil, `never` in the short form, too; `itself` lasts, at a light load, and runs beside its other seeds only. */
  readonly beside?: 'itself' | 'none' | 'never';
  /** The form in which it is one of `--all`, or of `--short`: by default it is in both. */
  readonly form?: 'short' | 'full';
  /** What not every machine has: a network and mounts of its own, or the tag of a version of before. */
  readonly needs?: 'namespaces' | `v${string}`;
  run(options: RunOptions): Promise<Tally>;
}
