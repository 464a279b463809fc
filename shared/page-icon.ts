import { TOKENS } from './page-tokens.ts';

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="${TOKENS.light.accent}" stroke-width="2"><style>@media(prefers-color-scheme:dark){path{stroke:${TOKENS.dark.accent}}}</style><path d="M3 6h18v13H3zM3.5 6.5L12 13l8.5-6.5"/></svg>`;

/** The address of the icon of all pages and of the console: an envelope, light and dark. A file would be one more request of each visitor. */
export const PAGE_ICON = `data:image/svg+xml,${encodeURIComponent(svg)}`;
