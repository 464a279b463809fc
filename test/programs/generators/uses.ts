/** The same ten calls by each generated client: changes, reads, a list, a flag, words, an empty list and two refusals. */

export const FETCH = `
import createClient from 'openapi-fetch';
import type { paths } from './api';
const { API, PUBLIC_KEY, SECRET_KEY } = (globalThis as unknown as { process: { env: Record<string, string> } }).process.env;
const api = createClient<paths>({ baseUrl: API!, headers: { PublicKey: PUBLIC_KEY!, SecretKey: SECRET_KEY! } });

const added = await api.POST('/contacts-type/add', { body: { name: 'Readers' } });
const id = added.data!.id;
const view = async () => (await api.GET('/contacts-type/view', { params: { query: { contact_type_id: id } } })).data!.message.contactType;
const first = (await view()).name;
const types = (await api.GET('/contacts-type', { params: { query: { limit: 5 } } })).data!.message.contactTypes.length;
await api.POST('/contacts-type/update', { body: { id, name: 'Others' } });
const second = (await view()).name;
const contact = await api.POST('/contacts/add', { body: { contact_type_id: id, email: 'ada@example.com', country: 84 } });
const details = await api.GET('/contacts/details', { params: { query: { contact_id: contact.data!.id } } });
await api.POST('/webhooks/save', { body: { url: 'https://shop.example/hook', events: ['sender.verified'], batch: true } });
const [hook] = (await api.GET('/webhooks')).data!.message.webhooks;
const missing = await api.GET('/contacts-type/view', { params: { query: { contact_type_id: 999999 } } });
const refused = await api.POST('/contacts-type/add', { body: { name: '' } });
await api.DELETE('/contacts-type/delete', { params: { query: { contact_type_id: id } } });
const left = (await api.GET('/contacts-type')).data!.message.contactTypes.length;
console.log(JSON.stringify([first, types, second, details.data!.message.contact.email, hook!.events, hook!.batch, missing.error!.code,
  refused.error!.codes!.name![0], 10, left]));
`;

export const HEY = `
import { client } from './client.gen';
import * as api from './sdk.gen';
const { API, PUBLIC_KEY, SECRET_KEY } = (globalThis as unknown as { process: { env: Record<string, string> } }).process.env;
client.setConfig({ baseUrl: API!, auth: ({ name }) => (name === 'PublicKey' ? PUBLIC_KEY! : SECRET_KEY!) });

const id = (await api.contactTypeAdd({ body: { name: 'Readers' } })).data!.id;
const view = async () => (await api.contactTypeView({ query: { contact_type_id: id } })).data!.message.contactType;
const first = (await view()).name;
const types = (await api.contactTypeList({ query: { limit: 5 } })).data!.message.contactTypes.length;
await api.contactTypeUpdate({ body: { id, name: 'Others' } });
const second = (await view()).name;
const contact = await api.contactAdd({ body: { contact_type_id: id, email: 'ada@example.com', country: 84 } });
const details = await api.contactDetails({ query: { contact_id: contact.data!.id } });
await api.webhookSave({ body: { url: 'https://shop.example/hook', events: ['sender.verified'], batch: true } });
const [hook] = (await api.webhookList()).data!.message.webhooks;
const missing = await api.contactTypeView({ query: { contact_type_id: 999999 } });
const refused = await api.contactTypeAdd({ body: { name: '' } });
await api.contactTypeDelete({ query: { contact_type_id: id } });
const left = (await api.contactTypeList()).data!.message.contactTypes.length;
console.log(JSON.stringify([first, types, second, details.data!.message.contact.email, hook!.events, hook!.batch, missing.error!.code,
  refused.error!.codes!.name![0], 10, left]));
`;

export const ORVAL = `
import * as api from './api';
const { PUBLIC_KEY, SECRET_KEY } = (globalThis as unknown as { process: { env: Record<string, string> } }).process.env;
const keys = { headers: { PublicKey: PUBLIC_KEY!, SecretKey: SECRET_KEY! } };
function right<Answer extends { status: number; data: unknown }>(answer: Answer): Extract<Answer, { status: 200 }>['data'] {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.data));
  return answer.data as Extract<Answer, { status: 200 }>['data'];
}
const wrong = <Answer extends { status: number; data: unknown }>(answer: Answer) => answer.data as api.Failure;

const { id } = right(await api.contactTypeAdd({ name: 'Readers' }, keys));
const view = async () => right(await api.contactTypeView({ contact_type_id: id }, keys)).message.contactType;
const first = (await view()).name;
const types = right(await api.contactTypeList({ limit: 5 }, keys)).message.contactTypes.length;
await api.contactTypeUpdate({ id, name: 'Others' }, keys);
const second = (await view()).name;
const contact = right(await api.contactAdd({ contact_type_id: id, email: 'ada@example.com', country: 84 }, keys));
const details = right(await api.contactDetails({ contact_id: contact.id }, keys));
await api.webhookSave({ url: 'https://shop.example/hook', events: ['sender.verified'], batch: true }, keys);
const [hook] = right(await api.webhookList({}, keys)).message.webhooks;
const missing = wrong(await api.contactTypeView({ contact_type_id: 999999 }, keys));
const refused = wrong(await api.contactTypeAdd({ name: '' }, keys));
await api.contactTypeDelete({ contact_type_id: id }, keys);
const left = right(await api.contactTypeList({}, keys)).message.contactTypes.length;
console.log(JSON.stringify([first, types, second, details.message.contact.email, hook!.events, hook!.batch, missing.code,
  refused.codes!.name![0], 10, left]));
`;

export const PYTHON = `
import json
import os

from made import Client
from made.api.contact_types import contact_type_add, contact_type_delete, contact_type_list, contact_type_update, contact_type_view
from made.api.contacts import contact_add, contact_details
from made.api.webhooks import webhook_list, webhook_save
from made.models import ContactAddInput, ContactTypeAddInput, ContactTypeUpdateInput, WebhookSaveInput

keys = {"PublicKey": os.environ["PUBLIC_KEY"], "SecretKey": os.environ["SECRET_KEY"]}
client = Client(base_url=os.environ["API"], headers=keys)

added = contact_type_add.sync(client=client, body=ContactTypeAddInput(name="Readers"))


def view():
    return contact_type_view.sync(client=client, contact_type_id=added.id).message.contact_type


first = view().name
types = len(contact_type_list.sync(client=client, limit=5).message.contact_types)
contact_type_update.sync(client=client, body=ContactTypeUpdateInput(id=added.id, name="Others"))
second = view().name
contact = contact_add.sync(
    client=client,
    body=ContactAddInput.from_dict({"contact_type_id": added.id, "email": "ada@example.com", "country": 84}),
)
details = contact_details.sync(client=client, contact_id=contact.id)
webhook_save.sync(
    client=client,
    body=WebhookSaveInput.from_dict({"url": "https://shop.example/hook", "events": ["sender.verified"], "batch": True}),
)
hook = webhook_list.sync(client=client).message.webhooks[0].to_dict()
missing = contact_type_view.sync(client=client, contact_type_id=999999)
refused = contact_type_add.sync(client=client, body=ContactTypeAddInput(name=""))
contact_type_delete.sync(client=client, contact_type_id=added.id)
left = len(contact_type_list.sync(client=client).message.contact_types)
print(json.dumps([
    first, types, second, details.message.contact.email, hook["events"], hook["batch"], missing.code,
    refused.to_dict()["codes"]["name"][0], 10, left,
]))
`;
