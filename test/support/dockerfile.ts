/** One instruction of a Dockerfile, such as `COPY` with `api api`. */
export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** The instructions from a `FROM` to the next one. */
export interface Stage {
  readonly name: string | null;
  readonly instructions: readonly Instruction[];
}

/** The stages of a Dockerfile, in order. */
export function stagesOf(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const stages: { name: string | null; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Za-z]+)\s+(.*)$/.exec(line) ?? [];
    if (name.toUpperCase() === 'FROM')
      stages.push({ name: / AS (\S+)$/i.exec(rest)?.[1] ?? null, instructions: [] });
    else stages.at(-1)!.instructions.push({ name: name.toUpperCase(), rest });
  }
  return stages;
}

/** `NAME=value` pairs of `ENV`, of which none has a blank. */
export const pairsOf = (rest: string): [name: string, value: string][] =>
  rest.split(/\s+/).map((pair) => {
    const [, name, value] = /^(\w+)=([^"'\s]*)$/.exec(pair) ?? [];
    if (name === undefined) throw new Error(`ENV ${pair}: this test reads NAME=value without quotes`);
    return [name, value!];
  });
