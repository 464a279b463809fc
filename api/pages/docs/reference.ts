import { cached } from '../../../common/cache/cached.ts';
import type { Service } from '../../http/endpoint.ts';
import { type ReadyFile, readyFile } from '../../http/ready-file.ts';
import { createCodegenDocument } from '../../openapi/codegen.ts';
import { createDocumentInSteps } from '../../openapi/document.ts';
import { introduction } from '../../openapi/introduction.ts';
import { publishedDocument } from '../../openapi/published.ts';
import { behaviours } from '../../resources/all.ts';
import { PAGE_TYPE, pageHtml } from '../layout.ts';
import { referencePage } from './page.ts';
import { REFERENCE } from './style.ts';

/** The files that describe the API. Each is made once, when it is first asked for. */
export interface ReferenceFiles {
  readonly json: () => Promise<ReadyFile>;
  /** For generators of clients. */
  readonly codegen: () => Promise<ReadyFile>;
  readonly page: () => Promise<ReadyFile>;
}

export function createReference(config: Service['config']): ReferenceFiles {
  const document = cached(() => createDocumentInSteps(behaviours, config));
  return {
    json: cached(async () =>
      readyFile('application/json', JSON.stringify(publishedDocument(await document()))),
    ),
    codegen: cached(async () =>
      readyFile('application/json', JSON.stringify(createCodegenDocument(await document()))),
    ),
    page: cached(async () => {
      const reference = referencePage(await document(), introduction(config.limits));
      return readyFile(PAGE_TYPE, pageHtml(reference, 'en', REFERENCE));
    }),
  };
}
