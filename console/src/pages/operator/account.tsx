import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Fragment } from 'react';
import { ApiError } from '../../../../client/src/index.ts';
import { Empty } from '../../app/page.tsx';
import { accountDetails } from '../../data/operator.ts';
import { useTexts } from '../../texts/texts.ts';
import { AccountClosing } from './account-closing.tsx';
import { AccountKeys } from './account-keys.tsx';
import { AccountQuotas } from './account-quotas.tsx';
import { AccountStanding } from './account-standing.tsx';
import { OperatorOnly, OperatorPage, OperatorWaiting } from './operator-page.tsx';

/** One account: its status, quotas and keys, and its end. */
export const AccountPage = () => (
  <OperatorOnly>
    <OneAccount />
  </OperatorOnly>
);

function OneAccount() {
  const { id } = useParams({ from: '/operator/accounts/$id' });
  const { operatorPage } = useTexts();
  const details = useQuery(accountDetails(id));
  const isGone = details.error instanceof ApiError && details.error.status === 404;
  return (
    <OperatorPage title={details.data?.account.name ?? operatorPage.account.name}>
      <p>
        <Link to="/operator/accounts">{operatorPage.back}</Link>
      </p>
      {isGone && <Empty title={operatorPage.gone} hint={operatorPage.goneHint} />}
      {!isGone && <OperatorWaiting read={details} rows={8} />}
      {details.data && (
        <Fragment key={id}>
          <AccountStanding account={details.data.account} />
          <AccountQuotas details={details.data} />
          <AccountKeys id={details.data.account.id} />
          <AccountClosing account={details.data.account} />
        </Fragment>
      )}
    </OperatorPage>
  );
}
