import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'chai';
import { spamFilterState } from '../../api/services/mail-check/spam-filter.ts';
import { freePort } from '../../local/ports.ts';
import { type Api, startApi } from '../support/api.ts';
import { anAccount, aSend, type Ground } from '../support/factories.ts';

import { type Rspamd, startRspamd } from './support/spam-filters.ts';

/** The test message GTUBE, which SpamAssassin and rspamd call spam. */
const SPAM = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

describe('the spam score of a check, by rspamd', () => {
  let rspamd: Rspamd;
  let api: Api;
  let ground: Ground;

  before(async () => {
    rspamd = await startRspamd();
    api = await startApi('mta-spam-check', { SPAM_CHECK_URL: rspamd.url });
    ground = await anAccount(api);
  });
  after(async () => {
    await api?.stop();
    await rspamd?.stop();
  });

  async function scores(text: string): Promise<{ code: string; text: string }[]> {
    const template_html = `<p>${text}</p><p>((sender_address)) <a href="((unsubscribe_preferences))">Stop</a></p>`;
    const { utr } = (await ground.client.post('/single/send/create', aSend(ground, { template_html }))).body;
    const { problems } = (await ground.client.get(`/single-send/check?utr=${utr}`)).body.message;
    return problems.filter(({ code }: { code: string }) => code === 'spam_score' || code === 'not_checked');
  }

  it('reports a mail that the filter calls spam', async () => {
    expect(await scores('Three things that we made this month.')).to.deep.equal([]);
    const [found] = await scores(SPAM);
    expect(found!.code).to.equal('spam_score');
    expect(found!.text).to.match(/^The spam filter calls it spam \(reject\), with [\d.]+ points: /);
  });

  it('has a state that operators see', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const states = {
      works: rspamd.url,
      refused: `${rspamd.url}/no-such-path`,
      unreachable: `http://127.0.0.1:${await freePort()}`,
      late: `http://127.0.0.1:${port}`,
    };
    for (const [state, url] of Object.entries(states))
      expect(await spamFilterState(url, state === 'late' ? 200 : 5000), state).to.equal(state);
    expect(await spamFilterState(null, 200)).to.equal('off');
    silent.close();
  });
});
