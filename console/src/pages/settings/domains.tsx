import { useQuery } from '@tanstack/react-query';
import { AddLine } from '../../app/add-line.tsx';
import { useFormats } from '../../app/formats.ts';
import { Unread, Waiting } from '../../app/page.tsx';
import { useRemovals } from '../../app/removals.ts';
import styles from '../../app/rows.module.css';
import { formDraft } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { sendingDomains } from '../../data/lists.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { DomainRow } from './domain-row.tsx';
import { useDomainChecks } from './use-domain-checks.ts';

/** Domains that mails are signed with: the records to set, and whether the DNS has them. */
export function Domains() {
  const { settingsPage } = useTexts();
  const { timeOfDay } = useFormats();
  const list = useQuery(sendingDomains);
  const { remove, isShown } = useRemovals('domains');
  const shown = list.data?.filter(isShown);
  const { checks, restart } = useDomainChecks(shown ?? []);
  const add = async (domain: string): Promise<void> => {
    await api.sendingDomainSave({ domain }, { idempotencyKey: crypto.randomUUID() });
    await queries.invalidateQueries({ queryKey: sendingDomains.queryKey });
    restart();
  };
  return (
    <section className="card" aria-labelledby="domains">
      <h2 id="domains">{settingsPage.domains}</h2>
      <p className="soft">{settingsPage.domainsHint}</p>
      {list.isPending && <Waiting rows={2} height={64} />}
      {list.isError && <Unread error={list.error} retry={() => void list.refetch()} />}
      {shown?.length === 0 && <p>{settingsPage.noDomains}</p>}
      {checks.state !== 'none' && (
        <p className="soft">
          {checks.state === 'planned'
            ? settingsPage.nextCheck(timeOfDay(new Date(checks.next)))
            : settingsPage.checksOver}
        </p>
      )}
      {shown && shown.length > 0 && (
        <ul className={styles.rows}>
          {shown.map((one) => (
            <DomainRow
              key={one.id}
              domain={one}
              checked={restart}
              remove={() =>
                remove({
                  ids: [one.id],
                  said: settingsPage.domainDeleted(one.domain),
                  change: () => api.sendingDomainDelete({ id: one.id }),
                })
              }
            />
          ))}
        </ul>
      )}
      <AddLine
        label={settingsPage.domain}
        hint={settingsPage.domainExample}
        button={settingsPage.addDomain}
        input="domain"
        draft={formDraft('domain')}
        add={add}
      />
    </section>
  );
}
