import type { AnyRouter } from '@tanstack/react-router';
import { isClosing, lastFocused, openDialog, takesFocusInPlace } from './focus.ts';

/** A link by its address, and its place among those with this address. */
interface FollowedLink {
  readonly selector: string;
  readonly at: number;
}

const linksLike = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];

function followedLink(): FollowedLink | null {
  const link = lastFocused()?.closest<HTMLElement>('a[href]');
  if (!link) return null;
  const selector = `${link.closest('main') ? 'main ' : ''}a[href="${CSS.escape(link.getAttribute('href')!)}"]`;
  return { selector, at: linksLike(selector).indexOf(link) };
}

/** The page placed the focus itself: in a dialog that is open, or in a field of its own. */
const isPlaced = (before: Element | null): boolean => {
  const now = document.activeElement;
  if (openDialog()?.contains(now)) return true;
  return now !== before && now?.closest('main') != null && !isClosing(now);
};

/**
 * After another page was opened, its heading has the focus, so that keys go on there and a screen reader says its name; a link to a section gives it to
 * the section's heading. Back and forward give it to the link that was followed there, if it is still shown. A change of the search alone moves nothing.
 */
export function focusPages(router: Pick<AnyRouter, 'subscribe'>): void {
  /** By the key of the entry in the browser's history. */
  const followed = new Map<string, FollowedLink>();
  let before: Element | null = null;
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    before = document.activeElement;
    const key = fromLocation.state.__TSR_key;
    const link = followedLink();
    if (key !== undefined && link) followed.set(key, link);
  });
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged || isPlaced(before)) return;
    const link = followed.get(toLocation.state.__TSR_key ?? '');
    const places = [
      link && linksLike(link.selector)[link.at],
      document.getElementById(toLocation.hash),
      [...document.querySelectorAll<HTMLElement>('main h1')].at(-1),
    ];
    for (const place of places) if (place && takesFocusInPlace(place)) return;
  });
}
