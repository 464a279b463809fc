import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../texts/texts.ts';
import { ANYBODY, ContactSelect } from '../campaigns/contact-select.tsx';

export function FindPerson({ utr }: { utr: string }) {
  const { person: texts } = useTexts().automationsPage;
  const navigate = useNavigate();
  return (
    <div className="card">
      <ContactSelect
        label={texts.find}
        description={texts.findHint}
        placeholder=""
        clearable={false}
        value={ANYBODY}
        choose={(_, email) =>
          void navigate({ to: '/automations/$utr/person', params: { utr }, search: { email } })
        }
      />
    </div>
  );
}
