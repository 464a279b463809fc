import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useFormats } from '../../app/formats.ts';
import { Page } from '../../app/page.tsx';
import { automationQuery } from '../../data/automations.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from '../campaigns/campaign.module.css';
import { AutomationMenu } from './automation-menu.tsx';
import { ChangeAutomation } from './change-automation.tsx';
import { AutomationControl } from './control.tsx';
import { FindPerson } from './find-person.tsx';
import { BackLink, NotThere } from './not-there.tsx';
import { Series } from './series.tsx';
import { AutomationStanding } from './standing.tsx';
import { AutomationStateBadge } from './state-badge.tsx';
import { useAudienceName } from './use-audience-name.ts';

/** One automation: its emails as a picture with the people on their way through it. */
export function AutomationPage() {
  const { utr } = useParams({ from: '/automations/$utr' });
  const { automationsPage: texts } = useTexts();
  const { localDateTime, dateTime } = useFormats();
  const navigate = useNavigate();
  const audienceOf = useAudienceName();
  const found = useQuery(automationQuery(utr));
  if (!found.data)
    return <NotThere error={found.error} retry={() => void found.refetch()} lost={texts.lost} />;
  const automation = found.data;
  const { automation_name: name, live_at, status, created_at } = automation;
  return (
    <Page
      title={name}
      actions={
        <div className={styles.actions}>
          <ChangeAutomation automation={automation} />
          <AutomationControl automation={automation} />
          <AutomationMenu
            name={name}
            utr={utr}
            hide={() => void navigate({ to: '/automations' })}
            show={() => void navigate({ to: '/automations/$utr', params: { utr } })}
          />
        </div>
      }
    >
      <BackLink />
      <p className={styles.about}>
        <AutomationStateBadge automation={automation} />
        <span>{audienceOf(automation)}</span>
        <span className="soft">
          {status === 1 && live_at !== null
            ? texts.liveSince(localDateTime(live_at))
            : texts.madeAt(dateTime(created_at))}
        </span>
      </p>
      <AutomationStanding automation={automation} />
      <Series automation={automation} audience={audienceOf(automation)} />
      <FindPerson utr={utr} />
    </Page>
  );
}
