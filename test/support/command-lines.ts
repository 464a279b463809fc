import { readFileSync } from 'node:fs';

/** How a platform starts a program: a line for a shell, and what it adds to the settings. */
export interface CommandLine {
  readonly line: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A path of a program that answers 200 while it works. */
export interface Probe {
  readonly host: string;
  readonly path: string;
  /** The setting of its port. */
  readonly setting: string;
}

/** The process types of the Procfile. */
export function readProcfile(): Record<string, CommandLine> {
  const lines = readFileSync('Procfile', 'utf8').matchAll(/^(\w+): (.*)$/gm);
  return Object.fromEntries([...lines].map(([, name, line]) => [name!, { line: line!, environment: {} }]));
}

/** A unit of deploy/systemd, with its instance. */
export function readUnit(name: string, instance = ''): CommandLine {
  const text = readFileSync(`deploy/systemd/${name}.service`, 'utf8').replaceAll('%i', instance);
  const [, started = ''] = /^ExecStart=(.*)$/m.exec(text) ?? [];
  const given = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs]) => pairs!.split(' '));
  return {
    line: `exec ${started}`.replaceAll('$$', () => '$').replaceAll('%%', '%'),
    environment: Object.fromEntries(given.map((pair) => pair.split(/=(.*)/s).slice(0, 2))),
  };
}
