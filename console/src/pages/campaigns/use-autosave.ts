import type { SingleSend, SingleSendOverview } from '../../../../client/src/index.ts';
import type { SaveAnswer } from '../../app/saving.ts';
import { type Saves, useSaves } from '../../app/use-saves.ts';
import { api } from '../../data/client.ts';
import { isLargeContent } from '../../data/designs.ts';
import { queries } from '../../data/queries.ts';
import { type Draft, draftInputOf, draftOf, type Schedule } from './draft.ts';

/** Text of the 409 for a draft that was changed elsewhere. */
const CHANGED = 'Single send was changed since this version';
/** The status of a campaign that will be sent, at once or at its time. */
export const SCHEDULED = 1;

/** The answer to the save of a campaign. */
type SavedCampaign = SaveAnswer & Pick<SingleSendOverview, 'hold_reason'>;

export type Autosave = Saves<Draft, Schedule, SavedCampaign>;

/** Keeps the draft of a campaign, and stores it a moment after each change. */
export function useAutosave(send: SingleSend, isEditor = false): Autosave {
  const { utr } = send;
  return useSaves<Draft, Schedule, SavedCampaign>({
    name: utr,
    initial: draftOf(send),
    version: send.version,
    changed: CHANGED,
    save: (sending, stored, if_version, ready) =>
      api.singleSendUpdate({
        ...draftInputOf(utr, sending, stored, ready ?? { schedule_type: 0 }, isEditor),
        draft: ready === null ? 1 : 0,
        if_version,
      }),
    async read() {
      const theirs = (await api.singleSendDetails({ utr }))[0]!;
      return { draft: draftOf(theirs), version: theirs.version, isReady: theirs.status === SCHEDULED };
    },
    together: ['template_id', 'template_html', 'template_json'],
    isLarge: isLargeContent,
    // It may no longer be a draft; the page shows that.
    loaded: () => queries.invalidateQueries({ queryKey: ['campaign-draft', utr] }),
  });
}
