import type { ReactNode } from 'react';
import { ApiError } from '../../../../client/src/index.ts';
import { PageLost } from '../../app/failures.tsx';
import { OPERATOR_PLACES } from '../../app/inner-places.ts';
import { LinkButton } from '../../app/link-button.tsx';
import { Empty, Page, Unread, Waiting } from '../../app/page.tsx';
import { PlaceLinks } from '../../app/place-links.tsx';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';

/** For anyone but operators there is no such page, and nothing is asked for. */
export function OperatorOnly({ children }: { children: ReactNode }) {
  return useSession().is_operator ? children : <PageLost />;
}

export function OperatorPage({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { operatorPage } = useTexts();
  return (
    <Page title={title} actions={actions}>
      <PlaceLinks label={operatorPage.title} places={OPERATOR_PLACES} />
      {children}
    </Page>
  );
}

interface OperatorQuery {
  readonly data: unknown;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
}

/** While what a page shows loads, or where it can not be read: an operator without a second factor is told to set one up. */
export function OperatorWaiting({ read, rows }: { read: OperatorQuery; rows: number }) {
  const { operatorPage } = useTexts();
  if (read.data !== undefined) return null;
  if (read.error === null) return <Waiting rows={rows} />;
  if (read.error instanceof ApiError && read.error.status === 403)
    return (
      <Empty title={operatorPage.factorTitle} hint={operatorPage.factorHint}>
        <LinkButton to="/settings/account" hash="second-factor">
          {operatorPage.toAccount}
        </LinkButton>
      </Empty>
    );
  return <Unread error={read.error} retry={() => void read.refetch()} />;
}
