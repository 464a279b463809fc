import { expect } from 'chai';
import { applyMailEvent } from '../../../common/changes/mail-events.ts';
import { providerIdIn } from '../../../common/domain/provider-ids.ts';
import { returnPathOf } from '../../../common/domain/token-addresses.ts';
import { tokenKey } from '../../../common/domain/tokens.ts';
import { createLogger } from '../../../common/log.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { findByProviderId } from '../../../common/queries/provider-ids.ts';
import type { Clues } from '../../../inbound/clues.ts';
import { createReceiver, type ReportedEvent } from '../../../inbound/receiver.ts';
import { readReport } from '../../../inbound/reports/read-report.ts';
import deliverSlice from '../../../worker/sending/jobs/deliver-slice.ts';
import { type Engine, openSend, type Subject, startEngine } from '../../support/engine.ts';
import { type Ground } from '../../support/factories.ts';
import { perform } from '../../support/job-payloads.ts';
import { mailOf } from '../../support/mail-of.ts';
import { rows } from '../../support/rows.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../../support/scripted-smtp.ts';
import { addContacts } from '../../support/world.ts';
import { topic } from './hooks/support.ts';

const SES = '0107018c1234abcd-8c1d5a4e-1111-2222-3333-0123456789ab-000000';

describe('the reader of a provider’s id', () => {
  const replies: readonly (readonly [reply: string, id: string | null])[] = [
    [`250 Ok ${SES}`, SES],
    ['250 2.0.0 Ok: queued as 3f2b1c4d-0a1b-4c2d-8e3f-0123456789ab', '3f2b1c4d-0a1b-4c2d-8e3f-0123456789ab'],
    ['250 Ok: queued as LRzXl_NHStOGhQ4kofSm_A', 'LRzXl_NHStOGhQ4kofSm_A'],
    ['250 2.0.0 Ok: queued as 4XyZ0123456789', null],
    ['250 Great success', null],
    ['250 2.0.0 OK  1700000000 a1-20020a170906c20100b009b8d2d4b8a0si123456ejz.12 - gsmtp', null],
    [`250 ${'0123456789abcdef-'.repeat(29)}`, null],
  ];
  for (const [reply, id] of replies)
    it(`reads ${id} from ${reply.slice(0, 60)}`, () => expect(providerIdIn(reply)).to.equal(id));
});

describe('an event of a provider', () => {
  let engine: Engine;
  let ground: Ground;
  let server: ScriptedSmtp;
  let subject: Subject;

  before(async () => {
    engine = await startEngine('provider-ids', { HOOK_SES_TOPICS: topic, BOUNCE_DOMAIN: 'bounces.example' });
    ground = await engine.ground();
    let count = 0;
    server = await startScriptedSmtp({
      act: ({ point }) =>
        point === 'dot' ? `250 Ok ${SES.replace('8c1d5a4e', `8c1d5a4${(count += 1)}`)}` : undefined,
    });
    await addContacts(ground, ['ann@x.example', 'ben@x.example', 'cleo@x.example']);
    subject = await openSend(engine, ground);
    const worker = engine.another({}, { smtpUrls: [server.url] });
    await perform(deliverSlice, { mailing: subject.mailing, lane: 0, turn: 0 }, worker);
  });
  after(async () => {
    await server.close();
    await engine.stop();
  });

  const rowOf = async (email: string) => (await subject.rows()).find((row) => row.email === email)!;
  const report = (recipient: string, clues: Partial<Clues>) => {
    const { config } = engine.api;
    const log = createLogger('inbound', 'silent');
    const receiver = createReceiver(config, {
      apply: applyMailEvent,
      find: findByProviderId,
      read: readReport,
      log,
    });
    const event: ReportedEvent = {
      kind: 'bounced',
      recipient,
      reply: '550 5.2.2 full',
      class: 'full',
      rule: 'test',
      clues: { returnPaths: [], messageIds: [], ...clues },
    };
    return receiver.events('ses', [event, event]);
  };

  it('finds the mail by the id that its reply named, once', async () => {
    const rows = await subject.rows();
    expect(new Set(rows.map(({ state, provider_id }) => `${state} ${provider_id?.length}`))).to.deep.equal(
      new Set([`accepted ${SES.length}`]),
    );
    const { provider_id } = await rowOf('ann@x.example');
    expect(await report('ann@x.example', { providerIds: [provider_id!] })).to.deep.equal([
      'applied',
      'repeated',
    ]);
    expect(await rowOf('ann@x.example')).to.include({ state: 'bounced', class: 'full' });
  });

  it('changes the mail of the token when the id is of another mail, and nothing when the id is unknown', async () => {
    const [ben, cleo] = [await rowOf('ben@x.example'), await rowOf('cleo@x.example')];
    const path = returnPathOf(mailOf(cleo), 1, tokenKey(engine.api.config.signingSecrets), 'bounces.example');
    expect(await report('ben@x.example', { providerIds: [SES, ''] })).to.deep.equal(['foreign', 'foreign']);
    const clues = { providerIds: [ben.provider_id!], returnPaths: [path] };
    expect(await report('ben@x.example', clues)).to.deep.equal(['applied', 'repeated']);
    expect((await rowOf('ben@x.example')).state).to.equal('accepted');
    expect((await rowOf('cleo@x.example')).state).to.equal('bounced');
  });

  it('changes the mail of the id, whatever address it names', async () => {
    const { provider_id } = await rowOf('ben@x.example');
    expect(await report('redacted@x.example', { providerIds: [provider_id!] })).to.deep.equal([
      'applied',
      'repeated',
    ]);
    expect((await rowOf('ben@x.example')).state).to.equal('bounced');
  });

  it('finds its row by an index of the rows that have an id', async () => {
    const plan = await rows(Delivery)
      .find({ provider_id: { $gt: '', $in: [SES] } })
      .explain();
    expect(JSON.stringify(plan)).to.include('"indexName":"provider_id_1"');
  });
});
