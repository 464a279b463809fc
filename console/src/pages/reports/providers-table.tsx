import { useFormats } from '../../app/formats.ts';
import { NumbersTable } from '../../app/numbers-table.tsx';
import { useReceiverRow } from '../../app/receivers.tsx';
import { sentOf } from '../../data/counts.ts';
import type { ReceiverKind, ReceiverLine } from '../../data/receivers.ts';
import { useTexts } from '../../texts/texts.ts';
import { headsOf, IN_TABLES } from './report-columns.ts';

export function ProvidersTable({ lines, by }: { lines: readonly ReceiverLine[]; by: ReceiverKind }) {
  const { reportsPage: texts, campaignsPage, reportParts } = useTexts();
  const rowOf = useReceiverRow();
  const { percent } = useFormats();
  if (lines.length === 0) return <p className="soft">{texts.noDomains}</p>;
  return (
    <NumbersTable
      title={texts.domains}
      columns={[
        by === 'domain' ? campaignsPage.domains.domain : reportParts.provider,
        ...headsOf(texts, IN_TABLES),
      ]}
      rows={lines.map((line) => ({
        ...rowOf(line),
        numbers: [
          sentOf(line),
          percent(line.accepted, sentOf(line)),
          percent(line.opened, line.accepted),
          percent(line.clicked, line.accepted),
          percent(line.unsubscribed, line.accepted),
          percent(line.bounced, sentOf(line)),
        ],
      }))}
    />
  );
}
