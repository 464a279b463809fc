import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { refreshFigures } from '../../../common/changes/figures.ts';
import { setClock } from '../../../common/clock.ts';
import { SingleSend, type SingleSendDocument } from '../../../common/models/single-sends.ts';
import { nextId } from '../../../common/store/ids.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { aSend, type Ground, layGround } from '../../support/factories.ts';
import {
  type Counts,
  PATTERNS,
  type Pattern,
  type PatternVisitor,
  type Step,
  VISITORS,
} from '../../support/fetch-patterns.ts';
import { type SentMail, writeSentMail } from '../../support/ledger.ts';
import { rows } from '../../support/rows.ts';

const LINKS = [1, 2, 3, 4, 5].map((id) => ({ id, url: `https://shop.example/${id}` }));
const START = Date.parse('2026-05-04T08:00:00Z');
const COUNTS = ['opens', 'clicks', 'machine_opens', 'machine_clicks'] as const;

const whole = (counts: Counts): Required<Counts> => ({
  opens: counts.opens ?? 0,
  clicks: counts.clicks ?? 0,
  machine_opens: counts.machine_opens ?? 0,
  machine_clicks: counts.machine_clicks ?? 0,
});

type Asked = Pick<Api, 'request' | 'tracked'>;

describe('the counting of people and machines', () => {
  let api: Api;
  let other: Awaited<ReturnType<Api['another']>>;
  let client: Client;
  let ground: Ground;
  /** A send that is done, of which each pattern has a copy. */
  let send: SingleSendDocument;

  before(async () => {
    api = await startApi('api-people-and-machines', { TRUST_PROXY: '1', TRACKING_MS: '5000' });
    other = await api.another();
    client = await api.account();
    ground = await layGround(client);
    const later = { schedule_type: 1, schedule_date: '2030-01-01', schedule_time: '10:00:00' };
    const { utr } = (await client.post('/single/send/create', aSend(ground, later))).body.message;
    send = (await rows(SingleSend).findOneAndUpdate(
      { utr },
      { $set: { status: 3 } },
      { returnDocument: 'after' },
    ))!;
  });
  after(async () => {
    setClock();
    await other.stop();
    await api.stop();
  });
  afterEach(() => setClock());

  const pathOf = (mail: SentMail, what: Step['what']): string =>
    what === 'pixel' ? `/o/${mail.token('open')}` : `/c/${mail.token('click', what === 'hidden' ? 0 : what)}`;

  async function play(
    by: Asked,
    mail: SentMail,
    { at, by: who, what, method }: Step,
    offset = 0,
    number = 1,
  ) {
    setClock(() => START + 1000 * (at + offset));
    const { ip, agent, headers }: PatternVisitor = VISITORS[who];
    await by.request(pathOf(mail, what), {
      method: method ?? 'GET',
      headers: { 'X-Forwarded-For': ip.replace('{n}', String(number)), 'User-Agent': agent, ...headers },
    });
  }

  /** Writes what was asked for, and the marks that show by it. */
  async function written(by: Asked): Promise<void> {
    await by.tracked();
    await by.tracked();
  }

  async function countsOf(mail: SentMail): Promise<Required<Counts>> {
    return whole(await mail.row());
  }

  /** A send with a mail for each recipient. */
  async function mailsOf(
    { mails = 1, domain }: Pattern,
    at: number,
  ): Promise<{ utr: string; mails: SentMail[] }> {
    setClock(() => START);
    const [id, utr] = [await nextId('single_sends'), randomUUID()];
    await rows(SingleSend).insertOne({ ...send, _id: id, utr });
    const host = domain ?? `pattern-${at}.example`;
    const sent = [
      await writeSentMail(api, { userId: client.user_id, links: LINKS, sendId: id, email: `r1@${host}` }),
    ];
    for (let number = 2; number <= mails; number += 1)
      sent.push(
        await writeSentMail(api, { userId: client.user_id, links: LINKS, email: `r${number}@${host}` }),
      );
    return { utr, mails: sent };
  }

  it('covers 40 patterns and more', () => {
    expect(PATTERNS.length).to.be.at.least(40);
    expect(new Set(PATTERNS.map(({ name }) => name)).size).to.equal(PATTERNS.length);
  });

  for (const [at, pattern] of PATTERNS.entries()) {
    const { name, steps, expected, apart = 0 } = pattern;
    it(`tells them apart when they are written together: ${name}`, async () => {
      const { utr, mails } = await mailsOf(pattern, at);
      for (const [number, mail] of mails.entries())
        for (const step of steps) await play(api, mail, step, number * apart, number + 1);
      await written(api);
      for (const mail of mails) expect(await countsOf(mail), mail.email).to.deep.equal(whole(expected));
      await checkFigures(utr, mails[0]!, pattern);
    });

    if (pattern.mails === undefined)
      it(`tells them apart when each is written before the next, by two processes in turns: ${name}`, async () => {
        const { utr, mails } = await mailsOf(pattern, at);
        for (const [number, step] of steps.entries()) {
          const by = number % 2 === 0 ? api : other;
          await play(by, mails[0]!, step);
          await written(by);
          if (step.leaves)
            expect(await countsOf(mails[0]!), `after ${number + 1}`).to.deep.equal(whole(step.leaves));
          await refreshFigures(client.user_id, mails[0]!.mailing);
        }
        expect(await countsOf(mails[0]!)).to.deep.equal(whole(expected));
        await checkFigures(utr, mails[0]!, pattern);
      });
  }

  /** The row, the figures, and what the API shows of both. */
  async function checkFigures(utr: string, mail: SentMail, pattern: Pattern): Promise<void> {
    const { opens, clicks, machine_opens, machine_clicks } = whole(pattern.expected);
    const row = await mail.row();
    for (const name of COUNTS) expect(row[name], name).to.not.equal(0);
    if (pattern.links) expect(row.links).to.deep.equal(byText(pattern.links));
    if (pattern.machineLinks) expect(row.machine_links).to.deep.equal(byText(pattern.machineLinks));
    expect(row.first_opened_at === undefined).to.equal(opens === 0);
    expect(row.last_clicked_at === undefined).to.equal(clicks === 0);
    const figures = {
      unique_opens: Math.min(1, opens),
      total_opens: opens,
      unique_clicks: Math.min(1, clicks),
      total_clicks: clicks,
      machine_opens,
      machine_clicks,
    };
    expect(await refreshFigures(client.user_id, mail.mailing)).to.deep.include(figures);
    const [shown] = (await client.get(`/single-send/details?utr=${utr}`)).body.message.singleSend;
    expect(shown).to.deep.include(figures);
    const [delivery] = (await client.get(`/single-send/deliveries?utr=${utr}`)).body.message.deliveries;
    expect(delivery).to.deep.include({ opens, clicks, machine_opens, machine_clicks });
  }

  const byText = (counts: Readonly<Record<string, number>>) => ({ ...counts });
});
