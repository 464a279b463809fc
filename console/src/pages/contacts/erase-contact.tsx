import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { notifications } from '../../app/notes.tsx';
import { TypeToConfirm } from '../../app/type-to-confirm.tsx';
import { api } from '../../data/client.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

const isSame = (one: string, other: string): boolean =>
  one.trim().toLocaleLowerCase('en') === other.trim().toLocaleLowerCase('en');

/** Erases a person. Nothing brings the data back, so the person at the console types the address. */
export function EraseContact({ email, close }: { email: string; close: () => void }) {
  const { erasing } = useTexts();
  const navigate = useNavigate();
  const erase = useMutation({
    mutationFn: () => api.contactErase({ email }),
    onSuccess: async () => {
      close();
      notifications.show({ message: erasing.begun(email) });
      await navigate({ to: '/contacts' });
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
