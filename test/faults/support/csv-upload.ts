import type { Stack } from '../../../bench/support/stack.ts';

/** Uploads a small file to a contact type; throws unless it is accepted. */
export async function uploadCsv(
  { origin, keys }: Pick<Stack, 'origin' | 'keys'>,
  contactTypeId: number,
  csv: string,
  name: string,
): Promise<void> {
  const form = new FormData();
  form.set('contact_type_id', String(contactTypeId));
  form.set('file', new Blob([csv], { type: 'text/csv' }), name);
  const { public_key: PublicKey, secret_key: SecretKey } = keys;
  const answer = await fetch(`${origin}/api/contacts/upload-csv`, {
    method: 'POST',
    headers: { PublicKey, SecretKey },
    body: form,
  });
  if (!answer.ok) throw new Error(`the upload was answered ${answer.status} ${await answer.text()}`);
}
