import { expect } from 'chai';
import { setClock } from '../../../../common/clock.ts';
import { Mailing } from '../../../../common/models/mailings.ts';
import { createSeries, DAY, HOUR, join, movableClock, type Series } from '../../../support/automations.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { type Ground } from '../../../support/factories.ts';
import { rows } from '../../../support/rows.ts';

describe('changing a live automation', () => {
  let engine: Engine;
  let ground: Ground;
  let clock: ReturnType<typeof movableClock>;

  before(async () => {
    engine = await startEngine('automation-changes');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    clock = movableClock();
    ground = await engine.ground();
    engine.rung.length = 0;
    engine.mail.mails.length = 0;
  });
  afterEach(() => setClock());

  const subjects = async (address: string): Promise<(string | undefined)[]> => {
    const mails = engine.mail.to(address).map((mail) => engine.mail.read(mail));
    return (await Promise.all(mails)).map((mail) => mail.subject);
  };
  const update = async (utr: string, fields: Readonly<Record<string, unknown>>): Promise<void> => {
    const answer = await ground.client.post('/automations/schedule/update', {
      utr,
      sender_id: ground.sender_id,
      subject: 'Hello',
      waiting_type: 'instantly',
      waiting_period: 1,
      template_id: 1,
      preview_img: 'welcome.png',
      template_html: '<p>Hello</p>',
      ...fields,
    });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
  };
  /** The targets of the links in the mails to an address, without the hidden ones. */
  const targets = async (address: string): Promise<(string | null)[]> => {
    const mails = await Promise.all(engine.mail.to(address).map((mail) => engine.mail.read(mail)));
    const links = mails.flatMap((mail) =>
      [...(mail.html ?? '').matchAll(/\/c\/[\w-]{40}(?!" tabindex)/g)].map(([path]) => path),
    );
    const answers = await Promise.all(links.map((path) => engine.api.request(path)));
    return answers.map((answer) => answer.headers.get('location'));
  };

  it('lets contacts that entered without an email wait for the first one', async () => {
    const series = await createSeries(ground);
    await series.live();
    await join(ground, ['ann@example.com'], engine.worker);
    await engine.settle();
    expect(await series.progress()).to.deep.include({ entered: 1, waiting: 1, done: 0 });
    clock.pass(DAY);
    await series.email({ subject: 'One', waiting_type: 'days', waiting_period: 2 });
    await engine.settle();
    expect(await subjects('ann@example.com')).to.deep.equal([]);
    clock.pass(DAY);
    await engine.settle();
    expect(await subjects('ann@example.com')).to.deep.equal(['One']);
  });

  it('sends an added email to contacts on their way, but not to those who are done', async () => {
    const series = await createSeries(ground);
    await series.email({ subject: 'One' });
    await series.live();
    await join(ground, ['done@example.com'], engine.worker);
    await engine.settle();
    await series.pause();
    await series.live();
    const two = await series.email({ subject: 'Two', waiting_type: 'days' });
    await join(ground, ['ann@example.com'], engine.worker);
    await engine.settle();
    await series.email({ subject: 'Three', waiting_type: 'hours' });
    clock.pass(DAY);
    await engine.settle();
    clock.pass(HOUR);
    await engine.settle();
    expect(await subjects('ann@example.com')).to.deep.equal(['One', 'Two', 'Three']);
    expect(await subjects('done@example.com')).to.deep.equal(['One']);
    expect((await series.ledger()).filter((row) => row.mailing === two.mailing)).to.have.length(1);
  });

  it('skips a deleted email: the next one waits from the one before it', async () => {
    const series = await createSeries(ground);
    await series.email({ subject: 'One' });
    const two = await series.email({ subject: 'Two', waiting_type: 'days', waiting_period: 5 });
    await series.email({ subject: 'Three', waiting_type: 'days', waiting_period: 2 });
    await series.live();
    await join(ground, ['ann@example.com'], engine.worker);
    await engine.settle();
    clock.pass(DAY);
    await ground.client.delete(`/automations/schedule/delete?utr=${two.utr}`);
    await engine.settle();
    expect(await subjects('ann@example.com')).to.deep.equal(['One']);
    clock.pass(DAY);
    await engine.settle();
    expect(await subjects('ann@example.com')).to.deep.equal(['One', 'Three']);
    expect((await series.progress()).done).to.equal(1);
  });

  it('ends for contacts that wait for a deleted last email', async () => {
    const series = await createSeries(ground);
    await series.email({ subject: 'One' });
    const two = await series.email({ subject: 'Two', waiting_type: 'days' });
    await series.live();
    await join(ground, ['ann@example.com'], engine.worker);
    await engine.settle();
    await ground.client.delete(`/automations/schedule/delete?utr=${two.utr}`);
    await engine.settle();
    expect(await series.progress()).to.deep.include({ waiting: 0, done: 1 });
  });

  it('applies a changed wait from the position of each contact', async () => {
    const series = await createSeries(ground);
    const one = await series.email({ subject: 'One', waiting_type: 'days', waiting_period: 9 });
    await series.live();
    await join(ground, ['ann@example.com'], engine.worker);
    clock.pass(3 * HOUR);
    await update(one.utr, { subject: 'One', waiting_type: 'hours', waiting_period: 4 });
    await engine.settle();
    expect(await subjects('ann@example.com')).to.deep.equal([]);
    clock.pass(HOUR);
    await engine.settle();
    expect(await subjects('ann@example.com')).to.deep.equal(['One']);
  });

  describe('by new content of an email', () => {
    let one: Awaited<ReturnType<Series['email']>>;

    beforeEach('the email is sent with the old content, and then with the new one', async () => {
      const series = await createSeries(ground);
      const link = (path: string): string => `<a href="https://example.com/${path}">${path}</a>`;
      one = await series.email({ subject: 'Old', template_html: `<p>${link('old')}${link('both')}</p>` });
      await series.live();
      await join(ground, ['first@example.com'], engine.worker);
      await engine.settle();
      await update(one.utr, { subject: 'New', template_html: `<p>${link('new')}${link('both')}</p>` });
      await join(ground, ['second@example.com'], engine.worker);
      await engine.settle();
    });

    it('sends it to contacts that join later', async () => {
      expect(await subjects('first@example.com')).to.deep.equal(['Old']);
      expect(await subjects('second@example.com')).to.deep.equal(['New']);
    });

    it('leaves the targets of links in earlier mails', async () => {
      expect(await targets('first@example.com')).to.deep.equal([
        'https://example.com/old',
        'https://example.com/both',
      ]);
      expect(await targets('second@example.com')).to.deep.equal([
        'https://example.com/new',
        'https://example.com/both',
      ]);
    });

    it('adds new links to the mailing, and keeps the existing ones', async () => {
      const mailing = await rows(Mailing).findOne({ _id: one.mailing });
      expect(mailing!.links.map(({ id, url }) => [id, url])).to.deep.equal([
        [1, 'https://example.com/old'],
        [2, 'https://example.com/both'],
        [3, 'https://example.com/new'],
      ]);
      expect(mailing!.revision).to.equal(2);
    });
  });
});
