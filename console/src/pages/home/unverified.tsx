import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { hasAllRecords } from '../../data/lists.ts';
import { useTexts } from '../../texts/texts.ts';
import { useSetUp } from './use-set-up.ts';

/** Senders that are not confirmed and domains without their records, once the first steps are over. Nothing where all is right. */
export function Unverified() {
  const { unverified: texts } = useTexts().homePage;
  const { from, domains, isAllThere } = useSetUp();
  const [senders, lost] = [
    from.data?.filter((one) => one.is_verified === 0) ?? [],
    domains.data?.filter((one) => !hasAllRecords(one)) ?? [],
  ];
  if (!isAllThere || senders.length + lost.length === 0) return null;
  return (
    <section className="note" aria-label={texts.title}>
      <strong>{texts.title}</strong>
      {senders.map(({ id, from_email }) => (
        <p key={id}>{texts.sender(from_email)}</p>
      ))}
      {lost.map(({ id, domain }) => (
        <p key={id}>{texts.domain(domain)}</p>
      ))}
      <Group>
        {senders.length > 0 && (
          <Link to="/settings" hash="senders">
            {texts.toSenders}
          </Link>
        )}
        {lost.length > 0 && (
          <Link to="/settings" hash="domains">
            {texts.toDomains}
          </Link>
        )}
      </Group>
    </section>
  );
}
