import { mailingOfEmail } from '../../../common/domain/mailing-keys.ts';
import { AutomationSchedule } from '../../../common/models/automation-schedules.ts';
import { Enrollment } from '../../../common/models/enrollments.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { compareBooks } from '../support/books.ts';
import { environmentOf, perKill, type Setup, WINDOW_MS } from '../support/bounds.ts';
import type { JobFault } from '../support/faults-during-jobs.ts';
import { runOutLeases } from '../support/leases.ts';
import { laySeries } from '../support/series.ts';

const setup: Setup = { connections: 4, slices: 2, recordMails: 20 };

/**
 * Workers die while contacts enter an automation and while its emails are written. Each contact enters once and gets each
 * email once.
 */
export const enrollmentKills: JobFault = {
  name: 'enrollment-kills',
  claim: 'workers die while people enter and are due: each enters once and gets each email',
  sizes: { short: 1500, full: 20_000 },
  async breakIt({ arena, contactTypeId, size, short, foreign }) {
    const kills = short ? 2 : 15;
    const { call } = arena.stack;
    const utr = await laySeries(arena.stack, contactTypeId);
    const times: number[] = [];
    // One check for all deaths, because it makes the database count all enrollments.
    const over = until(() => isOver(size), 'all contacts to be done', 600_000).then(() => null);
    over.catch(() => {});
    for (let kill = 0; kill < kills && !(await isOver(size)); kill += 1) {
      const pass = arena.random.integer(1, 3);
      const victim = arena.stack.startWorker({
        FAILPOINTS: `mid-enrollment@${pass}`,
        ...environmentOf(setup),
      });
      // When all contacts are done, a worker has nothing more to enroll and never reaches its failpoint.
      const died = await Promise.race([arena.died(victim), over]);
      await victim.kill();
      if (died !== null) times.push(died);
      await runOutLeases('now');
    }
    await arena.startWorkers(1, environmentOf(setup));
    await over;
    const emails = await rows(AutomationSchedule).distinct('_id', {});
    const compared = await compareBooks({
      mailings: emails.map(mailingOfEmail),
      copies: await arena.copies(),
      kills: times,
      perKill: perKill(setup),
      windowMs: WINDOW_MS,
      foreign,
      secret: arena.stack.environment['APP_SECRET']!,
    });
    const enrolled = await rows(Enrollment).distinct('email_norm');
    const missing = Math.max(0, size * emails.length - compared.recipients);
    const broken = [...compared.broken];
    if (enrolled.length !== size) broken.push(`${enrolled.length} entered, of ${size}`);
    const details = (await call(`/automations/details?utr=${utr}`)).message as {
      automation: Record<string, number>;
    };
    const shown = details.automation['total_delivered'];
    if (shown !== size * emails.length) broken.push(`the API shows ${shown} delivered`);
    return {
      ...compared,
      lost: compared.lost + missing,
      broken,
      bound: times.length * perKill(setup),
      faults: `${times.length} deaths`,
      figures: { entered: enrolled.length, emails: emails.length, doubted: compared.doubted },
    };
  },
};

const isOver = async (size: number): Promise<boolean> =>
  (await rows(Enrollment).countDocuments({ state: 'done' })) === size;
