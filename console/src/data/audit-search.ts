import type { AuditListInput } from '../../../client/src/index.ts';

export const AUDIT_KINDS = [
  'access',
  'account',
  'contacts',
  'opt_outs',
  'campaigns',
  'automations',
  'content',
  'sending',
] as const satisfies readonly NonNullable<AuditListInput['kind']>[];

const ACTORS = ['person', 'key', 'operator'] as const satisfies readonly NonNullable<AuditListInput['by']>[];

/** The filters of the activity, in its address. Absent: all. */
export type AuditSearch = Partial<Readonly<Pick<AuditListInput, 'kind' | 'by' | 'key' | 'from' | 'to'>>>;

const textOf = (given: unknown): string | undefined =>
  typeof given === 'string' && given !== '' ? given : undefined;

/** The filters of an address, without what is no filter. */
export function auditSearch(given: Readonly<Record<string, unknown>>): AuditSearch {
  const kind = AUDIT_KINDS.find((one) => one === given['kind']);
  const by = ACTORS.find((one) => one === given['by']);
  const [key, from, to] = [textOf(given['key']), textOf(given['from']), textOf(given['to'])];
  return {
    ...(kind && { kind }),
    ...(by && { by }),
    ...(key !== undefined && { key }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}
