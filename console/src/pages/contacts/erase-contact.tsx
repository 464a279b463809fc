import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { notifications } from '../../app/notes.tsx';
import { TypeToConfirm } from '../../app/type-to-confirm.tsx';
import { contactDraft, useForgetDrafts } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

const isSame = (one: string, other: string): boolean =>
  one.trim().toLocaleLowerCase('en') === other.trim().toLocaleLowerCase('en');

/** Erases a person. Nothing brings the data back, so the person at the console types the address. */
export function EraseContact({ email, close }: { email: string; close: () => void }) {
  const { erasing } = useTexts();
  const navigate = useNavigate();
  const forget = useForgetDrafts();
  const erase = useMutation({
    mutationFn: async () => {
      const contacts = await api.contactList({ email });
      await api.contactErase({ email });
      return contacts.map(({ id }) => id);
    },
    onSuccess: async (ids) => {
      close();
      notifications.show({ message: erasing.begun(email) });
      await navigate({ to: '/contacts' });
      // The form is gone: it keeps nothing again.
      await forget(...ids.map(contactDraft));
      await queries.invalidateQueries();
    },
  });
  return (
    <TypeToConfirm
      title={erasing.title(email)}
      label={erasing.type(email)}
      keep={erasing.keep}
      yes={erasing.yes}
      isRight={(typed) => isSame(typed, email)}
      mutation={erase}
      close={close}
    >
      <div>
        <p>{erasing.what}</p>
        <ul>
          {erasing.consequences.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
        <p>
          <strong>{erasing.forGood}</strong>
        </p>
      </div>
    </TypeToConfirm>
  );
}
