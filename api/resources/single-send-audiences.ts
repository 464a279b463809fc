import { texts } from '../../common/domain/validation-texts.ts';
import { UnsubscribeGroup } from '../../common/models/unsubscribe-groups.ts';
import { allThere } from '../../common/queries/holds.ts';
import { endpoints } from '../http/endpoint.ts';
import { type FieldTexts, invalid } from '../http/failures.ts';
import { integer } from '../http/inputs.ts';
import { inputs, required } from '../http/typed-input.ts';
import { estimateAudience } from '../services/queries/audience-estimates.ts';
import { anyAudience, audience } from './single-send-inputs.ts';

export const singleSendAudiences = endpoints({
  singleSendAudience: {
    input: inputs({
      recipient_id: required(anyAudience),
      exclude_specific_recipient_id: audience,
      unsubscribe_group_id: required(integer()),
    }),
    async run({ exclude_specific_recipient_id = [], ...input }, account, { questions, signal }) {
      const aim = { user_id: account.id, exclude_specific_recipient_id, ...input };
      const [recipients, exclusions, group] = await Promise.all([
        allThere(account.id, aim.recipient_id),
        allThere(account.id, exclude_specific_recipient_id),
        UnsubscribeGroup.of(account.id).countDocuments({ _id: aim.unsubscribe_group_id }),
      ]);
      const wrong: FieldTexts = {
        ...(!recipients && { recipient_id: [texts.selected('recipient_id')] }),
        ...(!exclusions && {
          exclude_specific_recipient_id: [texts.selected('exclude_specific_recipient_id')],
        }),
        ...(!group && { unsubscribe_group_id: [texts.selected('unsubscribe_group_id')] }),
      };
      if (Object.keys(wrong).length > 0) throw invalid(wrong);
      return questions.ask(account, 'recipient_id', signal, ({ countingMs }) => {
        const until = performance.now() + countingMs;
        return estimateAudience(aim, () => performance.now() >= until || signal.aborted);
      });
    },
  },
});
