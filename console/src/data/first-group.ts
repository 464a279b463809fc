import { api } from './client.ts';

/** The id of the account's first unsubscribe group, which is made where it has none: every mail is of one. */
export async function firstGroup(group_name: string, description: string): Promise<number> {
  const [first] = await api.unsubscribeGroupList({ limit: 1 });
  if (first) return first.id;
  return (await api.unsubscribeGroupSave({ group_name, description, is_display: 1 })).id;
}
