import type { Answer } from './api.ts';

/** The answer to a create without the names of the record, which differ each time; `made-records.test.ts` tests them. */
export function withoutNames({ status, body }: Answer): Pick<Answer, 'status' | 'body'> {
  const { id: _, utr: __, ids: ___, ...plain } = body;
  return { status, body: plain };
}

/** A failure without its hints; `hints.test.ts` tests them. */
export function withoutHints({ status, body }: Answer): Pick<Answer, 'status' | 'body'> {
  const { hints: _, ...plain } = body;
  return { status, body: plain };
}
