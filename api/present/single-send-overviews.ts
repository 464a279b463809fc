import type { presentSingleSend } from './single-sends.ts';

/** A single send without its template, which may have megabytes. */
export function presentOverview({
  template_json: _,
  template_html: __,
  ...shown
}: ReturnType<typeof presentSingleSend>) {
  return shown;
}
