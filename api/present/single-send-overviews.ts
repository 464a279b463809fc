import type { presentSingleSend } from './single-sends.ts';

/** Without the template, which may have megabytes. */
export function presentOverview(send: ReturnType<typeof presentSingleSend>) {
  const { template_json: _, template_html: __, template_text: ___, ...shown } = send;
  return shown;
}
