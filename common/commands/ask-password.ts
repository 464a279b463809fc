import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Replaces readline's echo. */
const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Twice without echo, or the first piped line: neither in the shell's history nor in the list of processes. Throws when they differ. */
export async function askPassword(input: NodeJS.ReadStream = process.stdin): Promise<string> {
  if (!input.isTTY) return (await readLines(input, ['']))[0]!;
  const [first, second] = await readLines(input, ['Password: ', 'Repeat the password: ']);
  if (first !== second) throw new TypeError('The passwords do not match.');
  return first!;
}

async function readLines(input: NodeJS.ReadStream, prompts: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  const reader = createInterface({ input, output: nowhere(), terminal: input.isTTY });
  const closed = once(reader, 'close');
  const ask = (): void => {
    process.stderr.write(prompts[lines.length] ?? '');
  };
  reader.on('line', (line) => {
    if (lines.length === prompts.length) return;
    lines.push(line);
    // The line's end was not shown either.
    if (input.isTTY) process.stderr.write('\n');
    if (lines.length === prompts.length) reader.close();
    else ask();
  });
  ask();
  await closed;
  input.pause();
  while (lines.length < prompts.length) lines.push('');
  return lines;
}
