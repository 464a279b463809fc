import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type ContractRow, contract } from '../../../api/contract.ts';
import { codeOfConflict } from '../../../api/http/codes.ts';
import { introduction } from '../../../api/openapi/introduction.ts';
import { EDITIONS } from '../../../api/pages/docs/changes.ts';
import { referencePage } from '../../../api/pages/docs/page.ts';
import { REFERENCE } from '../../../api/pages/docs/style.ts';
import { pageHtml } from '../../../api/pages/layout.ts';
import { quotaText } from '../../../common/domain/quotas.ts';
import { LIMITS, openApiDocument } from '../../support/documented.ts';
import { FACTS } from '../../support/specification.ts';

describe('the page of the reference', () => {
  let page: string;
  before(async () => {
    page = pageHtml(referencePage(await openApiDocument(), introduction(LIMITS)), 'en', REFERENCE);
  });

  it('has at most 150 kB as it is transferred', () => {
    expect(gzipSync(page).length).to.be.at.most(150_000);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    expect(brotliCompressSync(page, { params }).length).to.be.at.most(150_000);
  });

  it('has the code of each conflict next to its text', () => {
    for (const [name, { conflicts = {}, quotas = [] }] of Object.entries<ContractRow>(contract)) {
      const codes = Object.entries(conflicts).map(([conflict, text]) => [text, codeOfConflict(conflict)]);
      for (const [text, code] of [...codes, ...quotas.map((quota) => [quotaText(quota), 'quota'])])
        expect(page, name).to.include(`<q>${text}</q> (<code>${code}</code>)`);
    }
  });

  it('cites no file that only the source has', () => {
    expect(page.match(/\b[\w/-]+\.md\b/g)).to.equal(null);
  });

  it('lists each endpoint beyond the published contract once in its changes, and begins with its edition', async () => {
    const published = new Set(FACTS.map(({ path }) => `/${path}`));
    const added = Object.entries<ContractRow>(contract)
      .filter(([, { path }]) => !published.has(path))
      .map(([name]) => name);
    expect(
      EDITIONS.flatMap(({ changes }) => changes.flatMap(({ endpoints = [] }) => endpoints)),
    ).to.have.members(added);
    expect(EDITIONS[0]!.edition).to.equal((await openApiDocument()).info.version);
  });
});
