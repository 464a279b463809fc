import { expect } from 'chai';
import { deletedAutomations } from '../../../../common/migrations/deleted-automations.ts';
import { Automation } from '../../../../common/models/automations.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { rows } from '../../../support/rows.ts';
import { mongodbUrl } from '../../../support/services.ts';

describe('the migration of deleted automations', () => {
  before(async () => {
    await connectMongo(await mongodbUrl('deleted-automations'));
    await rows(Automation).deleteMany({});
  });
  after(disconnectMongo);

  it('lets a job remove their enrollments, and leaves living ones as they are', async () => {
    const automation = (_id: number, deleted_at: Date | null) => ({
      _id,
      user_id: 1,
      utr: `automation-${_id}`,
      deleted_at,
      replan_at: null,
    });
    await rows(Automation).insertMany([
      automation(1, new Date(0)),
      automation(2, null),
      automation(3, new Date()),
    ] as never);
    const progress = { after: null, checkpoint: async () => {} };
    for (let run = 0; run < 2; run += 1) await deletedAutomations.run(progress);
    const due = await rows(Automation).distinct('_id', { removing_since: { $type: 'date' } });
    expect(due).to.deep.equal([1, 3]);
  });
});
