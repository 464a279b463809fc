import { expect } from 'chai';
import { readReport } from '../../../../inbound/reports/read-report.ts';
import { hostileReports } from '../../../support/hostile-reports.ts';
import { ownTime } from '../../../support/own-time.ts';

describe('the reader of returned mails', () => {
  for (const [at, raw] of hostileReports().entries())
    it(`takes 3 s of CPU, whatever is in the mail: ${at + 1}, ${JSON.stringify(raw.toString('utf8', 0, 60))}`, async () => {
      expect(await ownTime(() => readReport(raw), 1)).to.be.below(3000);
    });
});
