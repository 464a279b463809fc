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

/** A file that a service gets. */
interface Mounted {
  readonly source: string;
  readonly target: string;
  readonly mode: number;
}

/** A service as it is written, with anchors and merge keys resolved. */
interface Written {
  readonly image: string;
  readonly build?: { readonly context: string; readonly args: Environment };
  readonly command?: readonly string[];
  readonly env_file?: readonly (string | EnvFile)[];
  readonly environment?: Environment;
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly profiles?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[] };
  readonly secrets?: readonly Mounted[];
  readonly configs?: readonly Mounted[];
}

interface Composed {
  readonly services: Record<string, Written>;
  readonly secrets: Record<string, { readonly environment: string }>;
  readonly configs: Record<string, { readonly content: string }>;
  readonly networks: Record<string, { readonly internal?: boolean } | null>;
}

/** A service as Compose starts it. */
export interface Service {
  readonly image: string;
  /** It runs our image. */
  readonly isOurs: boolean;
  /** The arguments of its build, as `--build-arg` of `docker build`; none for an image of others. */
  readonly buildArguments: Environment;
  readonly command: readonly string[] | null;
  readonly environment: Environment;
  /** `ADDRESS:PORT:PORT OF THE CONTAINER`. */
  readonly ports: readonly string[];
  /** It reaches no other machine. */
  readonly isApart: boolean;
  readonly profiles: readonly string[];
  readonly healthcheck: readonly string[] | null;
  /** The contents of files that Compose makes in the container, by their paths. */
  readonly files: Readonly<Record<string, { readonly text: string; readonly mode: number }>>;
}

/** Where a test gives no other. */
const STORE_PASSWORD = '5a0dfae1c0b94f1b9a3f2c7d';

/** The services of docker-compose.yml, by name, where the file `.env` next to it has these settings. Throws where one is missing. */
export function renderCompose(dotenv: Environment = {}): Record<string, Service> {
  const composed = yaml.loadAll(readFileSync('docker-compose.yml', 'utf8'))[0] as Composed;
  const fill = (text: string): string => interpolate(text, { STORE_PASSWORD, ...dotenv });
  const filesOf = ({ secrets = [], configs = [] }: Written): Service['files'] => {
    const textOf = (source: string): string =>
      composed.configs[source]?.content ?? `\${${composed.secrets[source]!.environment}}`;
    return Object.fromEntries(
      [...secrets, ...configs].map(({ source, target, mode }) => [
        target,
        { text: fill(textOf(source)), mode },
      ]),
    );
  };
  return Object.fromEntries(
    Object.entries(composed.services).map(([name, written]) => [
      name,
      {
        image: written.image,
        isOurs: written.build !== undefined,
        buildArguments: Object.fromEntries(
          Object.entries(written.build?.args ?? {}).map(([key, text]) => [key, fill(text)]),
        ),
        command: written.command ?? null,
        // Later files win over earlier ones, and `environment` over all of them.
        environment: Object.assign(
          {},
          ...(written.env_file ?? []).map((file) => linesOf(file, dotenv, fill)),
          Object.fromEntries(
            Object.entries(written.environment ?? {}).map(([key, text]) => [key, fill(text)]),
          ),
        ) as Environment,
        ports: (written.ports ?? []).map(fill),
        isApart: (written.networks ?? ['default']).every((network) => composed.networks[network]?.internal),
        profiles: written.profiles ?? [],
        healthcheck: written.healthcheck?.test ?? null,
        files: filesOf(written),
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

/** `$$` is a dollar, `${NAME:-text}` a setting of `.env` or this text, `${NAME:?text}` one that must be there, and `$NAME` one that may be missing. */
const interpolate = (text: string, dotenv: Environment): string =>
  text.replaceAll(
    /\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}|\$(\w+)/g,
    (
      all,
      braced: string | undefined,
      kind: string | undefined,
      otherwise: string = '',
      bare: string = '',
    ) => {
      if (all === '$$') return '$';
      const name = braced ?? bare;
      const given = dotenv[name];
      if (!given && kind === '?') throw new Error(`${name} ${otherwise}`);
      return given || otherwise;
    },
  );
