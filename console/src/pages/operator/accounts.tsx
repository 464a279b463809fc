import { Switch } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dotted } from '../../app/dotted.ts';
import { useFormats } from '../../app/formats.ts';
import { MoreButton } from '../../app/more-button.tsx';
import { type AccountChoice, listedAccounts } from '../../data/operator.ts';
import { useTexts } from '../../texts/texts.ts';
import { AccountState } from './account-state.tsx';
import { FigureTable } from './figure-table.tsx';
import { NewAccount } from './new-account.tsx';
import { OperatorOnly, OperatorPage, OperatorWaiting } from './operator-page.tsx';

export const AccountsPage = () => (
  <OperatorOnly>
    <Accounts />
  </OperatorOnly>
);

function Accounts() {
  const { operatorPage } = useTexts();
  const { date, number, percent } = useFormats();
  const share = (rate: number | null): string => (rate === null ? '–' : percent(rate, 1));
  const [choice, setChoice] = useState<AccountChoice>('all');
  const list = useInfiniteQuery({ ...listedAccounts(choice), placeholderData: keepPreviousData });
  const accounts = list.data?.pages.flatMap(({ message }) => message.accounts);
  const { account } = operatorPage;
  return (
    <OperatorPage title={operatorPage.accounts} actions={accounts && <NewAccount />}>
      <OperatorWaiting read={list} rows={8} />
      {accounts && (
        <section className="card" aria-label={operatorPage.accounts}>
          <p className="soft">{operatorPage.accountsHint}</p>
          <Switch
            my="md"
            label={operatorPage.onlySuspended}
            checked={choice === 'suspended'}
            onChange={(event) => setChoice(event.currentTarget.checked ? 'suspended' : 'all')}
          />
          <Switch
            my="md"
            label={operatorPage.onlyTroubled}
            checked={choice === 'troubled'}
            onChange={(event) => setChoice(event.currentTarget.checked ? 'troubled' : 'all')}
          />
          {accounts.length === 0 && (
            <p>{choice === 'troubled' ? operatorPage.noneTroubled : operatorPage.noAccounts}</p>
          )}
          {accounts.length > 0 && (
            <FigureTable
              label={operatorPage.accounts}
              columns={[
                account.name,
                account.contacts,
                account.mails,
                account.complaints,
                account.bounces,
                account.since,
                account.state,
              ]}
              numbers={[account.contacts, account.mails, account.complaints, account.bounces]}
              rows={accounts.map((one) => ({
                id: one.id,
                cells: [
                  <div key="name">
                    <Link to="/operator/accounts/$id" params={{ id: String(one.id) }}>
                      {one.name}
                    </Link>
                    <div className="soft">
                      {dotted(
                        operatorPage.number(one.id),
                        one.is_you && operatorPage.you,
                        one.own_quotas.length > 0 && operatorPage.ownQuotas,
                      )}
                    </div>
                  </div>,
                  number(one.contacts),
                  number(one.mails_today),
                  share(one.complaint_rate),
                  share(one.bounce_rate),
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
