// Answers of the API that many tests expect.

import { QUOTAS, type QuotaName, quotaText } from '../../common/domain/quotas.ts';
import type { Answer } from './api.ts';

/** The format of `created_at` and similar fields: ISO 8601 in UTC with six decimals. */
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

export const failed = (status: number, errors: unknown) => ({ status, body: { status: 'failed', errors } });

/** The refusal of what a quota does not allow at the same time. */
export const quotaBusy = (name: QuotaName) => ({
  status: 429,
  body: { status: 'failed', errors: quotaText(name), hints: { limit: [QUOTAS[name].about] } },
});

/** A body without the codes of its failure, so that a test of the texts need not repeat them. */
export function withoutCodes<Body>(given: Body): Body {
  const { code: _, codes: __, ...body } = given as Record<string, unknown>;
  return body as Body;
}

/** Single sends and automations write `Record not found`, as the contract has it. */
export const RECORD_NOT_FOUND = failed(404, 'Record Not Found');

const succeeded = (message: string) => ({ status: 200, body: { status: 'success', message } });

export const ADDED = succeeded('Added Successfully');
export const DELETED = succeeded('Deleted Successfully');

/** The refusal of the second of two calls under a quota of one in a minute; of the third, where a minute began between the first two. */
export async function secondRefusal(call: () => Promise<Answer>): Promise<Answer> {
  await call();
  const second = await call();
  return second.status === 429 ? second : call();
}
