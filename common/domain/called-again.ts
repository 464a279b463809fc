/** What makes a webhook that failed, was disabled or is held be called at once. */
export const CALLED_AGAIN = Object.freeze({
  enabled: true,
  hold_reason: null,
  failing_since: null,
  failures: 0,
  last_failure: null,
});
