import { Writable } from 'node:stream';
import { createLogger, type Logger } from '../../common/log.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A log that a test reads. */
export interface KeptLog {
  readonly log: Logger;
  /** The lines so far, as they were written. */
  readonly lines: readonly string[];
  /** The lines so far that have this message. */
  of(msg: string): Fields[];
}

/** A program's own logger with all levels, whose lines are kept. */
export function keepLog(program: Parameters<typeof createLogger>[0]): KeptLog {
  const lines: string[] = [];
  const stream = new Writable({
    write(line, _, done) {
      lines.push(String(line).trimEnd());
      done();
    },
  });
  return {
    log: createLogger(program, 'debug', stream),
    lines,
    of: (msg) => lines.map((line) => JSON.parse(line) as Fields).filter((line) => line['msg'] === msg),
  };
}

/** Returns the problems of a line's form (docs/logs.md). */
export function problemsOf(line: string): string[] {
  const read = JSON.parse(line) as Fields;
  // The parser keeps the last of two equal names.
  const isRepeated = JSON.stringify(read) !== line;
  return [...(isRepeated ? ['a name stands twice'] : []), ...fieldProblems(read)];
}

function fieldProblems(fields: object): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    // The fields of an error are those of its library.
    if (name === 'err') return [];
    const inner =
      typeof value === 'object' && value !== null && !Array.isArray(value) ? fieldProblems(value) : [];
    const isWhole = !/(?:^|_)ms$/.test(name) || Number.isInteger(value);
    return [
      ...inner,
      ...(/^[a-z]+(?:_[a-z]+)*$/.test(name) ? [] : [`${name} is not snake_case`]),
      ...(isWhole ? [] : [`${name} is not whole`]),
    ];
  });
}
