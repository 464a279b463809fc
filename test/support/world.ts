import { Contact, type ContactDocument } from '../../common/models/contacts.ts';
import { reserveIds } from '../../common/store/ids.ts';
import { createWorker, type Worker } from '../../worker/worker.ts';
import { type Api, type Client, startApi } from './api.ts';
import { aContact, type Ground } from './factories.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { rows } from './rows.ts';
import { sliceTimes } from './slice-times.ts';
import { until } from './until.ts';

/** The whole service in this process: API, a worker, a mail server. */
export interface World {
  api: Api;
  mail: MailServer;
  worker: Worker;
  stop(): Promise<void>;
}

export async function startWorld(
  name: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<World> {
  const mail = await startMailServer();
  const api = await startApi(name, { SMTP_URL: mail.url, ...environment });
  const worker = createWorker(api.config);
  sliceTimes.usual();
  await worker.run();
  return {
    api,
    mail,
    worker,
    async stop() {
      await worker.stop();
      sliceTimes.long();
      await api.stop();
      await mail.stop();
    },
  };
}

/** Inserts thousands of contacts directly, for tests that do not care how they were added. */
export async function addContacts(
  { client, contact_type_id }: Ground,
  addresses: readonly string[],
  fields: Partial<ContactDocument> = {},
): Promise<void> {
  const first = await reserveIds('contacts', addresses.length);
  const at = new Date();
  await rows(Contact).insertMany(
    addresses.map((email, index) =>
      aContact(
        { _id: first + index, userId: client.user_id, typeId: contact_type_id, email, at },
        { first_name: `First${index}`, last_name: `Last${index}`, ...fields },
      ),
    ),
  );
}

/** The details of a send. */
export const detailsOf = async (client: Client, utr: string) =>
  (await client.get(`/single-send/details?utr=${utr}`)).body.message.singleSend[0];

/** Waits until a send is complete; returns its details. */
export const completed = (client: Client, utr: string, milliseconds?: number) =>
  until(
    async () => {
      const send = await detailsOf(client, utr);
      return send.status === 3 ? send : null;
    },
    'the send to complete',
    milliseconds,
  );
