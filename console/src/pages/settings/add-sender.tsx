import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormModal } from '../../app/form-modal.tsx';
import { CountrySelect } from '../../app/selects.tsx';
import { useTyped } from '../../app/typed-fields.tsx';
import { api } from '../../data/client.ts';
import { senders } from '../../data/lists.ts';
import { fieldProblems } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

const EMPTY = {
  from_name: '',
  from_email: '',
  reply_to_email: '',
  company_address: '',
  zip_code: '',
};

/** A new sender. Answers go to its own address, and its name is what the account calls it, unless others are given. */
export function AddSender({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { settingsPage } = useTexts();
  const [country, setCountry] = useState<string | null>(null);
  const add = useMutation({
    mutationFn: () =>
      api.senderSave(
        {
          ...typed,
          reply_to_email: typed.reply_to_email || typed.from_email,
          nickname: typed.from_name,
          country_id: Number(country),
        },
        { idempotencyKey: crypto.randomUUID() },
      ),
    onSuccess: async ({ warnings }) => {
      notifications.show({ message: settingsPage.resent(typed.from_email) });
      for (const message of warnings) notifications.show({ message, autoClose: false });
      clear();
      close();
      await queries.invalidateQueries({ queryKey: senders.queryKey });
    },
  });
  const problems = fieldProblems(add.error);
  const { typed, field, clear } = useTyped(EMPTY, problems);
  const { sender } = settingsPage;
  return (
    <FormModal
      isOpen={isOpen}
      close={close}
      title={settingsPage.addSender}
      submit={settingsPage.addSender}
      mutation={add}
    >
      {field({ name: 'from_name', label: sender.from_name, description: sender.nameHint })}
      {field({ name: 'from_email', label: sender.from_email, description: sender.emailHint })}
      {field({ name: 'reply_to_email', label: sender.reply_to_email, description: sender.replyHint })}
      {field({ name: 'company_address', label: sender.company_address, description: sender.addressHint })}
      {field({ name: 'zip_code', label: sender.zip_code })}
      <CountrySelect value={country} choose={setCountry} error={problems['country_id']} />
    </FormModal>
  );
}
