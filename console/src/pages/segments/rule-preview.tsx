import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Unread, Waiting } from '../../app/page.tsx';
import { api } from '../../data/client.ts';
import { isComplete, type Rule, writtenRule } from '../../data/rules.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './rule-preview.module.css';

/** How many contacts fulfil a rule now, and ten of them. What was found before stays while the next answer is on its way. */
export function RulePreview({ rule }: { rule: Rule }) {
  const { segmentsPage } = useTexts();
  const isReady = isComplete(rule);
  const written = writtenRule(rule);
  const preview = useQuery({
    queryKey: ['segment-preview', written],
    queryFn: ({ signal }) => api.segmentPreview(written, { signal }),
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
  const { data } = preview;
  return (
    <section className="card" aria-labelledby="preview">
      <h2 id="preview">{segmentsPage.preview}</h2>
      {!isReady && <p className="soft">{segmentsPage.incomplete}</p>}
      {isReady && preview.isPending && <Waiting rows={5} />}
      {isReady && preview.isError && <Unread error={preview.error} retry={() => void preview.refetch()} />}
      {isReady && data && !preview.isError && (
        <div className={styles.found} data-old={preview.isPlaceholderData}>
          <p role="status">
            <strong>
              {data.at_least ? segmentsPage.foundAtLeast(data.count) : segmentsPage.found(data.count)}
            </strong>
          </p>
          {data.refreshing && <p className="soft">{segmentsPage.gathering}</p>}
          {data.count === 0 && <p className="soft">{segmentsPage.foundNone}</p>}
          <ul className={styles.people}>
            {data.contacts.map(({ id, email, fullname }) => (
              <li key={id}>
                {email}
                <div className="soft">{fullname}</div>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
