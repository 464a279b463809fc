import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../app/formats.ts';
import { Empty, Page, Unread, Waiting } from '../../app/page.tsx';
import { useRemovals } from '../../app/removals.ts';
import { useAddressedDialog } from '../../app/use-addressed-dialog.ts';
import { automations } from '../../data/automations.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from '../campaigns/campaigns.module.css';
import { AutomationMenu } from './automation-menu.tsx';
import { NewAutomation } from './new-automation.tsx';
import { AutomationStateBadge } from './state-badge.tsx';
import { useAudienceName } from './use-audience-name.ts';

/** All automations, newest first, with the results of their mails. */
export function Automations() {
  const { automationsPage: texts } = useTexts();
  const { number, percent } = useFormats();
  const audienceOf = useAudienceName();
  const list = useQuery(automations);
  const { isShown } = useRemovals('automations');
  const [isAdding, adding] = useAddressedDialog('add-automation');
  const shown = list.data?.filter(({ utr }) => isShown({ id: utr })).toReversed();
  return (
    <Page title={texts.title} actions={<Button onClick={adding.open}>{texts.add}</Button>}>
      <NewAutomation isOpen={isAdding} close={adding.close} />
      <div className="card">
        {list.isPending && <Waiting rows={4} height={64} />}
        {list.isError && <Unread error={list.error} retry={() => void list.refetch()} />}
        {shown?.length === 0 && <Empty title={texts.noneTitle} hint={texts.noneHint} />}
        {shown && shown.length > 0 && (
          <>
            <p className="soft">{texts.hint}</p>
            <div className="table" tabIndex={0} role="region" aria-label={texts.title}>
              <Table verticalSpacing="sm" highlightOnHover>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{texts.name}</Table.Th>
                    <Table.Th className="wide">{texts.state}</Table.Th>
                    <Table.Th className={`wide ${styles.number}`}>{texts.emails}</Table.Th>
                    <Table.Th className={`wide ${styles.number}`}>{texts.delivered}</Table.Th>
                    <Table.Th className={`wide ${styles.number}`}>{texts.opened}</Table.Th>
                    <Table.Th className={`wide ${styles.number}`}>{texts.clicked}</Table.Th>
                    <Table.Td w={60} />
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {shown.map((one) => (
                    <Table.Tr key={one.utr}>
                      <Table.Td className={styles.cell ?? ''}>
                        <Link to="/automations/$utr" params={{ utr: one.utr }} className={styles.name}>
                          {one.automation_name}
                        </Link>
                        <div className="soft">{audienceOf(one)}</div>
                        <div className={styles.phone}>
                          <AutomationStateBadge automation={one} />
                          <span className="soft">{texts.emailCount(one.automation_schedule_count)}</span>
                        </div>
                      </Table.Td>
                      <Table.Td className="wide">
                        <AutomationStateBadge automation={one} />
                      </Table.Td>
                      <Table.Td className={`wide ${styles.number}`}>
                        {number(one.automation_schedule_count)}
                      </Table.Td>
                      <Table.Td className={`wide ${styles.number}`}>{number(one.total_delivered)}</Table.Td>
                      <Table.Td className={`wide ${styles.number}`}>
                        {one.total_delivered > 0 && percent(one.total_unique_opens, one.total_delivered)}
                      </Table.Td>
                      <Table.Td className={`wide ${styles.number}`}>
                        {one.total_delivered > 0 && percent(one.total_unique_clicks, one.total_delivered)}
                      </Table.Td>
                      <Table.Td>
                        <AutomationMenu name={one.automation_name} utr={one.utr} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </div>
          </>
        )}
      </div>
    </Page>
  );
}
