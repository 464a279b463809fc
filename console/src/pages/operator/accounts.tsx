import { Switch } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../app/formats.ts';
import { MoreButton } from '../../app/more-button.tsx';
import { listedAccounts } from '../../data/operator.ts';
import { useTexts } from '../../texts/texts.ts';
import { AccountState } from './account-state.tsx';
import { FigureTable } from './figure-table.tsx';
import { OperatorOnly, OperatorPage, OperatorWaiting } from './operator-page.tsx';

export const AccountsPage = () => (
  <OperatorOnly>
    <Accounts />
  </OperatorOnly>
);

function Accounts() {
  const { operatorPage } = useTexts();
  const { date, number } = useFormats();
  const [isSuspended, setSuspended] = useState(false);
  const list = useInfiniteQuery({ ...listedAccounts(isSuspended), placeholderData: keepPreviousData });
  const accounts = list.data?.pages.flatMap(({ message }) => message.accounts);
  const { account } = operatorPage;
  return (
    <OperatorPage title={operatorPage.accounts}>
      <OperatorWaiting read={list} rows={8} />
      {accounts && (
        <section className="card" aria-label={operatorPage.accounts}>
          <p className="soft">{operatorPage.accountsHint}</p>
          <Switch
            my="md"
            label={operatorPage.onlySuspended}
            checked={isSuspended}
            onChange={(event) => setSuspended(event.currentTarget.checked)}
          />
          {accounts.length === 0 && <p>{operatorPage.noAccounts}</p>}
          {accounts.length > 0 && (
            <FigureTable
              label={operatorPage.accounts}
              columns={[account.name, account.contacts, account.mails, account.since, account.state]}
              rows={accounts.map((one) => ({
                id: one.id,
                cells: [
                  <div key="name">
                    <Link to="/operator/accounts/$id" params={{ id: String(one.id) }}>
                      {one.name}
                    </Link>
                    <div className="soft">
                      {[
                        operatorPage.number(one.id),
                        one.is_you && operatorPage.you,
                        one.own_quotas.length > 0 && operatorPage.ownQuotas,
                      ]
                        .filter((part) => part !== false)
                        .join(' · ')}
                    </div>
                  </div>,
                  number(one.contacts),
                  number(one.mails_today),
                  date(one.created_at),
                  <AccountState key="state" account={one} />,
                ],
              }))}
            />
          )}
          <MoreButton pages={list} />
        </section>
      )}
    </OperatorPage>
  );
}
