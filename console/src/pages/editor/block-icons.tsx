import type { ReactNode } from 'react';
import type { Block } from './blocks.ts';

/** Pictures of the blocks, as lines on a grid of 40 by 28. */
const LINES: Readonly<Record<Block, ReactNode>> = {
  text: <path d="M6 7h28M6 14h28M6 21h18" />,
  heading: <path d="M12 5v18M28 5v18M12 14h16" strokeWidth="2.6" />,
  image: <path d="M5 4h30v20H5zM6 22l9-9 7 7 5-5 7 7M26 10h.01" />,
  button: <path d="M9 8h22a4 4 0 0 1 4 4v4a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4v-4a4 4 0 0 1 4-4zM14 14h12" />,
  divider: <path d="M5 14h30" />,
  spacer: <path d="M6 4h28M6 24h28M20 9v10M17 11l3-3 3 3M17 17l3 3 3-3" />,
  social: (
    <>
      <circle cx="9" cy="14" r="4.5" />
      <circle cx="20" cy="14" r="4.5" />
      <circle cx="31" cy="14" r="4.5" />
    </>
  ),
  list: <path d="M14 7h20M14 14h20M14 21h20M7 7h.01M7 14h.01M7 21h.01" />,
  table: <path d="M5 4h30v20H5zM5 11h30M5 17.5h30M20 4v20" />,
  html: <path d="M14 8l-7 6 7 6M26 8l7 6-7 6M22 6l-4 16" />,
  footer: <path d="M5 4h30v20H5zM12 16h16M15 20h10" />,
  one: <path d="M5 4h30v20H5z" />,
  two: <path d="M5 4h30v20H5zM20 4v20" />,
  three: <path d="M5 4h30v20H5zM15 4v20M25 4v20" />,
  sidebar: <path d="M5 4h30v20H5zM15 4v20" />,
};

export const BlockIcon = ({ block }: { block: Block }) => (
  <svg
    width="40"
    height="28"
    viewBox="0 0 40 28"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {LINES[block]}
  </svg>
);
