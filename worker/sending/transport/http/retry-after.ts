/** Longer pauses are cut to this, in milliseconds. */
const MOST = 3_600_000;

/** Milliseconds by the header `Retry-After` (RFC 9110, 10.2.3: seconds or a date); undefined if it has none. */
export function retryAfterMs(value: string | string[] | undefined, now = Date.now()): number | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  const ms = /^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(MOST, Math.max(0, ms));
}
