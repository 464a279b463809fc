import type { Client } from './api.ts';

/** Frequent operations on the contacts of one account. */
export const contactBook = (client: Client) => {
  const list = async () => (await client.get('/contacts/list')).body.message.contacts;
  return {
    list,
    /** Adds a contact type; returns its id. */
    addType: async (name: string): Promise<number> =>
      (await client.post('/contacts-type/add', { name })).body.id,
    /** The id of the newest contact with an address; undefined when there is none. */
    idOf: async (email: string): Promise<number> =>
      (await list()).findLast((contact: { email: string }) => contact.email === email)?.id,
    details: async (id: number) =>
      (await client.get(`/contacts/details?contact_id=${id}`)).body.message.contact,
  };
};
