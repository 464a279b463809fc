import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { LinkButton } from '../../app/link-button.tsx';
import { Empty, Page } from '../../app/page.tsx';
import { PrintButton } from '../../app/print-button.tsx';
import { emailsQuery, progressQuery } from '../../data/automations.ts';
import { useSubjectWords } from '../../data/field-names.ts';
import { useTexts } from '../../texts/texts.ts';
import { Doubts } from '../campaigns/doubts.tsx';
import { MailFigures } from '../campaigns/figures.tsx';
import { MailClicks } from '../campaigns/mail-clicks.tsx';
import { Reasons } from '../campaigns/reasons.tsx';
import { ReportFile } from '../campaigns/report-file.tsx';
import { BouncesTable, DomainsTable, LinksTable } from '../campaigns/report-tables.tsx';
import { TimelinePlot } from '../campaigns/timeline-plot.tsx';
import { BackLink, NotThere } from './not-there.tsx';

export function EmailReportPage() {
  const params = useParams({ from: '/automations/$utr/emails/$email/report' });
  const { automationsPage: texts } = useTexts();
  const subjectWords = useSubjectWords();
  const progress = useQuery(progressQuery(params.utr, true));
  const emails = useQuery(emailsQuery(params.utr));
  if (!progress.data || !emails.data) {
    const retry = (): void => {
      void progress.refetch();
      void emails.refetch();
    };
    return <NotThere error={progress.error ?? emails.error} retry={retry} lost={texts.lost} />;
  }
  const email = progress.data.emails.find(({ utr }) => utr === params.email);
  if (!email)
    return (
      <Page title={texts.title}>
        <BackLink />
        <Empty title={texts.email.lost} hint={texts.lostHint} />
      </Page>
    );
  const mailing = { kind: 'email', utr: params.email, automation: params.utr } as const;
  const stored = emails.data.find(({ utr }) => utr === params.email);
  const mail = { outcomes: email, recipients: email.triggered, isCounted: stored?.tracking !== 0 };
  return (
    <Page
      title={subjectWords(email.subject)}
      actions={
        <Group className="unprinted">
          <ReportFile name={subjectWords(email.subject)} mailing={mailing} mail={mail} />
          <PrintButton />
          <LinkButton to="/automations/$utr/emails/$email" params={params} variant="default">
            {texts.series.edit}
          </LinkButton>
        </Group>
      }
    >
      <p className="unprinted">
        <Link to="/automations/$utr" params={{ utr: params.utr }}>
          {texts.toSeries}
        </Link>
      </p>
      <MailFigures mailing={mailing} {...mail} />
      {email.in_doubt > 0 && <Doubts mailing={mailing} count={email.in_doubt} />}
      {email.triggered > 0 && <MailClicks mailing={mailing} />}
      <div className="columns">
        <BouncesTable mailing={mailing} />
        <Reasons given={email.unsubscribe_reasons} />
      </div>
      <TimelinePlot mailing={mailing} />
      <LinksTable mailing={mailing} />
      <DomainsTable mailing={mailing} />
    </Page>
  );
}
