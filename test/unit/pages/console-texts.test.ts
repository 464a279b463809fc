import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type ContractRow, contract, isAudited } from '../../../api/contract.ts';
import { de } from '../../../console/src/texts/de.ts';
import { en } from '../../../console/src/texts/en.ts';
import { ROOT } from '../../../local/servers.mjs';

const SOURCES = join(ROOT, 'console/src');

/** The paths of all texts, such as `account.schemes.dark`. */
const pathsOf = (texts: object, at: readonly string[] = []): string[][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'object' ? pathsOf(text as object, [...at, name]) : [[...at, name]],
  );

describe('the console', () => {
  const source = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/texts\/(?:\w+\.)?(?:en|de)\.ts$/.test(file))
    .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
    .join('\n');
  /** By its name, or by one of a list of names, as `['excluded', 'bounced']`. */
  const isRead = (name: string): boolean =>
    source.includes(`.${name}`) ||
    source.includes(`'${name}'`) ||
    new RegExp(`const \\{[^}]*\\b${name}\\b[^}]*\\} =`).test(source);
  /** Texts of a group that is read by a name that is known only when it runs, as `states[status]`. */
  const isReadByName = (group: string | undefined): boolean =>
    group !== undefined && new RegExp(`\\b${group}\\[`).test(source);

  it('shows each of its texts somewhere', () => {
    const unused = pathsOf(en).filter(
      (path) => !isRead(path.at(-1)!) && !path.slice(0, -1).some((group) => isReadByName(group)),
    );
    expect(unused.map((path) => path.join('.'))).to.deep.equal([]);
  });

  it('names each call that the audit log has', () => {
    const audited = Object.entries<ContractRow>(contract)
      .filter(([, row]) => row.methods.some((method) => isAudited(row, method)))
      .map(([name]) => name);
    expect(audited).to.include.members(['contactDelete', 'accountExport']);
    expect(audited.filter((name) => !(name in en.audit.acts))).to.deep.equal([]);
  });

  it('shows the same texts in each language', () => {
    expect(pathsOf(de)).to.deep.equal(pathsOf(en));
  });
});
