import type { ReactNode } from 'react';

/** Lines on a grid of 24, in the colour of the text. */
const icon = (path: ReactNode) => () => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {path}
  </svg>
);

export const HomeIcon = icon(<path d="M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z" />);
export const PeopleIcon = icon(
  <>
    <circle cx="9" cy="8" r="3.5" />
    <path d="M2.5 20c.6-3.6 3-5.5 6.5-5.5s5.9 1.9 6.5 5.5M16 4.8a3.5 3.5 0 0 1 0 6.4M18.5 15c1.7.8 2.7 2.5 3 5" />
  </>,
);
export const SegmentIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 3.5V12l6.5 5.5" />
  </>,
);
export const CampaignIcon = icon(<path d="M3 6h18v13H3zM3.5 6.5L12 13l8.5-6.5" />);
export const AutomationIcon = icon(
  <>
    <circle cx="6" cy="5.5" r="2.5" />
    <circle cx="6" cy="18.5" r="2.5" />
    <path d="M6 8v8M6 12h8M14 9h7v6h-7z" />
  </>,
);
export const ImageIcon = icon(
  <>
    <path d="M3.5 5h17v14h-17zM4 17l5-5 4 4 3-3 4.5 4" />
    <circle cx="15.5" cy="9" r="1.4" />
  </>,
);
export const TemplateIcon = icon(<path d="M4 4h16v16H4zM4 9h16M10 9v11" />);
export const ReportIcon = icon(<path d="M4 20h16M7 20v-7M12 20V5M17 20v-10" />);
export const MoreIcon = icon(<path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="3" />);
export const FieldIcon = icon(
  <path d="M8 4C5 4 6 12 3 12c3 0 2 8 5 8M16 4c3 0 2 8 5 8-3 0-2 8-5 8M12 9v6M9 12h6" />,
);
export const SettingsIcon = icon(
  <>
    <path d="M4 7h9M19 7h1M4 17h1M11 17h9" />
    <circle cx="16" cy="7" r="2.5" />
    <circle cx="8" cy="17" r="2.5" />
  </>,
);
export const OperatorIcon = icon(<path d="M4 5h16v6H4zM4 13h16v6H4zM7.5 8h.01M7.5 16h.01" />);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />);
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="M16 16l4 4" />
  </>,
);
export const SignOutIcon = icon(<path d="M14 4H5v16h9M10 12h11M17 8l4 4-4 4" />);
export const CheckIcon = icon(<path d="M5 12.5l4.5 4.5L19 7.5" />);
export const UndoIcon = icon(<path d="M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6" />);
export const RedoIcon = icon(<path d="M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6" />);
export const BoldIcon = icon(<path d="M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z" />);
export const ItalicIcon = icon(<path d="M10 5h7M7 19h7M14 5l-4 14" />);
export const UnderlineIcon = icon(<path d="M7 5v6a5 5 0 0 0 10 0V5M6 20h12" />);
export const LinkIcon = icon(
  <path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17" />,
);
export const UnlinkIcon = icon(
  <path d="M10 6l1-1a4 4 0 0 1 6 0l2 2a4 4 0 0 1 0 6l-1 1M14 18l-1 1a4 4 0 0 1-6 0l-2-2a4 4 0 0 1 0-6l1-1M4 4l16 16" />,
);
export const BulletsIcon = icon(<path d="M10 6h10M10 12h10M10 18h10M5 6h.01M5 12h.01M5 18h.01" />);
export const NumbersIcon = icon(
  <path d="M11 6h9M11 12h9M11 18h9M4.5 4.5L6 4v4M4.5 15.5a1.2 1.2 0 0 1 2 1L4.5 19.5h2.3" />,
);
