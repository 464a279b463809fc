import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { contract, type EndpointName } from '../../../api/contract.ts';
import type { JsonSchema } from '../../../api/http/json-schema.ts';
import type { OpenApiDocument, Operation, Response } from '../../../api/openapi/operation.ts';
import { curlOf } from '../../../api/pages/docs/example-calls.ts';
import { Counter } from '../../../common/store/counters.ts';
import { type Api, type Client, startOwnApi } from '../../support/api.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import { pngOf } from '../../support/images.ts';
import { type PythonCalls, runTypescript, startPython } from '../../support/printed-clients.ts';
import { callsOn, differences, type Printed, runPrinted } from '../../support/reference.ts';
import { type ExampleAccount, prepareAccount } from '../../support/reference-account/account.ts';
import { EXAMPLE_ZONES } from '../../support/reference-account/records.ts';
import { SITUATIONS } from '../../support/reference-account/situations.ts';

/** Ordered so that each call finds the records that it names. The last one is made from a file. */
const CREATES: readonly EndpointName[] = [
  'contactTypeAdd',
  'customFieldSave',
  'contactAdd',
  'segmentStore',
  'segmentRecipientStore',
  'unsubscribeGroupSave',
  'groupRecipientAdd',
  'globalUnsubscribeSave',
  'suppressionSave',
  'notificationRecipientSave',
  'webhookSave',
  'mediaUpload',
  'ownTemplateSave',
  'sendingDomainSave',
  'senderSave',
  'singleSendCreate',
  'singleSendShare',
  'messageSend',
  'automationCreate',
  'automationScheduleCreate',
  'suppressionUploadCsv',
  'contactUpload',
  'contactUploadCsv',
  'bulkChangeSave',
  'moveAdd',
];

/** Values that differ between accounts. */
const FREE = new Set(['used', 'secret', 'unique_open_token', 'utr', 'design_url', 'image', 'date']);
/** Values of one answer that depend on the inputs of its call: the reference shows those of a usual audience. */
const FREE_OF: Readonly<Record<string, readonly string[]>> = {
  contactPlaces: ['contacts'],
  // Shown on request.
  webhookAttemptList: ['body', 'answer'],
  customFieldUses: ['id', 'segments', 'templates', 'automations', 'campaigns'],
  singleSendShare: ['url'],
  singleSendAudience: ['members', 'duplicates', 'excluded', 'unsubscribed', 'bounced', 'recipients'],
  messageSendMany: ['id', 'ids'],
  webhookTest: ['message_id', 'status', 'failure', 'took_ms', 'answer'],
  mediaList: ['url', 'bytes'],
  mediaDetails: ['url', 'bytes'],
  sendingDomainReports: ['from', 'to', 'since', 'at', 'sent'],
  accountReputation: ['accepted', 'complaints', 'bounces'],
};

interface Example {
  readonly name: string;
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
  readonly call: string;
  /** The same call of the clients; none where the method is another name of an operation. */
  readonly typescript: string | undefined;
  readonly python: string | undefined;
}

describe('the API reference', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-reference-'));
  let api: Api;
  let dns: DnsServer;
  let client: Client;
  let account: ExampleAccount;
  let document: OpenApiDocument;
  let examples: ReadonlyMap<string, Example>;
  let pythonCalls: PythonCalls;

  before(async () => {
    dns = await startDnsServer();
    for (const [name, text] of EXAMPLE_ZONES) dns.zones.set(name, { txt: [text] });
    api = await startOwnApi('docs-reference', { RATE_CALLS: '0', DNS_SERVERS: dns.address });
    // The examples have the first ids.
    await Counter.deleteMany({});
    client = await api.account();
    account = await prepareAccount(client.user_id);
    writeFileSync(join(folder, 'contacts.csv'), 'email,Shoe size\nada@example.com,38\n');
    writeFileSync(join(folder, 'banner.png'), pngOf(1200, 400));
    document = (await api.request('/openapi.json')).body;
    const page = (await api.request('/docs')).body as string;
    const printed = callsOn(page);
    const typescript = callsOn(page, 'TypeScript');
    const python = callsOn(page, 'Python');
    pythonCalls = startPython(api.url, client, folder);
    examples = new Map(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]): [string, Example] => {
          const name = operation.operationId;
          // Of several methods, the page prints the first.
          const call = operation['x-same-as']
            ? curlOf(`${document.servers[0]!.url}${path}`, method.toUpperCase(), operation, bodyOf(operation))
            : printed.get(name)!;
          const clients = { typescript: typescript.get(name), python: python.get(name) };
          return [name, { name, path, method: method.toUpperCase(), operation, call, ...clients }];
        }),
      ),
    );
  });
  after(async () => {
    pythonCalls?.stop();
    rmSync(folder, { recursive: true, force: true });
    await api?.stop();
    await dns?.close();
  });

  const bodyOf = ({ requestBody }: Operation): JsonSchema | undefined => {
    const $ref = Object.values(requestBody?.content ?? {})[0]?.schema.$ref;
    return $ref === undefined ? undefined : document.components.schemas[$ref.split('/').at(-1)!];
  };

  const run = ({ call }: Example): Promise<Printed> =>
    runPrinted(call.replace(document.servers[0]!.url, `${api.url}/api`), client, folder);

  const inTypescript = ({ typescript }: Example): Promise<Printed> =>
    runTypescript(typescript!, api.url, client, folder);

  const inPython = ({ python }: Example): Promise<Printed> => pythonCalls.run(python!);

  /** The ways in which the page shows an operation. */
  const shownWays = ({ typescript, python }: Example) => [
    run,
    ...(typescript ? [inTypescript] : []),
    ...(python ? [inPython] : []),
  ];

  /** Where an answer differs from the example. */
  function wrongIn({ name, operation }: Example, { status, type, text }: Printed): string[] {
    if (status !== 200) return [`${name} answered ${status}: ${text.slice(0, 500)}`];
    const { content = {} } = operation.responses['200'] as Response;
    const media = content[type];
    if (!media) return [`${name} answered ${type}`];
    if (type !== 'application/json') return [];
    const free = new Set([...FREE, ...(FREE_OF[name] ?? [])]);
    return differences(media.example, JSON.parse(text), free).map((one) => `${name}: ${one}`);
  }

  /** The same call with every input that has an example; inputs that exclude each other are left out. */
  async function runInFull(example: Example): Promise<Printed> {
    const { properties = {} } = bodyOf(example.operation) ?? {};
    const {
      template_html: _,
      all: __,
      mjml: _____,
      // With `schedule_type` 0 they are ignored, and the answer reports that.
      schedule_date: ___,
      schedule_time: ____,
      ...given
    } = Object.fromEntries(
      Object.entries(properties).map(([name, { examples: shown }]) => [name, shown?.[0]]),
    );
    // Its example deletes contacts, and needs neither.
    if (example.name === 'bulkChangeSave') for (const name of ['segment_id', 'tag']) delete given[name];
    const query = new URLSearchParams(
      (example.operation.parameters ?? [])
        .filter((one) => one.in === 'query')
        .map((one) => [one.name, String(one.example)]),
    );
    const response = await fetch(`${api.url}/api${example.path}?${query}`, {
      method: example.method,
      headers: {
        PublicKey: client.public_key,
        SecretKey: client.secret_key,
        'Content-Type': 'application/json',
      },
      ...(example.operation.requestBody && { body: JSON.stringify(soon(given)) }),
    });
    const type = response.headers.get('content-type')?.split(';', 1)[0] ?? '';
    return { status: response.status, type, text: await response.text() };
  }

  const isUpload = ({ operation }: Example): boolean =>
    operation.requestBody !== undefined && operation.requestBody.content['application/json'] === undefined;

  const isList = ({ name }: Example): boolean => {
    const done = contract[name.replace(/By[A-Z]+$/, '') as EndpointName].done;
    return 'list' in done;
  };

  it('prints an example for every operation', () => {
    expect(
      [...examples.values()].filter(({ call }) => !call?.startsWith('curl')).map(({ name }) => name),
    ).to.deep.equal([]);
    const named = [...examples.values()].filter(({ operation }) => !operation['x-same-as']);
    expect(
      named.filter(({ name, typescript }) => !typescript?.includes(`await client.${name}(`)),
    ).to.deep.equal([]);
    expect(named.filter(({ python }) => !python?.includes('client.'))).to.deep.equal([]);
  });

  async function beginAgain(name: EndpointName): Promise<void> {
    await account.restore();
    await account.beforeCreate(name);
  }

  /**
   * Where an answer differs from the example that makes a record. A busy machine may have no time for it: after a 503 it is sent again, as
   * a client would. What got the 503 may be done all the same a little later, and takes a number then; so another one may follow it.
   */
  async function wrongInMade(
    name: EndpointName,
    way: (example: Example) => Promise<Printed>,
    mayBeDisturbed = false,
  ): Promise<readonly string[]> {
    const example = examples.get(name)!;
    const answer = await way(example);
    const wrong = wrongIn(example, answer);
    const hadNoTime = answer.status === 503;
    if (!hadNoTime && !(mayBeDisturbed && wrong.length > 0)) return wrong;
    await beginAgain(name);
    return wrongInMade(name, way, hadNoTime);
  }

  it('shows how to make the records that others use, as printed and with all inputs', async () => {
    const wrong: string[] = [];
    for (const name of CREATES) {
      const example = examples.get(name)!;
      await account.beforeCreate(name);
      const ways = [...shownWays(example), ...(isUpload(example) ? [] : [runInFull])];
      for (const way of ways) {
        if (way !== ways[0]) await beginAgain(name);
        wrong.push(...(await wrongInMade(name, way)));
      }
      await account.afterCreate(name);
    }
    expect(wrong).to.deep.equal([]);
    await account.finish();
  });

  it('shows the answers that the service gives', async () => {
    const all = [...examples.values()].filter(({ name }) => !(CREATES as readonly string[]).includes(name));
    const reading = all.filter(
      ({ name, method }) => method === 'GET' && !(name in SITUATIONS) && !changes(name),
    );
    const answers = await Promise.all(
      reading.flatMap((example) =>
        // Python makes one call after the other.
        shownWays(example)
          .filter((way) => way !== inPython)
          .map(async (way) => [example, await way(example)] as const),
      ),
    );
    for (const example of reading.filter(({ python }) => python))
      answers.push([example, await inPython(example)]);
    const wrong = answers.flatMap(([example, answer]) => wrongIn(example, answer));
    for (const example of all.filter((one) => !reading.includes(one))) {
      for (const [at, call] of [...shownWays(example), runInFull].entries()) {
        if (call === runInFull && !example.operation.requestBody) continue;
        // After a call that changes nothing, the situation is the same.
        if (at === 0 || example.method !== 'GET' || changes(example.name)) {
          await account.restore();
          await SITUATIONS[example.name]?.();
        }
        wrong.push(...wrongIn(example, await call(example)));
      }
    }
    expect(wrong).to.deep.equal([]);
  });

  const changes = (name: string): boolean => {
    const row = contract[name.replace(/By[A-Z]+$/, '') as EndpointName];
    return 'changes' in row;
  };

  it('shows how to page through lists', async () => {
    await account.restore();
    const lists = [...examples.values()].filter(isList);
    for (const example of lists) {
      await SITUATIONS[example.name]?.();
      const { status, text } = await runInFull(example);
      expect(status, `${example.name}: ${text.slice(0, 300)}`).to.equal(200);
      expect(JSON.parse(text), example.name).to.have.property('next_after_id', null);
    }
  });

  it('shows numbers that add up', () => {
    // oxlint-disable-next-line typescript/no-explicit-any -- Whatever the example has.
    const shown = (name: string): Record<string, any> =>
      (examples.get(name)!.operation.responses['200'] as Response).content!['application/json']!
        .example as never;
    const [send] = shown('singleSendDetails')['message'].singleSend;
    const { members, recipients, ...without } = send.audience;
    const sum = (numbers: object): number =>
      Object.values(numbers).reduce((a: number, b: number) => a + b, 0);
    expect(recipients).to.equal(members - sum(without));
    expect(send.triggered + send.skipped + send.pending).to.equal(recipients);
    expect(send.delivered + send.bounces + send.in_doubt).to.equal(send.triggered);
    expect([send.status, send.pending, send.cancelled]).to.deep.equal([3, 0, false]);
    expect(send.total_opens).to.be.at.least(send.unique_opens);
    expect(send.total_clicks).to.be.at.least(send.unique_clicks);
    const { import: found } = shown('importDetails')['message'];
    expect([found.state, found.percent, found.failure]).to.deep.equal(['completed', 100, null]);
    const { rows_read, rows_added, rows_updated, rows_unchanged, rows_refused } = found;
    expect(rows_read).to.equal(rows_added + rows_updated + rows_unchanged + rows_refused);
    const { entered, waiting, done, left, left_reasons, emails } =
      shown('automationProgress')['message'].progress;
    expect(entered).to.equal(waiting + done + left);
    expect(sum(left_reasons)).to.equal(left);
    const { automation } = shown('automationDetails')['message'];
    expect(automation.status).to.equal(1);
    for (const [total, one] of [
      ['total_triggered', 'triggered'],
      ['total_delivered', 'delivered'],
      ['total_unique_opens', 'unique_opens'],
      ['total_opens', 'total_opens'],
      ['total_bounces', 'bounces'],
      ['total_unsubscribe', 'unsubscribes'],
    ] as const) {
      expect(automation[total], total).to.equal(emails[0][one]);
    }
  });
});

/** A message goes within 30 days, and the example has a date that stays. */
const soon = (given: object): object =>
  'send_at' in given ? { ...given, send_at: new Date(Date.now() + 24 * 3600_000).toISOString() } : given;
