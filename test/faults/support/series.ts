import type { Stack } from '../../../bench/support/stack.ts';

/** The subjects of a series' emails, in their order. */
export const EMAILS = ['First', 'Second'] as const;

/** Lays an automation of emails that follow at once for who is, or comes, in a contact type; answers its utr. */
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
