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
