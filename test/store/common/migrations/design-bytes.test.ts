import { expect } from 'chai';
import { designBytes } from '../../../../common/migrations/design-bytes.ts';
import { AutomationSchedule } from '../../../../common/models/automation-schedules.ts';
import { SingleSend } from '../../../../common/models/single-sends.ts';
import { storedBytes } from '../../../../common/quotas/bytes.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { rows } from '../../../support/rows.ts';
import { mongodbUrl } from '../../../support/services.ts';

describe('the migration of designs without sizes', () => {
  before(async () => {
    await connectMongo(await mongodbUrl('design-bytes'));
    await rows(SingleSend).deleteMany({});
    await rows(AutomationSchedule).deleteMany({});
  });
  after(disconnectMongo);

  it('adds their sizes in groups, from the last checkpoint on, once', async () => {
    const sends = Array.from({ length: 102 }, (_, at) => ({
      _id: at + 1,
      utr: `send-${at}`,
      user_id: 1,
      template_json: null,
      template_html: 'é',
    }));
    await rows(SingleSend).insertMany(sends as never);
    await rows(AutomationSchedule).insertOne({
      _id: 1,
      utr: 'email-1',
      user_id: 1,
      template_json: '{"mjml":""}',
      template_html: null,
    } as never);
    const places: unknown[] = [];
    const progress = { checkpoint: async (after: unknown) => void places.push(after) };
    await designBytes.run({ after: null, ...progress });
    expect(places).to.deep.equal([100]);
    expect(await storedBytes(1)).to.equal(102 * 2 + 11);
    await designBytes.run({ after: null, ...progress });
    expect(await storedBytes(1)).to.equal(102 * 2 + 11);
    // The sends are done, so only emails are left.
    await rows(SingleSend).updateMany({}, { $unset: { design_bytes: '' } });
    await rows(AutomationSchedule).updateMany({}, { $unset: { design_bytes: '' } });
    await designBytes.run({ after: -0.5, ...progress });
    expect(await storedBytes(1)).to.equal(11);
  });
});
