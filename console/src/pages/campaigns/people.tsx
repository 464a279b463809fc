import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { campaignQuery } from '../../data/campaigns.ts';
import { useTexts } from '../../texts/texts.ts';
import { PeopleList } from './people-list.tsx';

export function PeoplePage() {
  const { utr } = useParams({ from: '/campaigns/$utr/people' });
  const choice = useSearch({ from: '/campaigns/$utr/people' });
  const { people } = useTexts().campaignsPage;
  const navigate = useNavigate();
  const campaign = useQuery(campaignQuery(utr));
  return (
    <PeopleList
      mailing={{ kind: 'campaign', utr }}
      name={campaign.data?.single_send_name ?? ''}
      choice={choice}
      choose={(search) =>
        void navigate({ to: '/campaigns/$utr/people', params: { utr }, search, replace: true })
      }
      back={
        <Link to="/campaigns/$utr" params={{ utr }}>
          {people.back}
        </Link>
      }
    />
  );
}
