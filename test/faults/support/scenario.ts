import type { Part } from './parts.ts';

/** Options of a scenario. */
export interface RunOptions {
  /** The short form for each commit: with fewer contacts and faults, and leases of dead workers are ended by the runner. */
  readonly short: boolean;
  /** The seed of the random numbers. */
  readonly seed: number;
  /** The part that a scenario with `hasParts` plays. */
  readonly part: Part;
  /** Number of contacts; replaces the scenario's own number. */
  readonly size?: number;
  /** The folder of the build from which the processes are started. */
  readonly build: string;
  /** A folder for the logs of all processes. */
  readonly logs?: string;
}

/** The results of a scenario. */
export interface Tally {
  /** The faults that were caused, as a text: `20 kills`. */
  readonly faults: string;
  /** Number of recipients, or of what the scenario counts: rows, calls. */
  readonly recipients: number;
  /** How many of them lack what they should have. */
  readonly lost: number;
  /** Number of copies beyond the first. */
  readonly doubled: number;
  /** How many copies beyond the first are allowed by the guarantee. */
  readonly bound: number;
  /** The other violated claims, as texts. */
  readonly broken: readonly string[];
  /** Other useful figures. */
  readonly figures: Readonly<Record<string, string | number>>;
  /** Figures in a separate table, in Markdown. */
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
  /** The fault and what must hold, in one line. */
  readonly claim: string;
  /**
   * How it shares the machine in full runs. `none`: it measures times or memory, so it runs alone; `never`: also in the
   * short form; `itself`: it takes long at a light load, so it runs only next to its other seeds.
   */
  readonly parallel?: 'itself' | 'none' | 'never';
  /** The form that includes it: `--all` or `--short`; by default both do. */
  readonly form?: 'short' | 'full';
  /** Whether it takes several times as long as others in the short form, so that it is begun first. */
  readonly isLong?: boolean;
  /** Whether it plays a part of its faults in each run with `--parts`; others play all of theirs in a part of these runs. */
  readonly hasParts?: boolean;
  /** A need that some machines lack: a network and mounts of its own, or the tag of an earlier version. */
  readonly needs?: 'namespaces' | `v${string}`;
  run(options: RunOptions): Promise<Tally>;
}
