import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { zoneHere } from '../../../../shared/time-zones.ts';
import { FormModal } from '../../app/form-modal.tsx';
import { useAddressedDialog } from '../../app/use-addressed-dialog.ts';
import { useForm } from '../../app/use-form.ts';
import { formDraft } from '../../app/use-kept-draft.ts';
import { useKeyedCall } from '../../app/use-keyed-call.ts';
import { ZoneSelect } from '../../app/zone-select.tsx';
import { createAccount } from '../../data/operator.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { ShownOnce } from '../settings/shown-once.tsx';
import { useNewPassword } from './new-password.tsx';

type CreatedAccount = Awaited<ReturnType<typeof createAccount>>;

/** Creates an account, shows its first keys, and opens its page. */
export function NewAccount() {
  const { operatorPage } = useTexts();
  const navigate = useNavigate();
  const [isAdding, { open, close }] = useAddressedDialog('add-account');
  const [created, setCreated] = useState<CreatedAccount | null>(null);
  const leave = (): void => {
    setCreated(null);
    if (created) void navigate({ to: '/operator/accounts/$id', params: { id: String(created.account.id) } });
  };
  return (
    <>
      <Button onClick={open}>{operatorPage.newAccount}</Button>
      {/* Drawn again each time: a closed dialog keeps no password. */}
      {isAdding && <NewAccountForm close={close} created={setCreated} />}
      <ShownOnce
        title={operatorPage.madeKeys}
        secrets={
          created && [
            { name: 'PublicKey', value: created.key.public_key },
            { name: 'SecretKey', value: created.key.secret_key },
          ]
        }
        close={leave}
      />
    </>
  );
}

const EMPTY = { name: '', email: '' };

function NewAccountForm({
  close,
  created,
}: {
  close: () => void;
  created: (account: CreatedAccount) => void;
}) {
  const { operatorPage, accountData, closing } = useTexts();
  const create = useKeyedCall(createAccount);
  const [here] = useState(zoneHere);
  const { values, put, problems, field, modal } = useForm({
    draft: formDraft('account'),
    title: operatorPage.newAccount,
    initial: { ...EMPTY, timezone: here },
    isNew: true,
    save: (fields) => create({ ...fields, ...secret.typed }),
    saved: async (answer) => {
      created(answer);
      close();
      await queries.invalidateQueries({ queryKey: ['operator', 'accounts'] });
    },
  });
  const secret = useNewPassword(problems);
  return (
    <FormModal {...modal} close={close} submit={operatorPage.create}>
      {field({ name: 'name', 'aria-required': true, label: accountData.name, autoComplete: 'off' })}
      {field({
        name: 'email',
        'aria-required': true,
        label: closing.email,
        type: 'email',
        autoComplete: 'off',
      })}
      {secret.input}
      <ZoneSelect
        value={values.timezone}
        listed={values.timezone}
        error={problems['timezone']}
        onChange={(timezone) => put({ timezone })}
      />
    </FormModal>
  );
}
