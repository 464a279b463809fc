import { idDomainOf } from '../../common/content/mail-source.ts';
import { messageIdOf } from '../../common/domain/message-ids.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { Delivery } from '../../common/models/deliveries.ts';
import { Mailing } from '../../common/models/mailings.ts';
import { secretOfMailing } from '../../common/secrets/signing.ts';
import { firstTriedAt, outsideTransaction } from '../../common/store/transactions.ts';
import type { Account } from '../http/account.ts';
import { type Call, endpoints } from '../http/endpoint.ts';
import { byUtr, flag, input, listSchema, oneOf, recordIds, recordUtr, refuse } from '../http/inputs.ts';
import { type Listing, listing } from '../http/listing.ts';
import { dependingOn, inputs, optional, required, stated, type ValuesOf } from '../http/typed-input.ts';
import { presentDoubt } from '../present/doubts.ts';
import { DECISIONS, DOUBT_INDEX, decide, inDoubt, isAnyOf } from '../services/queries/doubts.ts';
import { mailingOfEmailUtr, mailingOfMessageUtr, mailingOfSendUtr } from '../services/queries/mailing-of.ts';

/** A call with both ids and `all` is refused, because its intention is unclear. */
const decisionInput = {
  utr: required(recordUtr()),
  decision: required(oneOf(DECISIONS)),
  all: optional(flag()),
  ids: stated(
    dependingOn(
      'all',
      1,
      optional(input.custom((_, helpers) => refuse(helpers, (key) => texts.emptyWhen(key, 'all')))),
      required(recordIds()),
    ),
    listSchema({ type: 'integer' }),
  ),
};

type DecisionInput = ValuesOf<typeof decisionInput>;

async function listed(userId: number, mailing: string, { config }: Call): Promise<Listing> {
  const found = await Mailing.of(userId).findOne(
    { _id: mailing },
    { projection: { key_id: 1, 'content.link_host': 1 } },
  );
  const secret = secretOfMailing(config, found?.key_id);
  const domain = idDomainOf(found?.content ?? {}, config);
  return listing({
    model: Delivery.of(userId),
    filter: inDoubt(mailing),
    index: DOUBT_INDEX,
    present: (page) =>
      page.map((row) =>
        presentDoubt(row, messageIdOf({ account: row.user_id, id: row._id }, secret, domain)),
      ),
  });
}

/**
 * Stores a decision on mails of a mailing. Null if none of the ids is a mail of it. `stopped`: the mails were to be sent
 * again, but the mailing was stopped.
 */
async function storeDecision(
  mailing: string,
  account: Account,
  { decision, ids = [], all }: DecisionInput,
): Promise<'stored' | 'stopped' | null> {
  if (all !== 1 && !(await isAnyOf(account.id, mailing, ids))) return null;
  const chosen = all === 1 ? 'all' : ids;
  const owned = { _id: mailing, user_id: account.id };
  // A decision may change a million rows, 1,000 in each transaction. A repeated call continues where the first one stopped.
  // Mails that got into doubt after the first call are not part of it.
  const until = firstTriedAt() ?? undefined;
  const isStored = await outsideTransaction(() => decide(owned, chosen, decision, until));
  return isStored ? 'stored' : 'stopped';
}

/** See docs/guarantees.md. */
export const doubts = endpoints({
  singleSendDoubtList: {
    input: byUtr,
    async run({ utr }, account, call) {
      const mailing = await mailingOfSendUtr(account, utr);
      return mailing === null ? null : listed(account.id, mailing, call);
    },
  },

  singleSendDoubtDecide: {
    input: inputs(decisionInput),
    async run(given, account, { conflict }) {
      const mailing = await mailingOfSendUtr(account, given.utr);
      const outcome = mailing && (await storeDecision(mailing, account, given));
      if (outcome === 'stopped') throw conflict('cancelled');
      return outcome;
    },
  },

  messageDoubtList: {
    input: byUtr,
    async run({ utr }, account, call) {
      const mailing = await mailingOfMessageUtr(account, utr);
      return mailing === null ? null : listed(account.id, mailing, call);
    },
  },

  messageDoubtDecide: {
    input: inputs(decisionInput),
    async run(given, account, { conflict }) {
      const mailing = await mailingOfMessageUtr(account, given.utr);
      const outcome = mailing && (await storeDecision(mailing, account, given));
      if (outcome === 'stopped') throw conflict('cancelled');
      return outcome;
    },
  },

  automationScheduleDoubtList: {
    input: byUtr,
    async run({ utr }, account, call) {
      const mailing = await mailingOfEmailUtr(account, utr);
      return mailing === null ? null : listed(account.id, mailing, call);
    },
  },

  automationScheduleDoubtDecide: {
    input: inputs(decisionInput),
    async run(given, account) {
      const mailing = await mailingOfEmailUtr(account, given.utr);
      const outcome = mailing && (await storeDecision(mailing, account, given));
      // A mailing stops when its email is deleted, so the record does not exist.
      return outcome === 'stopped' ? null : outcome;
    },
  },
});
