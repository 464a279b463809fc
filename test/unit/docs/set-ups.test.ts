import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parseAst } from 'vite';
import { sourcesOf } from '../../../local/rooms/imports.ts';

const MOST_LINES = 40;
const HOOKS = new Set(['before', 'beforeEach']);
/** How a function is named that makes what a test needs. */
const MAKES = /^(?:add|create|fill|lay|make|prepare|start|write)(?![a-z])/;

/** Those that are still longer; they become fewer, and no other is added. */
const LONGER: readonly string[] = [
  'test/faults/support/history.ts startHistory',
  'test/faults/support/mongo-set.ts startMongoSet',
  'test/faults/support/network.ts layNetwork',
  'test/faults/support/work.ts startWork',
  'test/fuzz/documents/service.ts startFuzzedService',
  'test/fuzz/service.ts startWatchedService',
  'test/mta/support/dovecot.ts startDovecot',
  'test/mta/support/logins.ts startLoginServer',
  'test/mta/support/servers.ts startPostfix',
  'test/mta/support/spam-filters.ts startRspamd',
  'test/support/cutting-smtp.ts startCuttingSmtp',
  'test/support/dns-server.ts startDnsServer',
  'test/support/failing-steps.ts startFailingSteps',
  'test/support/held-bodies.ts startHeldBodies',
  'test/support/provider-apis.ts startResend',
  'test/support/provider-server.ts startProviderServer',
  'test/support/scripted-smtp.ts startScriptedSmtp',
];

/** A node of a syntax tree, as far as this test reads it. */
interface Node {
  readonly type?: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly id?: Node;
  readonly key?: Node;
  readonly init?: Node;
  readonly value?: Node;
  readonly callee?: Node;
  readonly arguments?: readonly Node[];
}

const isFunction = (node?: Node): boolean => /Function/.test(node?.type ?? '');

/** The function that a node names, and its name. */
function named(node: Node): readonly [name: string | undefined, made: Node | undefined] {
  if (node.type === 'CallExpression' && HOOKS.has(node.callee?.name ?? ''))
    return [node.callee!.name, node.arguments!.find(isFunction)];
  if (isFunction(node)) return [node.id?.name, node];
  return [node.id?.name ?? node.key?.name, node.init ?? node.value];
}

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child === 'object' && child !== null);

/** The set-ups of more than so many lines in a text: bodies of hooks, and functions that are named as one. */
function longSetUps(text: string, most: number): string[] {
  const isLong = ({ start, end }: Node): boolean => text.slice(start, end).split('\n').length > most;
  const visit = (node: Node): string[] => {
    // Nothing in a short node is long.
    if (!isLong(node)) return [];
    const [name = '', made] = named(node);
    const isOne = isFunction(made) && isLong(made!) && (HOOKS.has(name) || MAKES.test(name));
    return [...(isOne ? [name] : []), ...childrenOf(node).flatMap(visit)];
  };
  return visit(parseAst(text, { lang: 'ts' }));
}

describe('the set-ups of tests', () => {
  it('are found in each form', () => {
    const text =
      'before(() => {\n});\nfunction layAll() {\n}\nconst made = { startOne() {\n}, add: () => 1 };\n' +
      'const createTwo = async () => {\n};\nconst address = () => {\n};\nfunction started() {\n}\n';
    expect(longSetUps(text, 1)).to.deep.equal(['before', 'layAll', 'startOne', 'createTwo']);
  });

  it(`have at most ${MOST_LINES} lines`, () => {
    const long = sourcesOf('test').flatMap((file) =>
      longSetUps(readFileSync(file, 'utf8'), MOST_LINES).map((name) => `${file} ${name}`),
    );
    expect(long).to.have.members(LONGER);
  });
});
