import { expect } from 'chai';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { createSeries } from '../../support/automations.ts';
import { anAccount, aSend, type Ground, layGround } from '../../support/factories.ts';
import { UNCLOSED } from '../../support/hiding-ways.ts';
import { HOSTILE_HTML, INLINE_STYLES, mjmlOfBody } from '../../support/hostile-designs.ts';
import { sentAgain } from '../../support/sent-again.ts';
import { until } from '../../support/until.ts';

const json = (mjml: string) => ({ template_html: '', template_json: JSON.stringify({ mjml }) });
const FIELD = 'The template json field can not be used:';

describe('the saving of designs', () => {
  let api: Api;
  let ground: Ground;
  let client: Client;

  before(async () => {
    api = await startApi('designs', { RENDER_CPU_MS: '1500' });
    client = await api.account();
    ground = await layGround(client);
  });
  after(() => api.stop());

  const create = (fields: object, whose = ground): Promise<Answer> =>
    sentAgain(() => whose.client.post('/single/send/create', aSend(whose, { ...fields })));

  it('refuses MJML that is not closed, with each line and reason', async () => {
    const { status, body } = await create(json('<mjml><mj-body><mj-section>'));
    expect(status).to.equal(422);
    expect(body.errors).to.deep.equal({
      template_json: [
        `${FIELD} line 1: <mj-section> is not closed; write </mj-section> at its end.`,
        `${FIELD} line 1: <mj-body> is not closed; write </mj-body> at its end.`,
        `${FIELD} line 1: <mjml> is not closed; write </mjml> at its end.`,
      ],
    });
  });

  it('refuses an unknown MJML element with line and reason', async () => {
    const unknown = await create(json(mjmlOfBody('<mj-nonsense>x</mj-nonsense>')));
    expect(unknown.body.errors).to.deep.equal({
      template_json: [
        `${FIELD} line 1: <mj-nonsense> is no element of MJML; use one that is, or put HTML into <mj-text>.`,
      ],
    });
  });

  it('reports the design together with all other problems', async () => {
    const { body } = await create({ ...json('<mjml></mjml>'), sender_id: 999_999 });
    expect(body.errors).to.have.keys(['template_json', 'sender_id']);
  });

  it('refuses a design that takes too long, while it serves another account', async () => {
    const other = await anAccount(api);
    const hostile = create(json(INLINE_STYLES));
    let done = false;
    void hostile.finally(() => (done = true));
    await until(async () => {
      expect((await api.request('/healthz')).status).to.equal(200);
      return done;
    }, 'the refusal');
    expect((await hostile).body.errors).to.deep.equal({
      template_json: [
        `${FIELD} it takes too long to render; make it shorter, or use fewer rules and elements.`,
      ],
    });
    expect((await create({}, other)).status).to.equal(200);
  });

  it('makes a design wait behind others of its account, and answers 429 when too many wait', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => create(json(mjmlOfBody(`<mj-text>crowd ${at}</mj-text>`)))),
    );
    const refused = answers.filter(({ status }) => status === 429);
    // Four when rendering is quick; on a busy machine also those that wait longer than ten seconds.
    expect(refused).to.have.length.of.at.least(1);
    expect(refused[0]!.headers.get('retry-after')).to.equal('5');
    expect(answers.filter(({ status }) => status === 200)).to.have.length(12 - refused.length);
    const isTaken = async () =>
      (await create(json(mjmlOfBody('<mj-text>crowd 11</mj-text>')))).status === 200;
    await until(isTaken, 'a later call');
  });

  it('accepts HTML from which no text can be made', async () => {
    for (const template_html of Object.values(HOSTILE_HTML)) {
      expect((await create({ template_html })).status).to.equal(200);
    }
  });

  it('refuses HTML or MJML that leaves something open', async () => {
    const refused = 'The template html field can not be used:';
    for (const [name, [template_html, open]] of Object.entries(UNCLOSED)) {
      const { status, body } = await create({ template_html });
      expect([status, Object.keys(body.errors)], name).to.deep.equal([422, ['template_html']]);
      expect(body.errors.template_html[0].startsWith(`${refused} ${open}`), name).to.equal(true);
    }
    const { status, body } = await create(json(mjmlOfBody('<mj-text><!-- note</mj-text>')));
    expect([status, body.errors]).to.deep.equal([
      422,
      {
        template_json: [
          `${FIELD} line 1: <mj-text>: a comment is not closed; write --> at its end: “<!-- note”.`,
        ],
      },
    ]);
  });

  it('refuses unclosed HTML in each call that saves a design', async () => {
    const { utr } = (await create({})).body.message;
    const template_html = UNCLOSED['a comment']![0];
    const series = await createSeries(ground);
    const email = await series.email();
    const emailOf = (of: string) => ({
      utr: of,
      sender_id: ground.sender_id,
      subject: 'Hello',
      waiting_type: 'instantly',
      waiting_period: 1,
      template_id: 1,
      preview_img: 'welcome.png',
    });
    const calls = {
      '/single/send/update': aSend(ground, { utr, template_html }),
      '/templates/save': { template_name: 'Open', ...json(mjmlOfBody('<mj-text><!-- note</mj-text>')) },
      '/automations/schedule/create': { ...emailOf(series.utr), template_html },
      '/automations/schedule/update': { ...emailOf(email.utr), template_html },
    };
    for (const [path, fields] of Object.entries(calls)) {
      const { status, body } = await sentAgain(() => client.post(path, fields));
      expect(status, path).to.equal(422);
      expect(Object.values(body.errors).flat().join(' '), path).to.include(
        'a comment is not closed; write -->',
      );
    }
  });

  it('holds a send whose mail would consist of the footer', async () => {
    const { body } = await create({ template_html: '<html><body><div> </div></body></html>' });
    const details = await client.get(`/single-send/details?utr=${body.message.utr}`);
    expect(details.body.message.singleSend[0]).to.deep.include({
      status: 0,
      hold_reason: 'template_empty',
      hold_detail: null,
    });
  });
});
