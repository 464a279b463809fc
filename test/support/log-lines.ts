/** The parts of a program's log line that tests read. */
export interface LogLine {
  readonly level: string;
  readonly time?: string;
  readonly msg?: string;
  readonly job?: { readonly name: string; readonly [id: string]: unknown };
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly method?: string;
  readonly route?: string | null;
  readonly status?: number;
}

const SERIOUS: ReadonlySet<string> = new Set(['error', 'fatal']);

/** Reads a line of a program's output; null if it is no log line. */
export function readLogLine(line: string): LogLine | null {
  return line.startsWith('{') ? (JSON.parse(line) as LogLine) : null;
}

/** Whether a line has level `error` or above. */
export function isSerious({ level }: LogLine): boolean {
  return SERIOUS.has(level);
}
