import Joi from 'joi';
import { mailingOfEmail, mailingOfSend } from '../../common/domain/mailing-keys.ts';
import { messageIdOf } from '../../common/domain/message-ids.ts';
import { Delivery } from '../../common/models/deliveries.ts';
import { Mailing } from '../../common/models/mailings.ts';
import { SingleSend } from '../../common/models/single-sends.ts';
import { rows } from '../../common/mongo.ts';
import { findSchedule } from '../../common/queries/automations.ts';
import {
  DECISIONS,
  type Decision,
  DOUBT_INDEX,
  decide,
  inDoubt,
  isAnyOf,
} from '../../common/queries/doubts.ts';
import { secretOfMailing } from '../../common/secrets/signing.ts';
import { firstTriedAt, outsideTransaction } from '../../common/transactions.ts';
import type { Account } from '../http/account.ts';
import { type Call, endpoint } from '../http/endpoint.ts';
import { conflict, texts } from '../http/failures.ts';
import {
  flag,
  input,
  listOf,
  oneOf,
  optional,
  recordIds,
  recordUtr,
  refuse,
  required,
  stated,
} from '../http/inputs.ts';
import { type Listing, listing } from '../http/listing.ts';
import { presentDoubt } from '../present/doubts.ts';

interface DecideInput {
  utr: string;
  decision: Decision;
  ids?: number[];
  all?: 0 | 1;
}

const byUtr = Joi.object<{ utr: string }>({ utr: required(recordUtr()) });

/** Ids or all of them: which of both was meant is not for us to guess. */
const decision = Joi.object<DecideInput>({
  utr: required(recordUtr()),
  decision: required(oneOf(DECISIONS)),
  all: optional(flag()),
  ids: stated(
    Joi.any().when('all', {
      is: 1,
      // oxlint-disable-next-line unicorn/no-thenable -- Joi's word.
      then: optional(
        input.custom((_: unknown, helpers) => refuse(helpers, (key) => texts.emptyWhen(key, 'all'))),
      ),
      otherwise: required(recordIds()),
    }),
    listOf({ type: 'integer' }),
  ),
});

/** The mailing of a record that is the account's, null where it is not there. */
type Find = (account: Account, utr: string) => Promise<string | null>;

const ofSend: Find = async ({ id }, utr) => {
  const send = await rows(SingleSend).findOne(
    { user_id: id, utr, deleted_at: null },
    { projection: { _id: 1 } },
  );
  return send && mailingOfSend(send._id);
};

const ofEmail: Find = async ({ id }, utr) => {
  const schedule = await findSchedule(id, utr);
  return schedule && mailingOfEmail(schedule._id);
};

async function listed(mailing: string, { config }: Call): Promise<Listing> {
  const found = await rows(Mailing).findOne({ _id: mailing }, { projection: { key_id: 1 } });
  const secret = secretOfMailing(config, found?.key_id);
  return listing({
    model: Delivery,
    filter: inDoubt(mailing),
    index: DOUBT_INDEX,
    present: (page) =>
      page.map((row) => presentDoubt(row, messageIdOf(row._id, secret, config.messageIdDomain))),
  });
}

/** Null: none of the ids is a mail of it. `stopped` answers what is asked to go once more, and can't. */
async function decided(
  mailing: string,
  account: Account,
  { decision: said, ids = [], all }: DecideInput,
  stopped: () => null,
): Promise<true | null> {
  if (all !== 1 && !(await isAnyOf(mailing, ids))) return null;
  const chosen = all === 1 ? 'all' : ids;
  const owned = { _id: mailing, user_id: account.id };
  // It may be of a million rows, a thousand in each of its own transactions. Tried again it goes on where it stopped: what
  // got into doubt since it was first tried is not what was decided on.
  const until = firstTriedAt() ?? undefined;
  const isDecided = await outsideTransaction(() => decide(owned, chosen, said, until));
  return isDecided || stopped();
}

/** The mails of which nobody knows whether a mail server took them, and what a person says of them (docs/guarantees.md). */
export const doubts = {
  singleSendDoubtList: endpoint<'singleSendDoubtList', { utr: string }>({
    input: byUtr,
    async run({ utr }, account, call) {
      const mailing = await ofSend(account, utr);
      return mailing === null ? null : listed(mailing, call);
    },
  }),

  singleSendDoubtDecide: endpoint<'singleSendDoubtDecide', DecideInput>({
    input: decision,
    async run(given, account) {
      const mailing = await ofSend(account, given.utr);
      if (mailing === null) return null;
      return decided(mailing, account, given, () => {
        throw conflict('Single send was cancelled');
      });
    },
  }),

  automationScheduleDoubtList: endpoint<'automationScheduleDoubtList', { utr: string }>({
    input: byUtr,
    async run({ utr }, account, call) {
      const mailing = await ofEmail(account, utr);
      return mailing === null ? null : listed(mailing, call);
    },
  }),

  automationScheduleDoubtDecide: endpoint<'automationScheduleDoubtDecide', DecideInput>({
    input: decision,
    async run(given, account) {
      const mailing = await ofEmail(account, given.utr);
      // Stopped, it was deleted a moment ago.
      return mailing === null ? null : decided(mailing, account, given, () => null);
    },
  }),
};
