import { refreshFigures } from '../../../common/changes/figures.ts';
import { type Figures, NO_FIGURES } from '../../../common/models/figures.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { staleMailings, sumOfFigures } from '../../../common/queries/figures.ts';
import type { TroubledMailing } from './trouble.ts';

interface EmailFigures {
  automation_id: number;
  schedule_id: number;
  figures: Figures;
  troubled: TroubledMailing;
}

/** The figures of these automations by email, including deleted emails. They equal the ledger. */
export async function figuresByEmail(
  userId: number,
  automationIds: readonly number[],
): Promise<EmailFigures[]> {
  const mailings = await Mailing.of(userId)
    // MongoDB uses the partial index only with this condition.
    .find({ automation_id: { $gt: 0, $in: [...automationIds] } }, { hint: { automation_id: 1 } })
    .project<Omit<EmailFigures, 'troubled'> & TroubledMailing>({
      automation_id: 1,
      schedule_id: 1,
      figures: 1,
      state: 1,
      paused_reason: 1,
      server_trouble: 1,
    })
    .toArray();
  const counted = new Map<string, Figures>();
  const keys = mailings.map((mailing) => mailing._id);
  for (const key of await staleMailings(userId, keys)) counted.set(key, await refreshFigures(userId, key));
  return mailings.map(({ automation_id, schedule_id, ...mailing }) => {
    const figures = counted.get(mailing._id) ?? mailing.figures;
    return { automation_id, schedule_id, figures, troubled: { ...mailing, figures } };
  });
}

/** The same by automation id; an automation that has sent nothing is absent. */
export async function figuresOfAutomations(
  userId: number,
  automationIds: readonly number[],
): Promise<ReadonlyMap<number, Figures>> {
  const sums = new Map<number, Figures>();
  for (const { automation_id, figures } of await figuresByEmail(userId, automationIds)) {
    sums.set(automation_id, sumOfFigures(sums.get(automation_id) ?? NO_FIGURES, figures));
  }
  return sums;
}
