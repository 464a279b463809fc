import { retryRefused } from '../../common/changes/retried-mails.ts';
import { mailingOfSend } from '../../common/domain/mailing-keys.ts';
import { REPLY_CLASSES, type ReplyClass } from '../../common/domain/reply-classes.ts';
import { SingleSend } from '../../common/models/single-sends.ts';
import { outsideTransaction } from '../../common/store/transactions.ts';
import { LASTING_REFUSALS } from '../../shared/lasting-refusals.ts';
import { endpoints } from '../http/endpoint.ts';
import { recordUtr, wordList } from '../http/inputs.ts';
import { inputs, optional, required } from '../http/typed-input.ts';

const PASSING = REPLY_CLASSES.filter((name) => !LASTING_REFUSALS.includes(name));

const classes = wordList(REPLY_CLASSES);

/** See docs/rules.md 9.26. */
export const sendRetry = endpoints({
  singleSendRetry: {
    input: inputs({
      utr: required(recordUtr()),
      classes: optional(classes)
        .description('The classes of refusals to try again.')
        .example(['full', 'policy']),
    }),
    async run({ utr, classes: chosen = PASSING }, account, { conflict }) {
      const send = await SingleSend.of(account.id).findOne(
        { utr, deleted_at: null },
        { projection: { status: 1 } },
      );
      if (!send) return null;
      const names = chosen as readonly ReplyClass[];
      const why = await outsideTransaction(() => retryRefused(account.id, mailingOfSend(send._id), names));
      if (why) throw conflict(why);
      return true;
    },
  },
});
