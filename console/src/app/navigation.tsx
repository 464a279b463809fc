import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useSession } from '../data/session.ts';
import { type Texts, useTexts } from '../texts/texts.ts';
import {
  AutomationIcon,
  CampaignIcon,
  HomeIcon,
  ImageIcon,
  OperatorIcon,
  PeopleIcon,
  ReportIcon,
  SegmentIcon,
  SettingsIcon,
  TemplateIcon,
} from './icons.tsx';
import type { MenuPath } from './inner-places.ts';

interface NavigationPlace {
  readonly to: MenuPath;
  readonly name: (texts: Texts) => string;
  readonly icon: ComponentType;
  /** For operators only. */
  readonly isOperators?: true;
}

/** Pages of the menu and the palette, in order. */
const PLACES: readonly NavigationPlace[] = [
  { to: '/', name: (texts) => texts.home, icon: HomeIcon },
  { to: '/campaigns', name: (texts) => texts.campaigns, icon: CampaignIcon },
  { to: '/automations', name: (texts) => texts.automationsPage.title, icon: AutomationIcon },
  { to: '/reports', name: (texts) => texts.reportsPage.title, icon: ReportIcon },
  { to: '/contacts', name: (texts) => texts.contacts, icon: PeopleIcon },
  { to: '/segments', name: (texts) => texts.segmentsPage.title, icon: SegmentIcon },
  { to: '/templates', name: (texts) => texts.templatesPage.title, icon: TemplateIcon },
  { to: '/media', name: (texts) => texts.mediaPage.title, icon: ImageIcon },
  { to: '/settings', name: (texts) => texts.settings, icon: SettingsIcon },
  {
    to: '/operator',
    name: (texts) => texts.operatorPage.title,
    icon: OperatorIcon,
    isOperators: true,
  },
];

export function usePlaces(): readonly NavigationPlace[] {
  const { is_operator } = useSession();
  return PLACES.filter(({ isOperators }) => !isOperators || is_operator);
}

export function Navigation({ onGo }: { onGo?: () => void }) {
  const texts = useTexts();
  const places = usePlaces();
  return (
    <nav aria-label={texts.pages}>
      <ul className="nav">
        {places.map(({ to, name, icon: Icon }) => (
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
