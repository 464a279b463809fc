import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { restoreBackup } from '../../../../common/backup/restore.ts';
import { createLogger } from '../../../../common/log.ts';
import { findIndexes, missingIndexes, releaseIndexes } from '../../../../common/migrations/indexes.ts';
import { migrate } from '../../../../common/migrations/migrate.ts';
import { OLD_BACKUP } from '../../../support/old-store.ts';
import { startWorld, type World } from '../../../support/world.ts';

const OLD = JSON.parse(readFileSync(OLD_BACKUP.replace(/\.backup$/, '.json'), 'utf8'));

describe('a backup of version 0.1.0', () => {
  let world: World;

  before(async () => {
    world = await startWorld('old-backup', { RATE_WRONG_KEYS: '0' });
    await world.worker.stop();
    await restoreBackup(OLD_BACKUP, true);
    await migrate(createLogger('indexes', 'silent'));
    await releaseIndexes();
  });
  after(async () => {
    await world.api.stop();
    await world.mail.stop();
  });

  const call = async (path: string, init: RequestInit = {}) => {
    const { status, body } = await world.api.request(`/api${path}`, { ...init, headers: OLD.keys });
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.message;
  };
  const details = async (utr: string) => (await call(`/single-send/details?utr=${utr}`)).singleSend[0];

  it('is restored with all indexes', async () => {
    expect(missingIndexes(await findIndexes())).to.deep.equal([]);
  });

  it('keeps the figures of a send and of an automation', async () => {
    expect(await details(OLD.send.utr)).to.deep.include(OLD.send);
    const { progress } = await call(`/automations/progress?utr=${OLD.automation.utr}`);
    expect(progress).to.deep.include(OLD.automation.progress);
  });

  it('holds its scheduled send until a person resumes it', async () => {
    expect(await details(OLD.scheduled_utr)).to.include({ status: 0, hold_reason: 'restored' });
    await call(`/single-send/resume?utr=${OLD.scheduled_utr}`, { method: 'POST' });
    expect(await details(OLD.scheduled_utr)).to.include({ status: 1, hold_reason: null });
  });

  it('serves the links of its mails', async () => {
    const { pixel, link, oneClick } = OLD.links;
    expect((await world.api.request(pixel)).status).to.equal(200);
    const clicked = await world.api.request(link);
    expect(clicked.headers.get('location')).to.equal('https://shop.example/a?b=1&c=2');
    await world.api.tracked();
    const { total_opens, total_clicks, unsubscribes } = OLD.send;
    expect(await details(OLD.send.utr)).to.include({ total_clicks: total_clicks + 1 });
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await world.api.request(oneClick, { method: 'POST', body })).status).to.equal(200);
    expect(await details(OLD.send.utr)).to.include({ unsubscribes: unsubscribes + 1 });
    expect(total_opens).to.be.above(0);
  });
});
