import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useFormats } from '../../app/formats.ts';
import { LinkButton } from '../../app/link-button.tsx';
import { Page, Unread, Waiting } from '../../app/page.tsx';
import { PrintButton } from '../../app/print-button.tsx';
import { fieldProblems } from '../../data/problems.ts';
import { useSession } from '../../data/session.ts';
import { daysOf, daysQuery } from '../../data/statistics.ts';
import { useTexts } from '../../texts/texts.ts';
import { Growth } from './growth.tsx';
import { MailPlot } from './mail-plot.tsx';
import { Period } from './period.tsx';
import { Providers } from './providers.tsx';
import { Totals } from './totals.tsx';

export function Reports() {
  const { reportsPage: texts, comparePage } = useTexts();
  const { day } = useFormats();
  const { timezone } = useSession();
  const search = useSearch({ from: '/reports' });
  const days = daysOf(search, timezone);
  const found = useQuery(daysQuery(days));
  const lines = found.data?.statistics;
  const [first, last] = [lines?.[0]?.date, lines?.at(-1)?.date];
  const problems = fieldProblems(found.error);
  const isUnread = found.isError && Object.keys(problems).length === 0;
  return (
    <Page
      title={texts.title}
      actions={
        <Group className="unprinted">
          <LinkButton to="/reports/compare" variant="default">
            {comparePage.open}
          </LinkButton>
          <PrintButton />
        </Group>
      }
    >
      <Period search={search} problems={problems} />
      <p className="soft" role="status">
        {!found.isError && first && last ? texts.days(day(first), day(last)) : '\u00a0'}
      </p>
      {found.isPending && <Waiting rows={6} height={72} />}
      {isUnread && <Unread error={found.error} retry={() => void found.refetch()} />}
      {lines && !found.isError && (
        <>
          <Totals lines={lines} />
          <MailPlot lines={lines} />
          <Growth lines={lines} />
          <Providers days={days} />
        </>
      )}
    </Page>
  );
}
