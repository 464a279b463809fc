import { setTimeout as sleep } from 'node:timers/promises';

/** Timers that tests leave keep the process of `npm run test:unit` alive after its last test. Short ones may end by themselves. */
export const mochaHooks = {
  async afterAll(this: Mocha.Context): Promise<void> {
    this.timeout(0);
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    for (let tries = 0; tries < 100 && timers() > 0; tries += 1) await sleep(20);
    if (timers() > 0) throw new Error(`${timers()} timers are left, which keep the process alive`);
  },
};
