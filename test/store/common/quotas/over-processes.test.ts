import { expect } from 'chai';
import mongoose from 'mongoose';
import type * as changes from '../../../../common/changes/bounded-inserts.ts';
import { insertBounded } from '../../../../common/changes/bounded-inserts.ts';
import { Account } from '../../../../common/models/accounts.ts';
import { Media, type MediaDocument } from '../../../../common/models/media.ts';
import { OwnTemplate, type OwnTemplateDocument } from '../../../../common/models/own-templates.ts';
import type * as bytes from '../../../../common/quotas/bytes.ts';
import { haveBytesRoom } from '../../../../common/quotas/bytes.ts';
import { CountedRows } from '../../../../common/quotas/places.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { prepareDatabase } from '../../../support/databases.ts';
import { rows } from '../../../support/rows.ts';
import { keptMongodbUrl } from '../../../support/services.ts';

type Changes = typeof changes;
type Bytes = typeof bytes;

/** Each copy of a module keeps its own numbers, as another process does. */
const copiesOf = <Module>(path: string): Promise<Module[]> =>
  Promise.all(
    [1, 2, 3].map((copy) => import(`../../../../common/${path}?process=${copy}`) as Promise<Module>),
  );

describe('limits of stored things, over several processes', () => {
  const LIMIT = 500;
  let id = 0;

  before(async () => {
    await connectMongo(await keptMongodbUrl('quotas-over-processes'));
    await prepareDatabase();
  });
  beforeEach(async () => {
    id += 1;
    await Account.insertOne({ _id: id, email_norm: `${id}@x.example` } as never);
  });
  after(disconnectMongo);

  const design = (at: number) =>
    ({ _id: 100 * id + at, user_id: id, design_bytes: 100 }) as OwnTemplateDocument;
  const insert = (at: number) => OwnTemplate.of(id).insertOne(design(at));
  const stored = () => rows(OwnTemplate).countDocuments({ user_id: id });

  it('hold for files, each counted when its document is inserted', async () => {
    const fits = () => haveBytesRoom({ id, limit: LIMIT }, 100);
    const files = Array.from(
      { length: 9 },
      (_, at) =>
        ({
          _id: 100 * id + at,
          user_id: id,
          token: `${id}-${at}`,
          bytes: 100,
          file_id: new mongoose.Types.ObjectId(),
        }) as MediaDocument,
    );
    const inserted = await Promise.all(
      files.map((file) => insertBounded({ rows: Media.of(id), most: 0, fits }, file)),
    );
    expect(inserted.filter(Boolean)).to.have.length(5);
    expect(await rows(Media).countDocuments({ user_id: id })).to.equal(5);
  });

  it('count what the turn before has stored, although no majority has it yet', async () => {
    const templates = new CountedRows((userId) => OwnTemplate.of(userId).countDocuments({}), {
      ms: 1000,
      plenty: 1,
    });
    for (let at = 0; at < 5; at += 1) {
      await OwnTemplate.driver.insertOne(design(at) as never, { writeConcern: { w: 1, journal: false } });
      expect(await haveBytesRoom({ id, limit: LIMIT }, LIMIT - 100 * (at + 1) + 1)).to.equal(false);
      expect(await templates.roomInTurn(id, 5)).to.equal(4 - at);
    }
  });

  it('hold for designs', async () => {
    const copies = await copiesOf<Bytes>('quotas/bytes.ts');
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, at) =>
        copies[at % 3]!.withDesignBytes({ id, limit: LIMIT }, 100, () => insert(at)),
      ),
    );
    expect(await stored()).to.equal(answers.filter((answer) => answer !== null).length);
    expect(await stored()).to.be.at.most(5);
    while (
      await copies[0]!.withDesignBytes({ id, limit: LIMIT }, 100, async () => insert(10 + (await stored())))
    );
    expect(await stored()).to.equal(5);
  });

  it('hold for what an account near its limit counts and stores in turn', async () => {
    const copies = await copiesOf<Changes>('changes/bounded-inserts.ts');
    await Promise.all(
      Array.from({ length: 9 }, (_, at) =>
        copies[at % 3]!.storeInTurn(id, async () => {
          if ((await stored()) < 5) await insert(at);
        }),
      ),
    );
    expect(await stored()).to.equal(5);
  });
});
