import { execFile, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { build } from 'esbuild';
import { ROOT, serversFolder } from '../../../local/servers.mjs';
import { type Api, type Client, startApi } from '../../support/api.ts';
import * as uses from './uses.ts';

const run = promisify(execFile);
const TOOLS = join(serversFolder(), 'generators');
/** Ours: a generator's own compiler of an earlier version takes three times as long. */
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const PYTHON = join(TOOLS, 'venv/bin/python');
const HAS_MAVEN = existsSync(join(TOOLS, 'got-maven')) && spawnSync('mvn', ['-v']).status === 0;

/** The output of the ten calls of each program. */
const SAID = [
  'Readers',
  1,
  'Others',
  'ada@example.com',
  ['sender.verified'],
  1,
  'not_found',
  'required',
  10,
  0,
];

/** The same of a client that refuses a blank name itself: the second refusal is of an unknown id. */
const SAID_BY_STRICT = SAID.with(7, 'not_found');

/** The libraries are those of the generators' versions. */
const GO_MODULE = `module client

go 1.25

require (
	github.com/oapi-codegen/runtime v1.9.0
	github.com/ogen-go/ogen v1.25.0
)
`;

/** A project that runs openapi-generator, which Maven gets. */
const pomOf = (
  generator: string,
  more: string,
): string => `<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion><groupId>client</groupId><artifactId>client</artifactId><version>1</version><packaging>pom</packaging>
<build><plugins><plugin>
<groupId>org.openapitools</groupId><artifactId>openapi-generator-maven-plugin</artifactId><version>7.25.0</version>
<executions><execution><phase>generate-sources</phase><goals><goal>generate</goal></goals></execution></executions>
<configuration>
<inputSpec>../codegen.json</inputSpec><generatorName>${generator}</generatorName><output>made</output><packageName>mailing</packageName>
<generateApiTests>false</generateApiTests><generateModelTests>false</generateModelTests>${more}
</configuration>
</plugin></plugins></build></project>
`;

/** Strict, as the generators promise to fit. */
const COMPILED = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
  },
  include: ['.'],
};

describe('a public generator of clients', function generators() {
  let api: Api;
  let client: Client;
  let folder: string;
  let names: string[];

  before(async function needsGenerators() {
    if (!existsSync(join(TOOLS, 'got-npm'))) this.skip();
    api = await startApi('generators', { RATE_CALLS: '0' });
    const document = (await api.request('/openapi-codegen.json')).body;
    const operations = Object.values(
      document.paths as Record<string, Record<string, { operationId: string }>>,
    );
    names = operations.flatMap((byMethod) => Object.values(byMethod).map(({ operationId }) => operationId));
    // Below the tools, so that programs find their packages.
    folder = mkdtempSync(join(TOOLS, 'run-'));
    writeFileSync(join(folder, 'codegen.json'), JSON.stringify(document));
  });
  beforeEach(async () => {
    client = await api.account();
  });
  after(async () => {
    await api?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const environment = (): NodeJS.ProcessEnv => ({
    ...process.env,
    API: `${api.url}/api`,
    PUBLIC_KEY: client.public_key,
    SECRET_KEY: client.secret_key,
  });
  const tool = (name: string, ...args: string[]) =>
    run(process.execPath, [join(TOOLS, 'node_modules', name), ...args], { cwd: folder, maxBuffer: 2 ** 26 });

  /** Compiles a program with all that was generated for it, and runs it. */
  async function said(place: string, text: string): Promise<unknown> {
    const within = join(folder, place);
    writeFileSync(join(within, 'use.ts'), text);
    writeFileSync(join(within, 'tsconfig.json'), JSON.stringify(COMPILED));
    await run(process.execPath, [TSC, '-p', place], { cwd: folder }).catch(({ stdout }: { stdout: string }) =>
      expect.fail(stdout.slice(0, 2000)),
    );
    const outfile = join(within, 'use.mjs');
    await build({
      entryPoints: [join(within, 'use.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
    return JSON.parse((await run(process.execPath, [outfile], { env: environment() })).stdout);
  }

  /** Generators write `ByPOST` as `ByPost` or `by_post`. */
  const plain = (text: string): string => text.replaceAll('_', '').toLowerCase();
  const lacking = (text: string, form: (name: string) => string): string[] => {
    const made = plain(text);
    return names.filter((name) => !made.includes(plain(form(name))));
  };

  /** Makes a client in the folder `made` of a place. */
  async function openapiGenerator(place: string, generator: string, more = ''): Promise<string> {
    const within = join(folder, place);
    mkdirSync(within);
    writeFileSync(join(within, 'pom.xml'), pomOf(generator, more));
    await run('mvn', ['-q', '-B', 'generate-sources'], { cwd: within, maxBuffer: 2 ** 26 });
    return join(within, 'made');
  }

  /** Builds a Go program with the package \`mailing\` of its place, and runs it. */
  async function saidByGo(place: string, text: string): Promise<unknown> {
    const within = join(folder, place);
    mkdirSync(join(within, 'use'), { recursive: true });
    writeFileSync(join(within, 'go.mod'), GO_MODULE);
    writeFileSync(join(within, 'use/main.go'), text);
    await run('go', ['mod', 'tidy'], { cwd: within });
    await run('go', ['build', '-o', 'used', './use'], { cwd: within });
    return JSON.parse((await run(join(within, 'used'), [], { env: environment() })).stdout);
  }
  const goFiles = (place: string): string =>
    readdirSync(join(folder, place, 'mailing'))
      .map((name) => readFileSync(join(folder, place, 'mailing', name), 'utf8'))
      .join('\n');

  it('openapi-typescript makes types that compile and fit', async () => {
    await tool('openapi-typescript/bin/cli.js', 'codegen.json', '-o', 'types/api.ts');
    expect(
      lacking(readFileSync(join(folder, 'types/api.ts'), 'utf8'), (name) => `    ${name}: {`),
    ).to.deep.equal([]);
    expect(await said('types', uses.FETCH)).to.deep.equal(SAID);
  });

  it('@hey-api/openapi-ts makes a client that compiles and works', async () => {
    await tool(
      '@hey-api/openapi-ts/bin/run.js',
      '-i',
      'codegen.json',
      '-o',
      'hey',
      '-c',
      '@hey-api/client-fetch',
    );
    const text = readFileSync(join(folder, 'hey/sdk.gen.ts'), 'utf8');
    expect(lacking(text, (name) => `export const ${name} = `)).to.deep.equal([]);
    expect(await said('hey', uses.HEY)).to.deep.equal(SAID);
  });

  it('orval makes a client that compiles and works', async () => {
    const config = {
      mailing: {
        input: './codegen.json',
        output: { target: './orval/api.ts', client: 'fetch', baseUrl: `${api.url}/api` },
      },
    };
    writeFileSync(join(folder, 'orval.config.cjs'), `module.exports = ${JSON.stringify(config)};`);
    await tool('orval/dist/bin/orval.js', '--config', 'orval.config.cjs');
    const text = readFileSync(join(folder, 'orval/api.ts'), 'utf8');
    expect(lacking(text, (name) => `export const ${name} = `)).to.deep.equal([]);
    expect(await said('orval', uses.ORVAL)).to.deep.equal(SAID);
  });

  it('openapi-python-client makes a client that works', async function python() {
    if (!existsSync(join(TOOLS, 'got-pypi'))) this.skip();
    const args = ['-m', 'openapi_python_client', 'generate', '--path', 'codegen.json'];
    await run(PYTHON, [...args, '--output-path', 'made', '--meta', 'none'], { cwd: folder });
    const modules = readdirSync(join(folder, 'made/api'), { recursive: true }).map(
      (path) => `/${basename(String(path))}`,
    );
    expect(lacking(modules.join(''), (name) => `/${name}.py`)).to.deep.equal([]);
    writeFileSync(join(folder, 'use.py'), uses.PYTHON);
    await run(PYTHON, ['-m', 'compileall', '-q', 'made'], { cwd: folder });
    const { stdout } = await run(PYTHON, ['use.py'], { cwd: folder, env: environment() });
    expect(JSON.parse(stdout)).to.deep.equal(SAID);
  });

  it('oapi-codegen makes a client that compiles and works', async function oapiCodegen() {
    if (!existsSync(join(TOOLS, 'got-go'))) this.skip();
    mkdirSync(join(folder, 'oapi/mailing'), { recursive: true });
    const args = ['-generate', 'types,client', '-package', 'mailing', '-o', 'oapi/mailing/mailing.go'];
    await run(join(TOOLS, 'bin/oapi-codegen'), [...args, 'codegen.json'], { cwd: folder });
    expect(lacking(goFiles('oapi'), (name) => `func (c *Client) ${name}`)).to.deep.equal([]);
    expect(await saidByGo('oapi', uses.OAPI_CODEGEN)).to.deep.equal(SAID);
  });

  it('ogen makes a client that compiles and works', async function ogen() {
    if (!existsSync(join(TOOLS, 'got-go'))) this.skip();
    const args = ['--target', 'ogen/mailing', '--package', 'mailing', 'codegen.json'];
    await run(join(TOOLS, 'bin/ogen'), args, { cwd: folder, maxBuffer: 2 ** 26 });
    expect(lacking(goFiles('ogen'), (name) => `func (c *Client) ${name}(`)).to.deep.equal([]);
    expect(await saidByGo('ogen', uses.OGEN)).to.deep.equal(SAID_BY_STRICT);
  });

  it('openapi-generator makes a client for Go that compiles and works', async function forGo() {
    if (!HAS_MAVEN || !existsSync(join(TOOLS, 'got-go'))) this.skip();
    const made = await openapiGenerator('generated-go', 'go');
    mkdirSync(join(folder, 'go/mailing'), { recursive: true });
    for (const name of readdirSync(made).filter((one) => one.endsWith('.go')))
      writeFileSync(join(folder, 'go/mailing', name), readFileSync(join(made, name)));
    expect(lacking(goFiles('go'), (name) => `APIService) ${name}(`)).to.deep.equal([]);
    expect(await saidByGo('go', uses.GO)).to.deep.equal(SAID);
  });

  it('openapi-generator makes a client for Python that works', async function forPython() {
    if (!HAS_MAVEN || !existsSync(join(TOOLS, 'got-pypi'))) this.skip();
    const made = await openapiGenerator('generated-python', 'python');
    const apis = join(made, 'mailing/api');
    const text = readdirSync(apis).map((name) => readFileSync(join(apis, name), 'utf8'));
    expect(lacking(text.join('\n'), (name) => `    def ${name}(`)).to.deep.equal([]);
    writeFileSync(join(made, 'use.py'), uses.OPENAPI_GENERATOR_PYTHON);
    const { stdout } = await run(PYTHON, ['use.py'], { cwd: made, env: environment() });
    expect(JSON.parse(stdout)).to.deep.equal(SAID_BY_STRICT);
  });

  it('openapi-generator makes a client for Java that compiles and works', async function forJava() {
    if (!HAS_MAVEN) this.skip();
    const packages =
      '<apiPackage>mailing.api</apiPackage><modelPackage>mailing.model</modelPackage><invokerPackage>mailing</invokerPackage>';
    const made = await openapiGenerator('generated-java', 'java', packages);
    const sources = join(made, 'src/main/java');
    const apis = join(sources, 'mailing/api');
    const text = readdirSync(apis).map((name) => readFileSync(join(apis, name), 'utf8'));
    expect(lacking(text.join('\n'), (name) => ` ${name}(`)).to.deep.equal([]);
    writeFileSync(join(sources, 'Use.java'), uses.JAVA);
    const maven = ['-q', '-B', 'compile', 'dependency:copy-dependencies'];
    await run('mvn', maven, { cwd: made, maxBuffer: 2 ** 26 });
    const parts = ['target/classes', 'target/dependency/*'].join(delimiter);
    const { stdout } = await run('java', ['-cp', parts, 'Use'], { cwd: made, env: environment() });
    expect(JSON.parse(stdout)).to.deep.equal(SAID);
  });
});
