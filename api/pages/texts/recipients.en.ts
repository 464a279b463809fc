import { html } from '../../../common/domain/html.ts';
import { UNSUBSCRIBE_REASONS, type UnsubscribeReason } from '../../../common/domain/unsubscribe-reasons.ts';
import type { Language } from './language.ts';

export const recipientsEn = {
  language: 'en' as Language,
  erased: (from: string) => `${from} has erased your address, and sends you no more mails.`,
  deleted: 'You get no more of these mails',
  deletedHint:
    'The sender of this mail has closed the account. It sends no more mails, and your address was deleted from it.',
  unsubscribe: {
    title: 'Unsubscribe?',
    question: (group: string | null, from: string, address: string) =>
      html`Stop ${mailsOf(group, from)} to <strong>${address}</strong>?`,
    button: 'Unsubscribe',
    done: 'You are unsubscribed',
    getsNone: (address: string, group: string | null, from: string) =>
      `${address} gets no more ${mailsOf(group, from)}.`,
    getsNoneOf: (address: string, from: string) => `${address} gets no more mails from ${from}.`,
    again: 'You are subscribed again',
    gets: (address: string, group: string | null, from: string) =>
      `${address} gets ${mailsOf(group, from)} from now on.`,
    anyTime: (unsubscribe: string, preferences: string) =>
      html`You can <a href="${unsubscribe}">unsubscribe</a> at any time, or <a href="${preferences}">choose which mails you want</a>.`,
    others: (preferences: string) =>
      html`You can also <a href="${preferences}">choose which mails you want</a>, or stop all of them.`,
    mistake: 'Unsubscribed by mistake?',
    undo: 'Subscribe again',
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
    title: 'Your mail preferences',
    all: 'You are unsubscribed from all mails',
    writeTo: (address: string) =>
      html`If you change your mind, write to <a href="mailto:${encodeURI(address)}">${address}</a>.`,
    saved: { title: 'Your choice is saved', text: 'It applies from now on.' },
    undone: {
      title: 'You are subscribed again',
      text: 'You get the mails of the lists that are ticked below.',
    },
    mails: (from: string, address: string) =>
      html`Mails from <strong>${from}</strong> to <strong>${address}</strong>`,
    want: 'I want these mails',
    save: 'Save my choice',
    none: 'No mails at all?',
    noneHint: (from: string) => `This stops every mail from ${from} to you, from these lists and all others.`,
    stopAll: 'Unsubscribe from all',
  },
};

const mailsOf = (group: string | null, from: string): string =>
  group === null ? `mails of this kind from ${from}` : `mails of the list “${group}” from ${from}`;
