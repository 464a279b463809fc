import { api } from './client.ts';

/** The account's first subscription type, created if missing: each email needs one. */
export async function firstGroup(group_name: string, description: string): Promise<number> {
  const [first] = await api.unsubscribeGroupList({ limit: 1 });
  if (first) return first.id;
  return (await api.unsubscribeGroupSave({ group_name, description, is_display: 1 })).id;
}
