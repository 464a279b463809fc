import { mock } from 'node:test';
import { expect } from 'chai';
import { now, setClock } from '../../../../common/clock.ts';
import { Notice, type NoticeDocument } from '../../../../common/models/notices.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { keepRenewed, LEASE_MS, type LeasedDocument, takeLease } from '../../../../common/store/lease.ts';
import { rows } from '../../../support/rows.ts';
import { mongodbUrl } from '../../../support/services.ts';
import { until } from '../../../support/until.ts';

const FIELDS = { model: rows(Notice), token: 'claim', until: 'due_at' } as const;

describe('a lease on a document', () => {
  before(async () => connectMongo(await mongodbUrl('lease')));
  after(disconnectMongo);
  beforeEach(async () => {
    await rows(Notice).deleteMany({});
    await rows(Notice).insertOne({ _id: 'one', claim: null, due_at: new Date(0), attempts: 0 } as never);
  });
  afterEach(() => {
    setClock();
    mock.timers.reset();
  });

  const take = (): Promise<LeasedDocument<NoticeDocument> | null> =>
    takeLease(
      FIELDS,
      { _id: 'one', due_at: { $lte: now() } },
      { set: { attempts: { $add: ['$attempts', 1] } } },
    );
  const stored = async () => (await rows(Notice).findOne({ _id: 'one' }))!;
  const later = (ms: number) => setClock(() => Date.now() + ms);

  it('belongs to one holder, however many ask at once', async () => {
    const taken = (await Promise.all([take(), take(), take()])).filter((one) => one !== null);
    expect(taken).to.have.length(1);
    expect(taken[0]!.found).to.include({ claim: null, attempts: 0 });
    expect(await stored()).to.include({ claim: taken[0]!.lease.token, attempts: 1 });
  });

  it('passes to the next holder once its time is over, and the late holder changes nothing', async () => {
    const { lease: first } = (await take())!;
    later(LEASE_MS + 1);
    const { lease: second } = (await take())!;
    expect(await first.write({ $set: { attempts: 9 } })).to.equal(false);
    expect(await first.renew()).to.equal(false);
    expect(await first.release({ attempts: 9 })).to.equal(false);
    expect(await stored()).to.include({ claim: second.token, attempts: 2 });
  });

  it('writes only when the holder finds what it expects', async () => {
    const { lease } = (await take())!;
    expect(await lease.write({ $set: { count: 1 } }, { attempts: 7 })).to.equal(false);
    expect(await lease.write({ $set: { count: 1 } }, { attempts: 1 })).to.equal(true);
    expect(await stored()).to.include({ count: 1 });
  });

  it('becomes free when it is released', async () => {
    const { lease } = (await take())!;
    expect(await take()).to.equal(null);
    expect(await lease.release({ due_at: new Date(0) })).to.equal(true);
    expect(await stored()).to.include({ claim: null });
    expect(await take()).to.not.equal(null);
  });

  it('lasts by a heartbeat until it ends, or another process takes it', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    const lease = keepRenewed((await take())!.lease);
    later(LEASE_MS - 1000);
    mock.timers.tick(8000);
    const renewed = async () => (await stored()).due_at!.getTime() > Date.now() + LEASE_MS + 20_000;
    await until(renewed, 'the renewal');
    expect(lease.stands()).to.equal(true);
    await rows(Notice).updateOne({ _id: 'one' }, { $set: { claim: 'another' } });
    mock.timers.tick(8000);
    await until(() => lease.lost.aborted, 'the loss');
    expect(lease.stands()).to.equal(false);
    lease.end();
  });
});
