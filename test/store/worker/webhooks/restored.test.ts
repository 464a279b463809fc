import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { releaseHold } from '../../../../common/backup/release.ts';
import { heldByRestore, reportText } from '../../../../common/backup/report.ts';
import { restoreBackup } from '../../../../common/backup/restore.ts';
import { writeBackup } from '../../../../common/backup/write-backup.ts';
import { recordEvents } from '../../../../common/changes/engagement.ts';
import { setClock } from '../../../../common/clock.ts';
import { EVENT_TYPES } from '../../../../common/domain/event-types.ts';
import { type Engine, openSend, people, startEngine } from '../../../support/engine.ts';
import { trackedEvent } from '../../../support/tracked-events.ts';
import { startWebhookReceiver } from '../../../support/webhook-receiver.ts';
import { addContacts } from '../../../support/world.ts';

const SIZE = 6;

describe('a webhook of a restored backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-webhooks-'));
  const file = join(folder, 'store.backup');
  let engine: Engine;

  before(async () => {
    engine = await startEngine('worker-webhooks-restored');
  });
  after(async () => {
    setClock();
    await engine.stop();
    rmSync(folder, { recursive: true });
  });

  it('gets no call until it is released, and then all events since, with the same ids', async () => {
    const receiver = await startWebhookReceiver();
    try {
      const ground = await engine.ground();
      await addContacts(ground, people(SIZE));
      const saved = await ground.client.post('/webhooks/save', { url: receiver.url, events: EVENT_TYPES });
      receiver.secret = saved.body.secret;
      const subject = await openSend(engine, ground);
      await engine.settle();
      const [row] = await subject.rows();
      await recordEvents([trackedEvent('open', row!._id)]);
      await writeBackup({ file, consistency: 'snapshot', appSecret: engine.api.config.appSecret });
      let ahead = 0;
      const told = async () => {
        receiver.events.length = 0;
        for (let round = 0; round < 3; round += 1) {
          ahead += 60_000;
          const by = ahead;
          setClock(() => Date.now() + by);
          await engine.sweepOnce();
        }
        return receiver.events.map(({ id }) => id).sort();
      };
      const first = await told();
      expect(first.filter((id) => id.includes('accepted'))).to.have.length(SIZE);
      expect(first.some((id) => id.includes('opened'))).to.equal(true);
      expect(await told()).to.deep.equal([]);
      await restoreBackup(file, true);
      expect(await told()).to.deep.equal([]);
      const account = ground.client.user_id;
      const held = (await heldByRestore()).filter(({ kind }) => kind === 'webhooks');
      expect(held.map(({ id, user_id, name }) => [id, user_id, name])).to.deep.equal([
        [account, account, '1'],
      ]);
      expect(reportText(held)).to.include(`webhooks of account ${account}: 1 would be called`);
      const [shown] = (await ground.client.get('/webhooks')).body.message.webhooks;
      expect(shown.is_enabled).to.equal(0);
      expect(shown.last_failure).to.match(/^A backup was restored/);
      expect(await releaseHold(held[0]!)).to.equal(true);
      expect(await releaseHold(held[0]!)).to.equal(false);
      expect(await told()).to.deep.equal(first);
      await restoreBackup(file, true);
      expect((await ground.client.post('/webhooks/redeliver', { id: saved.body.id })).status).to.equal(200);
      expect((await heldByRestore()).filter(({ kind }) => kind === 'webhooks')).to.deep.equal([]);
      expect(await told()).to.deep.equal(first);
    } finally {
      await receiver.stop();
    }
  });
});
