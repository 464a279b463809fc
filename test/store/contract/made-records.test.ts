import { expect } from 'chai';
import { type ContractRow, contract, type EndpointName } from '../../../api/contract.ts';
import { type AccountFixture, addFixtures, givenTo } from '../../support/account-fixture.ts';
import { type Api, startApi } from '../../support/api.ts';
import { inputsBy, requestOf } from '../../support/calls.ts';
import { withoutStatuses } from '../../support/made.ts';

type Listed = { id: number; utr?: string };

/** The list that shows each new record. `owner` is the record that the list belongs to. */
const LISTS: { readonly [Name in EndpointName]?: (fixture: AccountFixture) => string } = {
  globalUnsubscribeSave: () => '/global-unsubscribes',
  suppressionSave: () => '/suppressions',
  unsubscribeGroupSave: () => '/unsubscribes-groups',
  groupRecipientAdd: ({ names }) => `/unsubscribes-groups/recipients-list?groupId=${names.group}`,
  segmentStore: () => '/segment/list',
  segmentRecipientStore: ({ names }) => `/segment/email/list?segment_id=${names.segment}`,
  contactTypeAdd: () => '/contacts-type',
  contactAdd: () => '/contacts/list',
  bulkChangeSave: () => '/contacts/bulk',
  contactUploadCsv: () => '/contacts/imports',
  contactUpload: () => '/contacts/imports',
  suppressionUploadCsv: () => '/contacts/imports',
  customFieldSave: () => '/custom-fields',
  singleSendCreate: () => '/single-send/list',
  singleSendDuplicate: () => '/single-send/list',
  automationCreate: () => '/automations',
  automationDuplicate: () => '/automations',
  automationScheduleCreate: ({ names }) => `/automations/schedule?utr=${names.automation}`,
  notificationRecipientSave: () => '/notification-recipients',
  senderSave: () => '/senders',
  sendingDomainSave: () => '/sending-domains',
  mediaUpload: () => '/media',
  ownTemplateSave: () => '/templates',
  webhookSave: () => '/webhooks',
};

/** The creates of the contract: endpoints named save, add, store, create, duplicate or upload. */
const CREATES = (Object.entries(contract) as [EndpointName, ContractRow][]).filter(([, { path }]) =>
  /\/(save|add|store|create|duplicate|manually-add|upload-csv|upload)$/.test(path),
);

/** `imports.test.ts` tests what the answer of an upload says of its file. */
function withoutEncoding(told: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { encoding: _, encoding_by: __, encoding_certain: ___, ...names } = told;
  return names;
}

describe('a create', () => {
  let api: Api;
  let fixture: AccountFixture;

  before(async () => {
    api = await startApi('contract-made-records');
    fixture = await addFixtures(await api.account(), 'made');
  });
  after(() => api.stop());

  const listOf = async (name: EndpointName): Promise<Listed[]> => {
    const { message } = (await fixture.client.get(LISTS[name]!(fixture))).body;
    return Object.values(message)[0] as Listed[];
  };

  for (const [name, row] of CREATES) {
    for (const method of row.methods) {
      it(`answers the names of its record: ${method} ${row.path}`, async () => {
        expect(row.extras, 'the row says what it answers').to.not.equal(undefined);
        const before = new Set((await listOf(name)).map(({ id }) => id));
        const { path, init } = requestOf({ row, method }, givenTo(name, inputsBy(name), fixture));
        const { status, body } = await fixture.client.request(path, init);
        expect(status, JSON.stringify(body)).to.equal(200);
        const [made, ...others] = (await listOf(name)).filter(({ id }) => !before.has(id));
        expect(others).to.deep.equal([]);
        const { status: _, message, secret, ...told } = body;
        const names = withoutStatuses(withoutEncoding(told));
        // No list shows it.
        if (row.extras?.includes('secret')) expect(secret).to.match(/^whsec_/);
        else expect(secret).to.equal(undefined);
        if (row.extras?.includes('ids')) expect(names).to.deep.equal({ ids: [made!.id] });
        else if (!row.extras?.includes('utr')) expect(names).to.deep.equal({ id: made!.id });
        else {
          const { warnings, hold_reason, ...named } = names;
          expect(named).to.deep.equal({ id: made!.id, utr: made!.utr });
          expect(warnings !== undefined).to.equal(row.extras?.includes('warnings'));
          expect(hold_reason !== undefined).to.equal(row.extras?.includes('hold_reason'));
        }
        // `message` keeps the contents that the contract defines.
        if ('key' in row.done && row.done.key === 'imports')
          expect(message).to.deep.equal({ imports: [made!.id] });
        else if ('key' in row.done) expect(message).to.deep.equal({ utr: made!.utr });
        else expect(message).to.be.a('string');
      });
    }
  }

  it('answers the names of the existing record when an address is stored only once', async () => {
    const { client, names } = fixture;
    const first = await client.post('/global-unsubscribes/save', {
      email_address: 'b@ids.example,a@ids.example',
    });
    const [b, a] = first.body.ids;
    expect(a).to.equal(b + 1);
    const again = await client.post('/global-unsubscribes/save', {
      email_address: 'A@ids.example, c@ids.example, a@IDS.example, b@ids.example',
    });
    expect(again.body.ids).to.deep.equal([a, again.body.ids[1], b]);
    const person = { segment_id: names.segment, first_name: 'A', last_name: 'B', email: 'twice@ids.example' };
    const { id } = (await client.post('/segment/email/store', person)).body;
    expect((await client.post('/segment/email/store', person)).body).to.include({ id });
  });

  it('answers the names for each address, even when several requests store it at the same time', async () => {
    const email_address = Array.from({ length: 200 }, (_, index) => `m${index}@race.example`).join(',');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => fixture.client.post('/global-unsubscribes/save', { email_address })),
    );
    const listed = (await listOf('globalUnsubscribeSave')) as (Listed & { email_address: string })[];
    const ids = new Map(listed.map(({ id, email_address: address }) => [address, id]));
    for (const { body } of answers) {
      expect(body.ids).to.deep.equal(email_address.split(',').map((address) => ids.get(address)));
    }
  });
});
