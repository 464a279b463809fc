import type { Answer } from './api.ts';

type Values = Readonly<Record<string, unknown>>;

/** The answer of an upload without the statuses of its file; `test/store/contract/imports.test.ts` tests them. */
export const withoutStatuses = ({
  statuses: _statuses,
  status_by: _by,
  unknown_statuses: _unknown,
  whole: _whole,
  ...others
}: Values): Values => others;

/** The answer to a create without the names of the record, which differ each time; `made-records.test.ts` tests them. */
export function withoutNames({ status, body }: Answer): Pick<Answer, 'status' | 'body'> {
  const { id: _, utr: __, ids: ___, ...plain } = body;
  return { status, body: withoutStatuses(plain) };
}

/** A failure without its hints; `hints.test.ts` tests them. */
export function withoutHints({ status, body }: Answer): Pick<Answer, 'status' | 'body'> {
  const { hints: _, ...plain } = body;
  return { status, body: plain };
}
