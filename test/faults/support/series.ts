import type { Stack } from '../../../bench/support/stack.ts';

/** The subjects of the emails of an automation, in their order. */
export const EMAILS = ['First', 'Second'] as const;

/** Creates an automation whose emails follow at once, for contacts that are in a contact type or join it; returns its utr. */
export async function laySeries({ call }: Stack, contactTypeId: number): Promise<string> {
  const created = await call('/automations/create', {
    type: 'custom',
    automation_for: `contacts_${contactTypeId}`,
    automation_name: 'Series',
    unsubscribe_group_id: 1,
  });
  const { utr } = created.message as { utr: string };
  for (const subject of EMAILS) {
    await call('/automations/schedule/create', {
      utr,
      sender_id: 1,
      subject,
      waiting_type: 'instantly',
      waiting_period: 1,
      template_id: 1,
      preview_img: 'welcome.png',
      template_html: '<p>Hello ((first_name))</p>',
    });
  }
  await call(`/automations/set-live?utr=${utr}`);
  return utr;
}
