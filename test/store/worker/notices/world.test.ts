import { expect } from 'chai';
import { anAccount, aSend } from '../../../support/factories.ts';
import { subjects, watch } from '../../../support/notices.ts';
import { until } from '../../../support/until.ts';
import { addContacts, startWorld, type World } from '../../../support/world.ts';

describe('the whole service', () => {
  let world: World;
  before(async () => {
    world = await startWorld('worker-notices-world');
  });
  after(() => world.stop());

  it('sends notification mails automatically, within seconds', async () => {
    const ground = await anAccount(world.api);
    const watcher = await watch(ground.client);
    await addContacts(ground, ['ada@example.com', 'bob@example.com']);
    await ground.client.post('/single/send/create', aSend(ground, { single_send_name: 'Spring' }));
    const heard = await until(async () => {
      const all = await subjects(world.mail, watcher);
      return all.length >= 2 && all;
    }, 'both mails');
    expect(heard.sort()).to.deep.equal([
      'A campaign has started: 2 recipients',
      'A campaign is complete: 2 of 2 delivered',
    ]);
  });
});
