import { signToken, tokenKey } from '../../common/domain/tokens.ts';
import { ContactType } from '../../common/models/contact-types.ts';
import { Contact } from '../../common/models/contacts.ts';
import { Delivery } from '../../common/models/deliveries.ts';
import { Import } from '../../common/models/imports.ts';
import { rows } from '../../test/support/rows.ts';
import { fillContacts } from '../support/contacts.ts';
import { layGround } from '../support/ground.ts';
import { usageOf } from '../support/processes.ts';
import { startReadyWorker } from '../support/ready-worker.ts';
import { sendNewsletter } from '../support/send-newsletter.ts';
import { startStack } from '../support/stack.ts';
import type { Product } from './product.ts';
import { pollUntil } from './until.ts';

const LINKS = 5;

/** This service: API, one worker, MongoDB and Redis. */
export async function startOurs(): Promise<Product> {
  const stack = await startStack({
    environment: { SMTP_CONNECTIONS: '10', RATE_CALLS: '1000000', RATE_BURST: '1000000' },
  });
  await layGround(stack.call);
  let worker = stack.startWorker();
  const { keys } = stack;
  const headers = { PublicKey: keys.public_key, SecretKey: keys.secret_key };
  const parts = () => [stack.api.pid, worker.pid, stack.mongod.pid, stack.redis.pid];
  let filled = 0;
  return {
    name: 'this service',
    sink: stack.sink,
    cpu: () => parts().reduce((sum, pid) => sum + usageOf(pid).cpu, 0),
    peakMb: () => usageOf(stack.api.pid).peakMb + usageOf(worker.pid).peakMb,
    async fill(count) {
      await fillContacts(keys.user_id, count - filled, 1, filled);
      filled = count;
    },
    async send() {
      const { utr } = await sendNewsletter(stack.call, { entry: 'contacts_1' });
      return {
        async isDone() {
          const details = (await stack.call(`/single-send/details?utr=${utr}`)).message as {
            singleSend: [{ status: number }];
          };
          return details.singleSend[0].status === 3;
        },
      };
    },
    csv: {
      head: 'first_name,last_name,email,city,address_line1',
      row: ({ first, last: family, email, city, street }) => `${first},${family},${email},${city},${street}`,
    },
    async import(file, list) {
      const type = async () => rows(ContactType).findOne({ user_id: keys.user_id, name: list });
      if (!(await type())) await stack.call('/contacts-type/add', { name: list });
      const body = new FormData();
      body.set('contact_type_id', String((await type())!._id));
      body.set('file', new File([file], 'people.csv', { type: 'text/csv' }));
      const answer = await fetch(`${stack.origin}/api/contacts/upload-csv`, {
        method: 'POST',
        headers,
        body,
      });
      if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
      const underWay = { state: { $in: ['waiting' as const, 'running' as const] } };
      await pollUntil(async () => (await rows(Import).countDocuments(underWay)) === 0);
      const last = await rows(Import).findOne({}, { sort: { _id: -1 } });
      if (last?.state !== 'completed') throw new Error(`an import of ours is ${last?.state}`);
    },
    async page(which) {
      // The last page begins after the 51st contact from the end.
      const [before] = await rows(Contact)
        .find({ contact_type_id: 1 })
        .sort({ _id: -1 })
        .skip(50)
        .limit(1)
        .toArray();
      const after = which === 'first' ? 0 : before!._id;
      return { origin: stack.origin, headers, path: () => `/api/contacts/list?limit=50&after_id=${after}` };
    },
    async tracked(kind, count) {
      const send = await rows(Delivery)
        .find()
        .sort({ _id: -1 })
        .limit(count)
        .project<{ _id: number }>({ _id: 1 })
        .toArray();
      const key = tokenKey(stack.environment['APP_SECRET']!);
      const paths = send.map(({ _id }, at) =>
        kind === 'opening'
          ? `/o/${signToken(key, 'open', { account: keys.user_id, id: _id })}`
          : `/c/${signToken(key, 'click', { account: keys.user_id, id: _id }, 1 + (at % LINKS))}`,
      );
      if (paths.length < count) throw new Error(`${paths.length} were sent a mail, not ${count}`);
      return { origin: stack.origin, paths, status: kind === 'opening' ? 200 : 302 };
    },
    async restart() {
      await stack.replaceApi();
      await worker.stop();
      worker = await startReadyWorker(stack);
      return usageOf(stack.api.pid).cpu + usageOf(worker.pid).cpu;
    },
    stop: () => stack.stop(),
  };
}
