import type { ErrorTable } from './meanings.ts';

const OURS = { is: 'refused', class: 'relay' } as const;
const FORM = { is: 'refused', class: 'unknown', asks: true } as const;
const QUOTA = { is: 'slow_down', pauseMs: 600_000 } as const;

/** Values of `name`. https://resend.com/docs/api-reference/errors */
export const RESEND_ERRORS: ErrorTable = Object.freeze({
  validation_error: FORM,
  // The domain is not verified.
  'validation_error 403': OURS,
  missing_required_field: FORM,
  invalid_parameter: FORM,
  invalid_attachment: { is: 'refused', class: 'content' },
  security_error: { is: 'refused', class: 'content' },
  invalid_from_address: OURS,
  invalid_access: OURS,
  invalid_region: OURS,
  invalid_idempotency_key: OURS,
  missing_api_key: { is: 'login' },
  restricted_api_key: { is: 'login' },
  invalid_api_key: { is: 'login' },
  invalid_api_Key: { is: 'login' },
  not_found: { is: 'greeting' },
  method_not_allowed: { is: 'greeting' },
  rate_limit_exceeded: { is: 'slow_down' },
  daily_quota_exceeded: QUOTA,
  monthly_quota_exceeded: QUOTA,
  // The request with this key is still under way.
  concurrent_idempotent_requests: { is: 'deferred', class: 'later' },
  // A request with this key was taken before, and the mail has changed since, as by a contact's name.
  invalid_idempotent_request: { is: 'accepted' },
  application_error: { is: 'deferred', class: 'later' },
  internal_server_error: { is: 'deferred', class: 'later' },
});
