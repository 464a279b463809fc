import { expect } from 'chai';
import { mailingOfEmail } from '../../../common/domain/mailing-keys.ts';
import { Mailing, type MailingContent, newMailing } from '../../../common/models/mailings.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { createSeries } from '../../support/automations.ts';
import { type Ground, layGround } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';

const MISSING = { status: 404, body: { status: 'failed', errors: 'Record not found' } };

describe('the progress of an automation', () => {
  let api: Api;
  let client: Client;
  let ground: Ground;

  before(async () => {
    api = await startApi('contract-automation-progress');
    client = await api.account();
    ground = await layGround(client);
  });
  after(() => api.stop());

  const progressOf = (utr: string, owner = client) => owner.get(`/automations/progress?utr=${utr}`);

  it('lists all contacts and all emails in order', async () => {
    const series = await createSeries(ground);
    const one = await series.email({ subject: 'One' });
    const two = await series.email({ subject: 'Two', template_html: '' });
    const figures = {
      waiting: 0,
      triggered: 0,
      delivered: 0,
      unique_opens: 0,
      total_opens: 0,
      bounces: 0,
      unsubscribes: 0,
      in_doubt: 0,
      complaints: 0,
      unique_clicks: 0,
      total_clicks: 0,
      machine_opens: 0,
      machine_clicks: 0,
      unsubscribe_reasons: { too_many: 0, not_relevant: 0, not_interested: 0, never_signed_up: 0, other: 0 },
      trouble: [],
      delayed: 0,
    };
    expect(await progressOf(series.utr)).to.deep.include({
      status: 200,
      body: {
        status: 'success',
        message: {
          progress: {
            entered: 0,
            waiting: 0,
            done: 0,
            left: 0,
            left_reasons: { exit_criteria: 0, unsubscribed: 0, bounced: 0, deleted: 0, address_taken: 0 },
            emails: [
              { id: one.id, utr: one.utr, subject: 'One', hold_reason: null, hold_detail: null, ...figures },
              {
                id: two.id,
                utr: two.utr,
                subject: 'Two',
                hold_reason: 'template_empty',
                hold_detail: null,
                ...figures,
              },
            ],
          },
        },
      },
    });
  });

  it('shows why mails of an email wait, until the server takes them', async () => {
    const series = await createSeries(ground);
    const { id } = await series.email();
    const since = new Date(Date.now() - 3600_000);
    await rows(Mailing).insertOne({
      ...newMailing(
        {
          _id: mailingOfEmail(id),
          user_id: client.user_id,
          sender_id: 1,
          unsubscribe_group_id: 1,
          content: {} as MailingContent,
          links: [],
        },
        since,
      ),
      automation_id: series.id,
      schedule_id: id,
      state: 'open',
      server_trouble: {
        host: 'mx.example:25',
        reply: 'mx.example:25: refused',
        class: 'relay',
        since,
        next_try_at: new Date(Date.now() + 60_000),
      },
    });
    const email = async () => (await progressOf(series.utr)).body.message.progress.emails[0];
    const { trouble, delayed } = await email();
    expect(trouble).to.have.length(1);
    expect(trouble[0]).to.deep.include({ scope: 'server', host: 'mx.example:25', class: 'relay' });
    expect(delayed).to.equal(0);
    await rows(Mailing).updateOne({ _id: mailingOfEmail(id) }, { $unset: { server_trouble: 1 } });
    expect((await email()).trouble).to.deep.equal([]);
  });

  it('needs the utr of an existing automation of the account', async () => {
    const series = await createSeries(ground);
    expect(await client.get('/automations/progress')).to.deep.include({
      status: 422,
      body: { status: 'failed', errors: { utr: ['The utr field is required.'] } },
    });
    expect(await progressOf('nothing')).to.deep.include(MISSING);
    expect(await progressOf(series.utr, await api.account())).to.deep.include(MISSING);
    await client.delete(`/automations/delete?utr=${series.utr}`);
    expect(await progressOf(series.utr)).to.deep.include(MISSING);
  });

  it('serves the image and the design of each email', async () => {
    const series = await createSeries(ground);
    await series.email();
    const list = await client.get(`/automations/schedule?utr=${series.utr}`);
    const [schedule] = list.body.message.automation_schedules;
    const image = await api.request(new URL(schedule.image).pathname);
    expect([image.status, image.headers.get('content-type')]).to.deep.equal([200, 'image/png']);
    // A visitor without a session is asked to sign in and led back; see test/pages/design.
    const design = await api.request(new URL(schedule.design_url).pathname);
    expect(design.status).to.be.within(200, 303);
  });
});
