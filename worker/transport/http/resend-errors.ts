import type { ErrorTable } from './meanings.ts';

const OURS = { then: 'refused', class: 'relay' } as const;
const FORM = { then: 'refused', class: 'unknown', asks: true } as const;
const QUOTA = { then: 'slow_down', pauseMs: 600_000 } as const;

/** Values of `name`. https://resend.com/docs/api-reference/errors */
export const RESEND_ERRORS: ErrorTable = Object.freeze({
  validation_error: FORM,
  // The domain is not verified.
  'validation_error 403': OURS,
  missing_required_field: FORM,
  invalid_parameter: FORM,
  invalid_attachment: { then: 'refused', class: 'content' },
  security_error: { then: 'refused', class: 'content' },
  invalid_from_address: OURS,
  invalid_access: OURS,
  invalid_region: OURS,
  invalid_idempotency_key: OURS,
  missing_api_key: { then: 'login' },
  restricted_api_key: { then: 'login' },
  invalid_api_key: { then: 'login' },
  invalid_api_Key: { then: 'login' },
  not_found: { then: 'greeting' },
  method_not_allowed: { then: 'greeting' },
  rate_limit_exceeded: { then: 'slow_down' },
  daily_quota_exceeded: QUOTA,
  monthly_quota_exceeded: QUOTA,
  // The request with this key is under way still.
  concurrent_idempotent_requests: { then: 'deferred', class: 'later' },
  // A request with this key was taken before, and the mail has changed since (a contact's name, say).
  invalid_idempotent_request: { then: 'accepted' },
  application_error: { then: 'deferred', class: 'later' },
  internal_server_error: { then: 'deferred', class: 'later' },
});
