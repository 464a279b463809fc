import { doMainJob } from '../../support/main-job.ts';
import { startWorld, type World } from '../../support/world.ts';

describe('the main job', () => {
  let world: World;

  before(async () => {
    world = await startWorld('journey-main-job');
  });
  after(() => world.stop());

  it('imports a CSV, mails all contacts, counts what they do, and leaves out unsubscribed ones', async () => {
    await doMainJob(world);
  });
});
