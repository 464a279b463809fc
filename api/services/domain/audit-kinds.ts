import type { AuditEntryDocument } from '../../../common/models/audit-entries.ts';
import { contract, type EndpointName, isAudited } from '../../contract.ts';

interface KindOfAct {
  /** The beginning of the names of its calls. */
  readonly calls: RegExp;
  /** Its acts that are no calls. */
  readonly acts: readonly AuditEntryDocument['act'][];
}

const KINDS = {
  access: {
    calls: /^(?:key|session)/,
    acts: [
      'signed_in',
      'sign_in_refused',
      'signed_out',
      'code_refused',
      'session_ended',
      'password_changed',
      'password_refused',
      'password_reset',
      'second_factor_on',
      'second_factor_off',
      'recovery_codes_made',
      'key_created',
      'key_changed',
      'key_rolled',
      'key_revoked',
    ],
  },
  account: {
    calls: /^(?:account|brand|notificationRecipient)/,
    acts: [
      'details_changed',
      'tracking_changed',
      'brand_changed',
      'account_created',
      'account_closed',
      'account_reopened',
      'account_suspended',
      'account_unsuspended',
      'quotas_changed',
    ],
  },
  contacts: { calls: /^(?:contact|segment|customField|import|move|bulkChange)/, acts: [] },
  opt_outs: { calls: /^(?:globalUnsubscribe|suppression|unsubscribeGroup|groupRecipient)/, acts: [] },
  campaigns: { calls: /^(?:singleSend|message)/, acts: ['single_send_sent', 'single_send_scheduled'] },
  automations: { calls: /^automation/, acts: [] },
  content: { calls: /^(?:ownTemplate|media)/, acts: [] },
  sending: { calls: /^(?:sender|sendingDomain|webhook)/, acts: [] },
} as const satisfies Readonly<Record<string, KindOfAct>>;

export type AuditKind = keyof typeof KINDS;
export const AUDIT_KINDS = Object.freeze(Object.keys(KINDS)) as readonly AuditKind[];

const calls = (Object.keys(contract) as EndpointName[]).filter((name) =>
  contract[name].methods.some((method) => isAudited(contract[name], method)),
);

/** The names of all acts of a kind, for an index on them. */
export const actsOf = (kind: AuditKind): readonly string[] => [
  ...calls.filter((name) => KINDS[kind].calls.test(name)),
  ...KINDS[kind].acts,
];
