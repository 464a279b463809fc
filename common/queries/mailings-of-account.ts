import { Automation } from '../models/automations.ts';
import { Mailing } from '../models/mailings.ts';
import { SingleSend } from '../models/single-sends.ts';

/** Includes deleted sends and automations. */
export async function mailingsOfAccount(userId: number): Promise<string[]> {
  const [sends, automations] = await Promise.all([
    idsOf(SingleSend.of(userId).find()),
    idsOf(Automation.of(userId).find()),
  ]);
  const [ofSends, ofEmails] = await Promise.all([
    keysOf(
      Mailing.of(userId).find(
        { single_send_id: { $in: sends } },
        { hint: { user_id: 1, single_send_id: 1 } },
      ),
    ),
    keysOf(
      Mailing.of(userId).find(
        { automation_id: { $gt: 0, $in: automations } },
        { hint: { automation_id: 1 } },
      ),
    ),
  ]);
  return [...ofSends, ...ofEmails];
}

interface IdCursor {
  project<Projected extends object>(fields: { _id: 1 }): { toArray(): Promise<Projected[]> };
}

const idsOf = async (found: IdCursor): Promise<number[]> =>
  (await found.project<{ _id: number }>({ _id: 1 }).toArray()).map(({ _id }) => _id);
const keysOf = async (found: IdCursor): Promise<string[]> =>
  (await found.project<{ _id: string }>({ _id: 1 }).toArray()).map(({ _id }) => _id);
