import type { presentSingleSend } from './single-sends.ts';

/** Without the template, which may have megabytes, and the last test, which is compared with the template. */
export function presentOverview(send: ReturnType<typeof presentSingleSend>) {
  const { template_json: _, template_html: __, template_text: ___, last_test: ____, ...shown } = send;
  return shown;
}
