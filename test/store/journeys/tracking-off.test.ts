import { expect } from 'chai';
import { changeTracking } from '../../../common/accounts/accounts.ts';
import { createSeries } from '../../support/automations.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { addContacts, completed, startWorld, type World } from '../../support/world.ts';

const LINK = 'https://shop.example/sale?a=1';
const HTML = `<html><body><p>Hello ((first_name))</p><a href="${LINK}">Look</a></body></html>`;

describe('a mail without tracking', () => {
  let world: World;
  let ground: Ground;

  before(async () => {
    world = await startWorld('journey-tracking-off');
  });
  after(() => world.stop());
  beforeEach(async () => {
    ground = await anAccount(world.api);
    await addContacts(ground, ['anna@example.com']);
  });

  const htmlOf = async (subject: string): Promise<string> => {
    const html = await until(async () => {
      for (const mail of world.mail.mails) {
        const read = await world.mail.read(mail);
        if (read.subject === subject) return read.html;
      }
      return null;
    }, subject);
    return html;
  };
  const send = async (subject: string, fields: Readonly<Record<string, unknown>> = {}) => {
    const given = aSend(ground, { subject, template_html: HTML, ...fields });
    const { utr } = (await ground.client.post('/single/send/create', given)).body.message;
    return { shown: await completed(ground.client, utr), html: await htmlOf(subject) };
  };
  const isTracked = (html: string): boolean => {
    const signs = [
      html.includes('/o/'),
      html.includes('/c/'),
      html.includes('aria-hidden'),
      !html.includes(LINK),
    ];
    expect(new Set(signs).size, html).to.equal(1);
    return signs[0]!;
  };

  it('is sent by a send with tracking off, and by no other', async () => {
    const [off, on] = [await send('Off', { tracking: 0 }), await send('On', { tracking: 1 })];
    expect([isTracked(off.html), isTracked(on.html)]).to.deep.equal([false, true]);
    expect([off.shown.tracking, on.shown.tracking]).to.deep.equal([0, 1]);
    expect(off.shown).to.deep.include({
      unique_opens: 0,
      total_opens: 0,
      unique_clicks: 0,
      total_clicks: 0,
      machine_opens: 0,
      machine_clicks: 0,
    });
    expect(off.html).to.include('/preferences/');
  });

  it('is sent by every send of an account with tracking off, until it is on again', async () => {
    await changeTracking(ground.client.user_id, false);
    expect(isTracked((await send('Account off', { tracking: 1 })).html)).to.equal(false);
    await changeTracking(ground.client.user_id, true);
    expect(isTracked((await send('Account on')).html)).to.equal(true);
  });

  it('is sent by an automation’s email, or an account, with tracking off', async () => {
    const series = await createSeries(ground, { type: 'custom' });
    await series.email({ subject: 'Email off', template_html: HTML, tracking: 0 });
    await series.email({ subject: 'Email on', template_html: HTML });
    await series.live();
    expect(isTracked(await htmlOf('Email off'))).to.equal(false);
    expect(isTracked(await htmlOf('Email on'))).to.equal(true);
    await changeTracking(ground.client.user_id, false);
    const other = await createSeries(ground, { type: 'custom', automation_name: 'Other' });
    await other.email({ subject: 'Account off too', template_html: HTML, tracking: 1 });
    await other.live();
    expect(isTracked(await htmlOf('Account off too'))).to.equal(false);
  });
});
