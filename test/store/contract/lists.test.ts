import { expect } from 'chai';
import { contract, type EndpointName } from '../../../api/contract.ts';
import { mailingOfEmail, mailingOfMessage, mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import { texts } from '../../../common/domain/validation-texts.ts';
import { AutomationSchedule } from '../../../common/models/automation-schedules.ts';
import { Import } from '../../../common/models/imports.ts';
import { Message } from '../../../common/models/messages.ts';
import { MoveRows } from '../../../common/models/move-rows.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { WebhookAttempt } from '../../../common/models/webhook-attempts.ts';
import { nextId } from '../../../common/store/ids.ts';
import { type AccountFixture, addFixtures, givenTo } from '../../support/account-fixture.ts';
import { type Api, startApi } from '../../support/api.ts';
import { ENDPOINTS, type Given, inputsBy, requestOf } from '../../support/calls.ts';
import { leaveInDoubt } from '../../support/doubts.ts';
import { aWebhookCall } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';

type ListName = {
  [Name in EndpointName]: (typeof contract)[Name]['done'] extends { list: string } ? Name : never;
}[EndpointName];

type Maker = EndpointName | ((fixture: AccountFixture) => Promise<unknown>);

async function mailOfSend({ client, names }: AccountFixture): Promise<number[]> {
  const send = await rows(SingleSend).findOne({ utr: String(names.singleSend) });
  return leaveInDoubt(mailingOfSend(send!._id), client.user_id);
}

async function mailOfMessage({ client, names }: AccountFixture): Promise<number[]> {
  const message = await rows(Message).findOne({ utr: String(names.message) });
  return leaveInDoubt(mailingOfMessage(message!._id), client.user_id);
}

async function mailOfEmail({ client, names }: AccountFixture): Promise<number[]> {
  const email = await rows(AutomationSchedule).findOne({ utr: String(names.automationSchedule) });
  return leaveInDoubt(mailingOfEmail(email!._id), client.user_id);
}

/** A call of the webhook. */
async function callOfWebhook({ client, names }: AccountFixture): Promise<void> {
  const webhook_id = Number(names.webhook);
  const _id = await nextId('webhook_attempts');
  await rows(WebhookAttempt).insertOne(aWebhookCall({ _id, user_id: client.user_id, webhook_id }));
}

/** A change that was cancelled: few may be under way. */
async function changeOfContacts({ client }: AccountFixture): Promise<void> {
  const { body } = await client.post('/contacts/bulk/save', { action: 'delete' });
  expect((await client.post(`/contacts/bulk/cancel?id=${body.id}`)).status).to.equal(200);
}

/** A row in the receipt of the move, which is applied the first time. */
async function rowOfMove({ client, names }: AccountFixture): Promise<void> {
  const move_id = Number(names.move);
  await client.post(`/moves/apply?id=${move_id}`);
  const { _id: import_id, checkpoint } = (await rows(Import).findOneAndUpdate(
    { user_id: client.user_id, move_id, dry_run: { $exists: false } },
    { $inc: { 'checkpoint.line': 1 } },
    { returnDocument: 'after' },
  ))!;
  await rows(MoveRows).insertOne({
    _id: { import_id, status: 'mailable', line: checkpoint.line },
    user_id: client.user_id,
    rows: [{ line: checkpoint.line - 1, email: 'ada@example.com' }],
  });
}

/**
 * Adds a record to each list; null for lists that are the same for all accounts. A list that is missing here does not
 * compile.
 */
const MAKERS: Readonly<Record<ListName, Maker | null>> = {
  globalUnsubscribeList: 'globalUnsubscribeSave',
  suppressionList: 'suppressionSave',
  unsubscribeGroupList: 'unsubscribeGroupSave',
  groupRecipientList: 'groupRecipientAdd',
  segmentList: 'segmentStore',
  segmentRecipientList: 'segmentRecipientStore',
  contactTypeList: 'contactTypeAdd',
  contactList: 'contactAdd',
  importList: 'contactUploadCsv',
  bulkChangeList: changeOfContacts,
  moveReceiptRows: rowOfMove,
  reservedFieldList: null,
  customFieldList: 'customFieldSave',
  templateList: null,
  singleSendList: 'singleSendCreate',
  singleSendDoubtList: mailOfSend,
  singleSendDeliveryList: mailOfSend,
  messageList: 'messageSend',
  messageDoubtList: mailOfMessage,
  automationList: 'automationCreate',
  automationScheduleList: 'automationScheduleCreate',
  automationScheduleDoubtList: mailOfEmail,
  automationScheduleDeliveryList: mailOfEmail,
  notificationRecipientList: 'notificationRecipientSave',
  senderList: 'senderSave',
  sendingDomainList: 'sendingDomainSave',
  mediaList: 'mediaUpload',
  ownTemplateList: 'ownTemplateSave',
  webhookList: 'webhookSave',
  webhookAttemptList: callOfWebhook,
  auditList: 'contactTypeAdd',
};
const MORE = 4;
const BEYOND = 999_999_999_999_999;

interface Page {
  ids: number[];
  next: number | null | undefined;
}

describe('every list', () => {
  let api: Api;
  let estate: AccountFixture;

  before(async () => {
    api = await startApi('contract-lists', { RATE_CALLS: '0' });
    estate = await addFixtures(await api.account(), 'ours');
  });
  after(() => api.stop());

  for (const [list, maker] of Object.entries(MAKERS) as [ListName, Maker | null][]) {
    const { done, path } = contract[list];
    for (const endpoint of ENDPOINTS.filter(({ name }) => name === list)) {
      describe(`${endpoint.method} ${path}`, () => {
        let whole: Page;
        let fixture: AccountFixture;

        const ask = (range: Given) => {
          const { path, init } = requestOf(endpoint, {
            ...givenTo(list, inputsBy(list), fixture),
            ...range,
          });
          return fixture.client.request(path, init);
        };
        const read = async (range: Given): Promise<Page> => {
          const { status, body } = await ask(range);
          expect(status).to.equal(200);
          const items = body.message[done.list] as { id: number }[];
          return { ids: items.map(({ id }) => id), next: body.next_after_id };
        };

        before(async () => {
          // The activity of the other account has all calls of this test.
          fixture = list === 'auditList' ? { ...estate, client: await api.account() } : estate;
          const making = ENDPOINTS.find(({ name }) => name === maker);
          for (let made = 0; made < (maker ? MORE : 0); made += 1) {
            if (typeof maker === 'function') {
              await maker(fixture);
              continue;
            }
            const given = givenTo(maker!, inputsBy(maker!), { ...fixture, word: `more${made}` });
            const { path, init } = requestOf(making!, given);
            expect((await fixture.client.request(path, init)).status).to.equal(200);
          }
          whole = await read({});
        });

        it('shows every item once, in ascending id', () => {
          expect(whole.next).to.equal(undefined);
          expect(whole.ids).to.have.length.at.least(maker ? MORE : 4);
          expect(whole.ids).to.deep.equal([...new Set(whole.ids)].sort((a, b) => a - b));
        });

        it('shows the same in pages of any length, each with the start of the next', async () => {
          for (const limit of [1, 2, whole.ids.length - 1, whole.ids.length, 10_000]) {
            const ids: number[] = [];
            let next: number | null = 0;
            while (next !== null) {
              const page: Page = await read(next === 0 ? { limit } : { limit, after_id: next });
              ids.push(...page.ids);
              const left = ids.length < whole.ids.length;
              expect(page.ids).to.have.length(left ? limit : Math.min(limit, page.ids.length));
              expect(page.next).to.equal(left ? ids.at(-1) : null);
              next = page.next!;
            }
            expect(ids, `by ${limit}`).to.deep.equal(whole.ids);
          }
        });

        it('continues after any id, even if no item has it', async () => {
          const [first, ...rest] = whole.ids;
          const last = whole.ids.at(-1)!;
          expect(await read({ after_id: 0 })).to.deep.equal({ ids: whole.ids, next: null });
          expect(await read({ after_id: first })).to.deep.equal({ ids: rest, next: null });
          expect(await read({ after_id: last })).to.deep.equal({ ids: [], next: null });
          expect(await read({ after_id: BEYOND, limit: 5 })).to.deep.equal({ ids: [], next: null });
        });

        it('refuses any other range', async () => {
          const limits: [unknown, string][] = [
            [0, texts.between('limit', 1, 10_000)],
            [10_001, texts.between('limit', 1, 10_000)],
            ...['-1', '1.5', '1e3', '0x1', 'x', 'all', '1 2', BEYOND + 1e15].map(
              (limit): [unknown, string] => [limit, texts.integer('limit')],
            ),
            [['1', '2'], texts.format('limit')],
          ];
          // Each in a call with a limit that is refused, too.
          const positions: [Given, string][] = [
            [{}, ''],
            ...['-1', '1.5', 'x', 'null'].map((after_id): [Given, string] => [
              { after_id },
              texts.integer('after_id'),
            ]),
            [{ 'after_id[$gt]': '1' }, texts.format('after_id')],
          ];
          for (const [at, [limit, text]] of limits.entries()) {
            const [position, more] = positions[at] ?? [{}, ''];
            const { status, body } = await ask({ limit, ...position });
            expect([status, body.errors], JSON.stringify({ limit, ...position })).to.deep.equal([
              422,
              { limit: [text], ...(more && { after_id: [more] }) },
            ]);
          }
          expect((await ask({ after_id: 'x' })).body.errors).to.have.keys('after_id');
        });

        it('ignores a blank range', async () => {
          expect((await read({ limit: '', after_id: ' ' })).ids).to.deep.equal(whole.ids);
        });
      });
    }
  }
});
