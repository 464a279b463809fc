import { html } from '../../../common/domain/html.ts';
import { UNSUBSCRIBE_REASONS, type UnsubscribeReason } from '../../../common/domain/unsubscribe-reasons.ts';
import type { Language } from './language.ts';

export const recipientsEn = {
  language: 'en' as Language,
  erased: (from: string) => `${from} has erased your address, and sends you no more emails.`,
  deleted: 'You get no more of these emails',
  deletedHint:
    'The sender of this email has closed the account. It sends no more emails, and your address was deleted from it.',
  unsubscribe: {
    title: 'Unsubscribe?',
    question: (group: string | null | undefined, from: string, address: string) =>
      html`Stop ${mailsOf(group, from)} to <strong>${address}</strong>?`,
    button: 'Unsubscribe',
    done: 'You are unsubscribed',
    getsNone: (address: string, group: string | null | undefined, from: string) =>
      `${address} gets no more ${mailsOf(group, from)}.`,
    getsNoneOf: (address: string, from: string) => `${address} gets no more emails from ${from}.`,
    again: 'You are subscribed again',
    gets: (address: string, group: string | null | undefined, from: string) =>
      `${address} gets ${mailsOf(group, from)} from now on.`,
    anyTime: (unsubscribe: string, preferences: string) =>
      html`You can <a href="${unsubscribe}">unsubscribe</a> at any time, or <a href="${preferences}">choose which emails you want</a>.`,
    others: (preferences: string) =>
      html`You can also <a href="${preferences}">choose which emails you want</a>, or stop all of them.`,
    mistake: 'Unsubscribed by mistake?',
    undo: 'Subscribe again',
  },
  address: {
    question: (from: string) => `Which address should get no more emails from ${from}?`,
    label: 'Your email address',
    wrong: 'Please enter a whole address, such as ada@example.com.',
    why: 'We no longer have a record of this email. So we cannot tell which address it went to.',
  },
  why: {
    thanks: 'Thank you, your answer is counted.',
    title: 'Why did you unsubscribe?',
    hint: (from: string) => `You do not have to answer. ${from} sees how often each answer was given.`,
    chooseFirst: 'Please choose one of the answers first.',
    reasons: UNSUBSCRIBE_REASONS as Readonly<Record<UnsubscribeReason, string>>,
    send: 'Send my answer',
  },
  preferences: {
    title: 'Your email preferences',
    all: 'You are unsubscribed from all emails',
    writeTo: (address: string) =>
      html`If you change your mind, write to <a href="mailto:${encodeURI(address)}">${address}</a>.`,
    saved: { title: 'Your choice is saved', text: 'It applies from now on.' },
    undone: {
      title: 'You are subscribed again',
      text: 'You get the emails of the lists that are ticked below.',
    },
    mails: (from: string, address: string) =>
      html`Emails from <strong>${from}</strong> to <strong>${address}</strong>`,
    want: 'I want these emails',
    save: 'Save my choice',
    none: 'No emails at all?',
    noneHint: (from: string) =>
      `This stops every email from ${from} to you, from these lists and all others.`,
    stopAll: 'Unsubscribe from all',
  },
};

/** `group`: null for a deleted one, undefined for all. */
function mailsOf(group: string | null | undefined, from: string): string {
  if (group === undefined) return `emails from ${from}`;
  return group === null ? `emails of this kind from ${from}` : `emails of the list “${group}” from ${from}`;
}
