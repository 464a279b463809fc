import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// It comes without types.
export const yaml: { loadAll(text: string): unknown[] } = createRequire(import.meta.url)('js-yaml');

export type Environment = Readonly<Record<string, string>>;

interface EnvFile {
  readonly path: string;
  readonly required?: boolean;
  readonly format?: 'raw';
}

/** A service as it is written, with anchors and merge keys resolved. */
interface Written {
  readonly image: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly env_file?: readonly (string | EnvFile)[];
  readonly environment?: Environment;
  readonly ports?: readonly string[];
}

/** A service as Compose starts it. */
export interface Service {
  readonly image: string;
  /** It runs our image. */
  readonly isOurs: boolean;
  readonly command: readonly string[] | null;
  readonly environment: Environment;
  /** `ADDRESS:PORT:PORT OF THE CONTAINER`. */
  readonly ports: readonly string[];
}

/** The services of docker-compose.yml, by name, where the file `.env` next to it has these settings. */
export function renderCompose(dotenv: Environment = {}): Record<string, Service> {
  const [{ services }] = yaml.loadAll(readFileSync('docker-compose.yml', 'utf8')) as [
    { services: Record<string, Written> },
  ];
  const fill = (text: string): string => interpolate(text, dotenv);
  return Object.fromEntries(
    Object.entries(services).map(([name, { image, build, command, env_file, environment, ports }]) => [
      name,
      {
        image,
        isOurs: build !== undefined,
        command: command ?? null,
        // Later files win over earlier ones, and `environment` over all of them.
        environment: Object.assign(
          {},
          ...(env_file ?? []).map((file) => linesOf(file, dotenv, fill)),
          Object.fromEntries(Object.entries(environment ?? {}).map(([key, text]) => [key, fill(text)])),
        ) as Environment,
        ports: (ports ?? []).map(fill),
      },
    ]),
  );
}

function linesOf(file: string | EnvFile, dotenv: Environment, fill: (text: string) => string): Environment {
  const { path, format } = typeof file === 'string' ? { path: file, format: undefined } : file;
  const lines =
    path === '.env'
      ? Object.entries(dotenv)
      : [...readFileSync(path, 'utf8').matchAll(/^([A-Z]\w*)=(.*)$/gm)].map(([, key, text]) => [key!, text!]);
  return Object.fromEntries(lines.map(([key, text]) => [key, format === 'raw' ? text : fill(text!)]));
}

/** `$$` is a dollar, `${NAME:-text}` a setting of `.env` or this text, and `$NAME` one that may be missing. */
const interpolate = (text: string, dotenv: Environment): string =>
  text.replaceAll(
    /\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}|\$(\w+)/g,
    (all, braced: string | undefined, _kind, otherwise: string | undefined, bare: string | undefined) =>
      all === '$$' ? '$' : dotenv[braced ?? bare!] || (otherwise ?? ''),
  );
