import type { Config } from '../config.ts';
import type { EventResult, MailEvent } from '../domain/mail-events.ts';

/** Writes what was reported about a mail to the ledger, and what follows of it: suppressions, opt-outs, figures. May be repeated. */
export async function applyMailEvent(_event: MailEvent, _config: Config): Promise<EventResult> {
  return 'ignored';
}
