import { type Html, html } from '../../common/domain/html.ts';
import type { MailBehind } from '../../common/queries/mail-links.ts';

/** What an address opted out of, and of each the mail whose link made it (`optOutsOf`). */
export type OptedOut = ReadonlyMap<number | null, number | null>;

/**
 * The offer to take an unsubscribe back: shown where a link of this mail made it, and nothing else. `page` is the path of the page
 * that undoes it.
 */
export const undoOf = (
  mail: MailBehind,
  stopped: OptedOut,
  groupId: number | null,
  page: string,
): Html | false =>
  stopped.get(groupId) === mail._id &&
  html`<section aria-labelledby="mistake">
<h2 id="mistake">Unsubscribed by mistake?</h2>
<form method="post" action="${page}/undo"><button class="quiet">Subscribe again</button></form>
</section>`;
