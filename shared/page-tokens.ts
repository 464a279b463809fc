/** The colours of all pages and of the console. Texts have a contrast of at least 4.5 to 1 on each ground. */
export const TOKENS = {
  light: {
    ground: '#f3f5f8',
    paper: '#fff',
    ink: '#1a2230',
    soft: '#56606f',
    line: '#d8dee7',
    accent: '#1f5fc4',
    'on-accent': '#fff',
    good: '#17703f',
    'good-ground': '#e6f4ec',
    'note-ground': '#eef3fb',
    bad: '#b3261e',
    'bad-ground': '#fcecea',
  },
  dark: {
    ground: '#10151c',
    paper: '#1a212b',
    ink: '#e7ecf3',
    soft: '#a3afbf',
    line: '#364152',
    accent: '#8cb6ff',
    'on-accent': '#0c1420',
    good: '#86d9a8',
    'good-ground': '#17301f',
    'note-ground': '#1f2a3a',
    bad: '#ffb4ab',
    'bad-ground': '#3b1d1b',
  },
} as const;

/** Custom properties, for a rule of a style sheet. */
export const declarationsOf = (tokens: Readonly<Record<string, string>>): string =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="${TOKENS.light.accent}" stroke-width="2"><style>@media(prefers-color-scheme:dark){path{stroke:${TOKENS.dark.accent}}}</style><path d="M3 6h18v13H3zM3.5 6.5L12 13l8.5-6.5"/></svg>`;

/** The address of the icon of all pages and of the console: an envelope, light and dark. A file would be one more request of each visitor. */
export const PAGE_ICON = `data:image/svg+xml,${encodeURIComponent(svg)}`;
