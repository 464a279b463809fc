/** An update of rows whose mailing was stopped. One that was refused and only waited for another try is what it was. */
const isRefused = { $gt: ['$refused_at', null] };
export const CANCELLED = [
  {
    $set: {
      state: { $cond: [isRefused, 'bounced', 'skipped'] },
      skip_reason: { $cond: [isRefused, '$$REMOVE', 'cancelled'] },
      refusing_domain: { $cond: [isRefused, null, '$refusing_domain'] },
    },
  },
];
