import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { type Texts, useTexts } from '../texts/texts.ts';
import {
  AutomationIcon,
  CampaignIcon,
  HomeIcon,
  ImageIcon,
  PeopleIcon,
  ReportIcon,
  SegmentIcon,
  SettingsIcon,
} from './icons.tsx';

interface Place {
  readonly to:
    | '/'
    | '/campaigns'
    | '/automations'
    | '/reports'
    | '/contacts'
    | '/segments'
    | '/media'
    | '/settings';
  readonly name: (texts: Texts) => string;
  readonly icon: ComponentType;
}

/** The pages of the menu and of the palette, in their order. A page that is not there yet has no place. */
export const PLACES: readonly Place[] = [
  { to: '/', name: (texts) => texts.home, icon: HomeIcon },
  { to: '/campaigns', name: (texts) => texts.campaigns, icon: CampaignIcon },
  { to: '/automations', name: (texts) => texts.automationsPage.title, icon: AutomationIcon },
  { to: '/reports', name: (texts) => texts.reportsPage.title, icon: ReportIcon },
  { to: '/contacts', name: (texts) => texts.contacts, icon: PeopleIcon },
  { to: '/segments', name: (texts) => texts.segmentsPage.title, icon: SegmentIcon },
  { to: '/media', name: (texts) => texts.mediaPage.title, icon: ImageIcon },
  { to: '/settings', name: (texts) => texts.settings, icon: SettingsIcon },
];

export function Navigation({ onGo }: { onGo?: () => void }) {
  const texts = useTexts();
  return (
    <nav aria-label={texts.pages}>
      <ul className="nav">
        {PLACES.map(({ to, name, icon: Icon }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: to === '/' }} {...(onGo && { onClick: onGo })}>
              <Icon />
              {name(texts)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
