import { escapePattern } from '../../common/domain/escape-pattern.ts';
import { SEND_STATUS, SingleSend, type SingleSendDocument } from '../../common/models/single-sends.ts';
import type { Filter } from '../../common/store/collection.ts';
import type { Account } from '../http/account.ts';
import { type CallOf, endpoints } from '../http/endpoint.ts';
import { integer, integerFrom, oneOf, recordUtr, text } from '../http/inputs.ts';
import { inputs, optional, type ValuesOf } from '../http/typed-input.ts';
import { presentOverview } from '../present/single-send-overviews.ts';
import { presentSends } from './present-sends.ts';

/** The largest page, and the default. */
const MOST = 100;
const USUAL = 50;

/** The state of a send, in the words of its owner. */
const STATES = ['draft', 'held', 'scheduled', 'running', 'completed'] as const;

const overviewInput = {
  utr: optional(recordUtr()).description('Only this single send.'),
  state: optional(oneOf(STATES))
    .description(
      '`draft`: also copies that are not ready. `held`: for any other reason. `scheduled`: ready, and waiting for its time or for a worker.',
    )
    .example('running'),
  search: optional(text()).description(
    'Only single sends whose name or subject contains this text; case is ignored.',
  ),
  before_id: optional(integer())
    .description('Only single sends with a smaller id, for the next page.')
    .example(16),
  limit: integerFrom(1, MOST).description(`The most items to return; ${USUAL} by default.`).example(USUAL),
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

const WITHOUT_TEMPLATE = { template_json: 0, template_html: 0, template_text: 0 } as const;

export const singleSendOverviews = endpoints({
  singleSendOverview: {
    input: inputs(overviewInput),
    async run(input, account, { questions, signal }: CallOf<'singleSendOverview'>) {
      const filter = filterOf(input, account);
      const projection = WITHOUT_TEMPLATE;
      // A page asks for one send by its utr each second. A list may read all sends of the account.
      const found =
        input.utr === undefined
          ? await questions.ask(account, 'search', signal, ({ collection, options }) =>
              collection(SingleSend.of(account.id))
                .find(filter, { ...options(), projection, hint: { user_id: 1, _id: 1 } })
                .sort({ _id: -1 })
                .limit(input.limit ?? USUAL)
                .toArray(),
            )
          : await SingleSend.of(account.id).find(filter, { projection }).toArray();
      if (input.utr !== undefined && found.length === 0) return null;
      const sends = found.map((send) => ({ ...send, template_json: null, template_html: null }));
      return (await presentSends(sends, account)).map(presentOverview);
    },
  },
});
