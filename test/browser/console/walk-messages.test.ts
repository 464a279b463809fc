import { expect } from 'chai';
import { mailingOfMessage } from '../../../common/domain/mailing-keys.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import type { Engine } from '../../support/engine.ts';
import { type Ground, layGround } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import {
  type Console,
  hasFocus,
  isInGermanOrder,
  pressOn,
  startConsoleAndWorker,
  stepIsInOrder,
  walkFrom,
} from './support.ts';

describe('by keyboard alone, at 360 px and in German,', () => {
  let running: Console;
  let engine: Engine;
  let ground: Ground;
  before(async () => {
    ({ running, engine } = await startConsoleAndWorker('browser-console-walk-messages'));
    ground = await layGround(await running.api.account({ timezone: 'Europe/Berlin' }));
  });
  after(() => running?.stop());

  const later = new Date(Date.now() + 3_600_000).toISOString();
  async function send(name: string, fields: Readonly<Record<string, unknown>> = {}) {
    const { sender_id, client } = ground;
    const email = `${name}@example.com`;
    const content = { subject: `Rechnung für ${name}`, template_html: '<p>Danke.</p>' };
    const { status, body } = await client.post('/messages/send', { email, sender_id, ...content, ...fields });
    expect(status, JSON.stringify(body)).to.equal(200);
    return body as { id: number; utr: string };
  }
  const stateOf = async (utr: string): Promise<string> =>
    (await ground.client.get(`/messages/details?utr=${utr}`)).body.message.messageDetails.state;
  async function sendInDoubt(name: string): Promise<string> {
    const { id, utr } = await send(name);
    await engine.settle();
    const doubt = { attempts: 1, reply: 'the connection closed', in_doubt_at: new Date() };
    const { matchedCount } = await rows(Delivery).updateOne(
      { mailing: mailingOfMessage(id) },
      { $set: { state: 'in_doubt', ...doubt }, $unset: { accepted_at: true } },
    );
    expect(matchedCount).to.equal(1);
    return utr;
  }

  it('single emails are listed and read, one is cancelled, and those in doubt are decided', async () => {
    const doubted = await sendInDoubt('eve');
    const again = await sendInDoubt('zoe');
    const { utr: sent } = await send('ada');
    await engine.settle();
    const { utr: waiting } = await send('max', { send_at: later });
    await walkFrom(running, ground.client, '/campaigns', async (page) => {
      const { keyboard } = page;
      await pressOn(page, page.getByRole('link', { name: 'Einzelne E‑Mails' }));
      await hasFocus(page.getByRole('heading', { level: 1, name: 'Einzelne E‑Mails' }));
      const opener = (name: string) =>
        page.getByRole('button', { name: `Einzelheiten: Rechnung für ${name}, ${name}@example.com` });
      const one = (name: string) => page.getByRole('dialog', { name: `Rechnung für ${name}` });
      expect(await stateOf(sent)).to.equal('accepted');
      await pressOn(page, opener('ada'));
      await one('ada').getByText('Zugestellt', { exact: true }).first().waitFor();
      expect(await one('ada').getByRole('button', { name: 'Senden abbrechen' }).count()).to.equal(0);
      await isInGermanOrder(page, 'a single email');
      await keyboard.press('Escape');
      await hasFocus(opener('ada'));

      await pressOn(page, opener('max'));
      const cancel = one('max').getByRole('button', { name: 'Senden abbrechen' });
      await pressOn(page, cancel);
      const question = page.getByRole('dialog', { name: 'Das Senden dieser E‑Mail abbrechen?' });
      await hasFocus(question.getByRole('button', { name: 'Behalten' }));
      await stepIsInOrder(page);
      await keyboard.press('Enter');
      await hasFocus(cancel);
      expect(await stateOf(waiting)).to.equal('pending');
      await keyboard.press('Enter');
      await pressOn(page, question.getByRole('button', { name: 'Senden abbrechen' }));
      await until(async () => {
        await engine.sweepOnce();
        return (await stateOf(waiting)) === 'skipped';
      }, 'the end of the email');
      await cancel.waitFor({ state: 'detached' });
      await stepIsInOrder(page);
      await keyboard.press('Escape');
      await hasFocus(opener('max'));

      for (const [name, utr, act, asks] of [
        ['eve', doubted, 'Als zugestellt markieren', '1 E‑Mail als zugestellt markieren?'],
        ['zoe', again, 'Erneut senden', '1 E‑Mail erneut senden?'],
      ] as const) {
        await pressOn(page, opener(name));
        const button = one(name).getByRole('button', { name: act });
        await pressOn(page, button);
        const asked = page.getByRole('dialog', { name: asks });
        await hasFocus(asked.getByRole('button').nth(1));
        await stepIsInOrder(page);
        await keyboard.press('Enter');
        await hasFocus(button);
        expect(await stateOf(utr)).to.equal('in_doubt');
        await keyboard.press('Enter');
        await pressOn(page, asked.getByRole('button', { name: act }));
        await button.waitFor({ state: 'detached' });
        await engine.settle();
        expect(await stateOf(utr)).to.equal('accepted');
        await stepIsInOrder(page);
        await keyboard.press('Escape');
        await hasFocus(opener(name));
      }
      expect(engine.mail.to('zoe@example.com')).to.have.length(2);
      expect(engine.mail.to('eve@example.com')).to.have.length(1);
      expect(engine.mail.to('max@example.com')).to.have.length(0);
    });
  });
});
