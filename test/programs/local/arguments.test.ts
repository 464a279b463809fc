import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { COMMANDS } from '../../../common/commands/list.ts';
import { bareEnvironment, startNode } from '../../support/programs.ts';

/** The programs of package.json that Node runs from sources, each once. */
const scripts = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const OF_PACKAGE = new Set(
  Object.values(scripts.scripts).flatMap(
    (line) => /local\/typescript\.mjs (\S+\.ts.*)$/.exec(line)?.[1] ?? [],
  ),
);
/** Programs without a script. */
const OTHERS = ['bench/peer/main.ts', 'test/corpora/main.ts', 'test/corpora/learn.ts'];
/** Commands for operators explain all of their arguments after a wrong one. */
const COMMAND_LINES = Object.keys(COMMANDS).map((name) => `common/commands/cli.ts ${name}`);

const started = (line: string, argument: string) =>
  startNode([...line.split(' '), argument], bareEnvironment()).ended;

describe('the arguments of a program', () => {
  it('are read by each program of package.json', () => {
    expect(OF_PACKAGE).to.include('bench/main.ts').and.include('local/run.ts api');
    expect(OF_PACKAGE.size).to.be.greaterThan(15);
  });

  for (const line of [...OF_PACKAGE, ...OTHERS, ...COMMAND_LINES]) {
    it(`are described by ${line} --help`, async () => {
      const { code, out, err } = await started(line, '--help');
      expect([code, err]).to.deep.equal([0, '']);
      expect(out).to.match(/^Usage: .+\n(?: {7}.+\n)*\n.*[a-z]/);
    });

    // It reads them after the stores have started, as the commands for operators do.
    if (line === 'local/run.ts seed') continue;
    it(`of ${line} are refused if it does not know them`, async () => {
      const { code, out, err } = await started(line, '--nonsense');
      expect(err).to.not.match(/^ +at /m);
      expect(`${out}${err}`).to.include('--nonsense');
      if (line === 'local/run.ts cli' || line.includes('cli.ts')) {
        expect(code).to.be.oneOf([1, 2]);
        return;
      }
      expect([code, out]).to.deep.equal([2, '']);
      expect(err).to.match(/^.+\. --help describes the arguments\.\n$/);
    });
  }

  it('name the programs of a benchmark', async () => {
    const { out } = await started('bench/main.ts', '--help');
    expect(out)
      .to.match(/^ {2}first-mail$/m)
      .and.match(/^ {2}felt-speed$/m);
    expect((await started('bench/main.ts', 'sendd')).err).to.equal(
      'No such program: sendd. --help describes the arguments.\n',
    );
  });

  it('of a set-up of generators name a registry', async () => {
    const { code, err } = await started('local/generators.mjs', 'nowhere');
    expect([code, err.split('\n').length]).to.deep.equal([2, 2]);
  });
});
