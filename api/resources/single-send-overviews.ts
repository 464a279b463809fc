import { escapePattern } from '../../common/domain/escape-pattern.ts';
import { SEND_STATUS, SingleSend, type SingleSendDocument } from '../../common/models/single-sends.ts';
import type { Filter } from '../../common/store/collection.ts';
import type { Account } from '../http/account.ts';
import { type CallOf, endpoints } from '../http/endpoint.ts';
import { integer, integerFrom, oneOf, recordUtr, text } from '../http/inputs.ts';
import { inputs, optional, type ValuesOf } from '../http/typed-input.ts';
import { presentOverview } from '../present/single-send-overviews.ts';
import { presentSends } from './present-sends.ts';

/** Sends that one answer has at most, and by default. */
const MOST = 100;
const USUAL = 50;

/** What becomes of a send, in its owner's words. */
const STATES = ['draft', 'held', 'scheduled', 'running', 'completed'] as const;

const overviewInput = {
  utr: optional(recordUtr()).description('Only this single send.'),
  state: optional(oneOf(STATES))
    .description(
      '`draft`, also copies that are not readied. `held` for another reason. `scheduled`, ready and waiting for its time or for a worker.',
    )
    .example('running'),
  search: optional(text()).description('Only those whose name or subject contains this, without case.'),
  before_id: optional(integer()).description('Only those with a smaller id: the next page.').example(16),
  limit: integerFrom(1, MOST).description(`How many at most; ${USUAL} by default.`).example(USUAL),
};

type OverviewInput = ValuesOf<typeof overviewInput>;

const WRITTEN = ['draft', 'duplicate'] as const;

const OF_STATE: Readonly<Record<(typeof STATES)[number], Filter<SingleSendDocument>>> = {
  draft: { status: SEND_STATUS.initiate, hold_reason: { $in: [...WRITTEN] } },
  held: { status: SEND_STATUS.initiate, hold_reason: { $nin: [...WRITTEN] } },
  scheduled: { status: SEND_STATUS.ready },
  running: { status: SEND_STATUS.running },
  completed: { status: SEND_STATUS.completed },
};

function filterOf({ utr, state, search, before_id }: OverviewInput, account: Account) {
  const pattern = search === undefined ? null : { $regex: escapePattern(search), $options: 'i' };
  return {
    user_id: account.id,
    deleted_at: null,
    ...(utr !== undefined && { utr }),
    ...(state && OF_STATE[state]),
    ...(pattern && { $or: [{ single_send_name: pattern }, { subject: pattern }] }),
    ...(before_id !== undefined && { _id: { $lt: before_id } }),
  } as Filter<SingleSendDocument>;
}

const WITHOUT_TEMPLATE = { template_json: 0, template_html: 0 } as const;

export const singleSendOverviews = endpoints({
  singleSendOverview: {
    input: inputs(overviewInput),
    async run(input, account, { questions, signal }: CallOf<'singleSendOverview'>) {
      const filter = filterOf(input, account);
      const projection = WITHOUT_TEMPLATE;
      // One is found by its utr, and asked for each second while a page shows it. Of many, all may have to be looked at.
      const found =
        input.utr === undefined
          ? await questions.ask(account, 'search', signal, ({ collection, options }) =>
              collection(SingleSend)
                .find(filter, { ...options(), projection, hint: { user_id: 1, _id: 1 } })
                .sort({ _id: -1 })
                .limit(input.limit ?? USUAL)
                .toArray(),
            )
          : await SingleSend.find(filter, { projection }).toArray();
      if (input.utr !== undefined && found.length === 0) return null;
      const sends = found.map((send) => ({ ...send, template_json: null, template_html: null }));
      return (await presentSends(sends, account)).map(presentOverview);
    },
  },
});
