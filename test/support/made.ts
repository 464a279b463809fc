import type { Answer } from './api.ts';

/** A create's answer without what names the record: that differs each time, and `made-records.test.ts` holds it. */
export function withoutNames({ status, body }: Answer): Pick<Answer, 'status' | 'body'> {
  const { id: _, utr: __, ids: ___, ...plain } = body;
  return { status, body: plain };
}

/** A failure without what explains it: `hints.test.ts` holds that. */
export function withoutHints({ status, body }: Answer): Pick<Answer, 'status' | 'body'> {
  const { hints: _, ...plain } = body;
  return { status, body: plain };
}
