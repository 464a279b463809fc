import { useNavigate, useSearch } from '@tanstack/react-router';

/** Pages that are read at most for an address. */
const PAGES_MAX = 50;

/** How much of a list is shown, as `usePages` and `MoreButton` take it. */
export interface ShownPages {
  readonly pages: number;
  readonly setPages: (pages: number) => void;
}

const textOf = (given: unknown): string =>
  typeof given === 'string' || typeof given === 'number' ? String(given) : '';

const pagesOf = (given: unknown): number =>
  Number.isSafeInteger(given) ? Math.min(Math.max(1, Number(given)), PAGES_MAX) : 1;

/** The search of a list and how many pages of it are shown, kept in the address. `list`: names it where a page has several. */
export function useListAddress(list = '') {
  const address: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [text, pages] = list === '' ? ['q', 'pages'] : [`${list}_q`, `${list}_pages`];
  const set = (changes: Readonly<Record<string, unknown>>): void =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, ...changes }),
      replace: true,
      resetScroll: false,
    });
  return {
    search: textOf(address[text]),
    setSearch: (typed: string): void => set({ [text]: typed === '' ? undefined : typed, [pages]: undefined }),
    pages: pagesOf(address[pages]),
    setPages: (most: number): void => set({ [pages]: most > 1 ? most : undefined }),
  };
}
