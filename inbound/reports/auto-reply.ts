import { first, type ReportFields } from './fields.ts';

const SUBJECT =
  /^(?:auto(?:matic|mated|-|\s)?\s?(?:reply|response|respond|antwort)|autoreply|autoresponse|auto:|out of (?:the )?office|ooo:|away from|vacation|on vacation|abwesend|abwesenheit|automatische antwort|réponse automatique|reponse automatique|absence|respuesta automática|risposta automatica|fuori sede|automatisch antwoord|autosvar|自動応答|自动回复|автоответ)/i;
const FIELDS =
  'x-autoreply x-autorespond x-autoreply-from x-mail-autoreply x-auto-reply x-vacation x-apple-action'.split(
    ' ',
  );

/** Whether a program answered for a person (RFC 3834), as during a holiday. */
export function isAutoReply(headers: ReportFields): boolean {
  const subject = (first(headers, 'subject') ?? '').slice(0, 200).trim();
  if (SUBJECT.test(subject)) return true;
  if (FIELDS.some((name) => headers.has(name))) return true;
  if (/^(?:auto_reply|auto-reply|autoreply)/i.test(first(headers, 'precedence') ?? '')) return true;
  return /^auto-(?:replied|notified)/i.test(first(headers, 'auto-submitted') ?? '');
}
