import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { progressQuery } from '../../data/automations.ts';
import { useSubjectWords } from '../../data/field-names.ts';
import { useTexts } from '../../texts/texts.ts';
import { PeopleList } from '../campaigns/people-list.tsx';

export function EmailPeoplePage() {
  const params = useParams({ from: '/automations/$utr/emails/$email/people' });
  const choice = useSearch({ from: '/automations/$utr/emails/$email/people' });
  const { people } = useTexts().campaignsPage;
  const navigate = useNavigate();
  const subjectWords = useSubjectWords();
  const progress = useQuery(progressQuery(params.utr, false));
  return (
    <PeopleList
      mailing={{ kind: 'email', utr: params.email, automation: params.utr }}
      name={subjectWords(progress.data?.emails.find(({ utr }) => utr === params.email)?.subject ?? '')}
      choice={choice}
      choose={(search) =>
        void navigate({ to: '/automations/$utr/emails/$email/people', params, search, replace: true })
      }
      back={
        <Link to="/automations/$utr/emails/$email/report" params={params}>
          {people.back}
        </Link>
      }
    />
  );
}
