import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serversFolder } from '../../local/servers.mjs';

const VERSION = '4.32.5';

/**
 * The checks of each answer. Left out, and why:
 * `negative_data_rejection` and `positive_data_acceptance`: the service reads inputs kindly (docs/rules.md 3: a number is
 * its text, an unknown input is ignored, an id that is no id is a 404), and a reference must exist: a schema can say
 * neither.
 * `missing_required_header`, `ignored_auth`: they want one answer for each key that is left out; `failures.test.ts` has it.
 * `use_after_free`, `ensure_resource_availability`: they guess from paths what creates what; ours are verbs.
 * `object_level_authorization`: it takes one account; `isolation.test.ts` takes two.
 */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'allow_header_conformance',
];

/** The folder of its installation, next to the servers; it is fetched once and never committed. */
const home = (): string => join(serversFolder(), `schemathesis-${VERSION}`);

/** Installs it into a virtual environment if it is missing; throws with pip's message. */
export function installSchemathesis(): void {
  const program = join(home(), 'bin', 'schemathesis');
  if (existsSync(program)) return;
  run('python3', ['-m', 'venv', home()]);
  run(join(home(), 'bin', 'pip'), [
    'install',
    '--quiet',
    '--disable-pip-version-check',
    `schemathesis==${VERSION}`,
  ]);
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
}

interface Run {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Which paths of the document it asks. */
  readonly paths: RegExp;
  /** Maximum number of cases for an operation. */
  readonly examples: number;
  readonly seed: number;
  /** A folder for its files. */
  readonly folder: string;
}

/** Runs it with the document of a service; returns whether every check held. Its output goes to our output. */
export async function runSchemathesis({
  origin,
  headers,
  paths,
  examples,
  seed,
  folder,
}: Run): Promise<boolean> {
  const options = {
    '--checks': CHECKS.join(','),
    '--include-path-regex': paths.source,
    '--max-examples': String(examples),
    '--seed': String(seed),
    '--phases': 'examples,coverage,fuzzing,stateful',
    '--suppress-health-check': 'all',
    '--generation-database': 'none',
    '--request-timeout': '20',
    '--warnings': 'off',
  };
  const child = spawn(
    join(home(), 'bin', 'schemathesis'),
    [
      'run',
      `${origin}/openapi.json`,
      '--no-color',
      '--continue-on-failure',
      '--no-shrink',
      ...Object.entries(options).flat(),
      ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ],
    { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}
