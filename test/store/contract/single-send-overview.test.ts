import { expect } from 'chai';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { failed } from '../../support/answers.ts';
import { type Api, startApi } from '../../support/api.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { withoutHints } from '../../support/made.ts';
import { rows } from '../../support/rows.ts';
import { detailsOf } from '../../support/world.ts';

describe('the overview of single sends', () => {
  let api: Api;
  let ground: Ground;
  const utrs: string[] = [];
  before(async () => {
    api = await startApi('contract-single-send-overview');
    ground = await anAccount(api);
    const later = { schedule_type: 1, schedule_date: '2999-01-01', schedule_time: '09:00:00' };
    for (const fields of [
      { single_send_name: 'Spring (1)', draft: 1 },
      { single_send_name: 'Summer', subject: 'Sun and SPRING' },
      { single_send_name: 'Autumn', ...later },
      { single_send_name: 'Winter' },
      { single_send_name: 'Held', template_html: '' },
    ])
      utrs.push((await ground.client.post('/single/send/create', aSend(ground, fields))).body.message.utr);
    await rows(SingleSend).updateOne({ utr: utrs[1]! }, { $set: { status: 3 } });
    await rows(SingleSend).updateOne({ utr: utrs[3]! }, { $set: { status: 2 } });
    await ground.client.get(`/single/send/duplicate?utr=${utrs[1]}`);
  });
  after(() => api.stop());

  const ask = (query: string) => ground.client.get(`/single-send/overview${query}`);
  const names = async (query: string): Promise<string[]> =>
    (await ask(query)).body.message.overview.map((one: { single_send_name: string }) => one.single_send_name);

  it('shows the newest first, in pages', async () => {
    const all = ['Copy of Summer', 'Held', 'Winter', 'Autumn', 'Summer', 'Spring (1)'];
    expect(await names('')).to.deep.equal(all);
    const { body } = await ask('?limit=2');
    const last = body.message.overview[1].id;
    expect(await names(`?limit=3&before_id=${last}`)).to.deep.equal(all.slice(2, 5));
  });

  it('shows all that the details show, except the template and the last test', async () => {
    const {
      template_json: _,
      template_html: __,
      template_text: ___,
      last_test: ____,
      ...shown
    } = await detailsOf(ground.client, utrs[2]!);
    expect((await ask(`?utr=${utrs[2]}`)).body).to.deep.equal({
      status: 'success',
      message: { overview: [shown] },
    });
  });

  for (const [state, found] of [
    ['draft', ['Copy of Summer', 'Spring (1)']],
    ['held', ['Held']],
    ['scheduled', ['Autumn']],
    ['running', ['Winter']],
    ['completed', ['Summer']],
  ] as const)
    it(`lists sends that are ${state}`, async () => {
      expect(await names(`?state=${state}`)).to.deep.equal(found);
    });

  it('finds a text in name or subject, without case and literally', async () => {
    expect(await names('?search=spring')).to.deep.equal(['Copy of Summer', 'Summer', 'Spring (1)']);
    expect(await names(`?search=${encodeURIComponent('(1)')}`)).to.deep.equal(['Spring (1)']);
    expect(await names(`?search=${encodeURIComponent('.*')}`)).to.deep.equal([]);
  });

  it('refuses an unknown state and a wrong limit, and hides the sends of another account', async () => {
    expect(withoutHints(await ask('?state=gone&limit=101'))).to.deep.include(
      failed(422, {
        state: ['The selected state is invalid.'],
        limit: ['The limit field must be between 1 and 100.'],
      }),
    );
    const other = await anAccount(api);
    expect(await other.client.get(`/single-send/overview?utr=${utrs[0]}`)).to.deep.include(
      failed(404, 'Record not found'),
    );
    expect((await other.client.get('/single-send/overview')).body.message.overview).to.deep.equal([]);
  });
});
