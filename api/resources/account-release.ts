import { releaseAccount } from '../../common/changes/account-brakes.ts';
import { Account } from '../../common/models/accounts.ts';
import { readReputation } from '../../common/queries/reputation.ts';
import { endpoints } from '../http/endpoint.ts';
import { text } from '../http/inputs.ts';
import { inputs, nothing, required } from '../http/typed-input.ts';
import { presentReputation } from '../present/reputation.ts';

/** In characters. */
const REASON_MAX = 500;

export const accountRelease = endpoints({
  accountReputation: {
    input: nothing,
    async run(_, { id }) {
      const account = await Account.findOne(
        { _id: id },
        { projection: { brake: 1, brake_release: 1, released_itself: 1 } },
      );
      return presentReputation(await readReputation(id, account), account);
    },
  },

  accountRelease: {
    input: inputs({
      reason: required(text({ max: REASON_MAX }))
        .description('What was done about the complaints or bounces. The operator reads it.')
        .example('We removed the contacts of a bought list.'),
    }),
    async run({ reason }, account, call) {
      if (await releaseAccount(account.id, 'account', reason)) return {};
      const paused = await Account.findOne(
        { _id: account.id, brake: { $type: 'object' } },
        { projection: { _id: 1 } },
      );
      throw call.conflict(paused ? 'released' : 'accountWell');
    },
  },
});
