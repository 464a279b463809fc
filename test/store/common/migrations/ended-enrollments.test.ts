import { expect } from 'chai';
import { endedEnrollments } from '../../../../common/migrations/ended-enrollments.ts';
import { Enrollment, type EnrollmentDocument } from '../../../../common/models/enrollments.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { rows } from '../../../support/rows.ts';
import { mongodbUrl } from '../../../support/services.ts';

describe('the migration of enrollments that ended', () => {
  before(async () => {
    await connectMongo(await mongodbUrl('ended-enrollments'));
    await rows(Enrollment).deleteMany({});
  });
  after(disconnectMongo);

  it('ends them now, from the last checkpoint on, and leaves others and known ends as they are', async () => {
    const known = new Date(0);
    const enrollment = (_id: number): EnrollmentDocument => ({
      _id,
      user_id: 1,
      automation_id: 1,
      contact_id: null,
      segment_recipient_id: null,
      email: `${_id}@example.com`,
      email_norm: `${_id}@example.com`,
      state: _id % 2 === 0 ? 'done' : 'left',
      reason: null,
      schedule_id: null,
      due_at: null,
      delivery_id: null,
      after: 1,
      since: known,
      plan: 0,
      entered_at: known,
    });
    await rows(Enrollment).insertMany([
      ...Array.from({ length: 1003 }, (_, index) => enrollment(index + 1)),
      { ...enrollment(1004), state: 'waiting' },
      { ...enrollment(1005), ended_at: known },
    ]);
    const places: unknown[] = [];
    const progress = { checkpoint: async (after: unknown) => void places.push(after) };
    const ended = () => rows(Enrollment).distinct('_id', { ended_at: { $gt: known } });
    await endedEnrollments.run({ after: 1000, ...progress });
    expect(await ended()).to.have.members([1001, 1002, 1003]);
    await endedEnrollments.run({ after: null, ...progress });
    await endedEnrollments.run({ after: null, ...progress });
    expect(places).to.deep.equal([1005, 1000, 1005, 1000, 1005]);
    expect(await ended()).to.have.lengthOf(1003);
    expect(await rows(Enrollment).findOne({ _id: 1004 })).not.to.have.property('ended_at');
    expect(await rows(Enrollment).findOne({ _id: 1005 })).to.deep.include({ ended_at: known });
  });
});
