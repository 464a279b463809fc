import { randomBytes } from 'node:crypto';
import { insertBounded } from '../../common/changes/bounded-inserts.ts';
import { now } from '../../common/clock.ts';
import { ReportShare } from '../../common/models/report-shares.ts';
import { SingleSend } from '../../common/models/single-sends.ts';
import { liveShares, liveSharesOf, shareHash } from '../../common/queries/report-shares.ts';
import { nextId } from '../../common/store/ids.ts';
import type { Account } from '../http/account.ts';
import { endpoints } from '../http/endpoint.ts';
import { byId, byUtr, integerFrom, recordUtr } from '../http/inputs.ts';
import { inputs, required } from '../http/typed-input.ts';
import { presentReportShare } from '../present/report-shares.ts';

/** Links to one report at the same time. */
const MOST = 20;
/** In days: the maximum, and the default. */
const [MOST_DAYS, USUAL_DAYS] = [365, 30];
const DAY_MS = 24 * 3600_000;
/** Random bytes of a token, which cannot be guessed. */
const TOKEN_BYTES = 32;

const days = () =>
  integerFrom(1, MOST_DAYS)
    .description(`The number of days for which the link works; ${USUAL_DAYS} by default.`)
    .example(USUAL_DAYS);

const sendOf = (account: Account, utr: string) =>
  SingleSend.of(account.id).findOne({ utr, deleted_at: null }, { projection: { _id: 1 } });

/** For people without an account (docs/rules.md 19). */
export const reportShares = endpoints({
  singleSendShare: {
    input: inputs({ utr: required(recordUtr()), days: days() }),
    async run({ utr, days = USUAL_DAYS }, account, { config, conflict }) {
      const send = await sendOf(account, utr);
      if (!send) return null;
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const created_at = now();
      const share = {
        _id: await nextId('report_shares'),
        user_id: account.id,
        single_send_id: send._id,
        token_hash: shareHash(token),
        created_at,
        expires_at: new Date(created_at.getTime() + days * DAY_MS),
      };
      const bound = { rows: ReportShare.of(account.id), filter: liveSharesOf(send._id), most: MOST };
      if (!(await insertBounded(bound, share))) throw conflict('full');
      return presentReportShare(share, `${config.publicUrl}/report/${token}`);
    },
  },

  singleSendShares: {
    input: byUtr,
    async run({ utr }, account) {
      const send = await sendOf(account, utr);
      return send && (await liveShares(account.id, send._id)).map((share) => presentReportShare(share, null));
    },
  },

  singleSendShareDelete: {
    input: byId,
    run: ({ id }, account) => ReportShare.of(account.id).findOneAndDelete({ _id: id }),
  },
});
