import { type Html, html } from '../../../common/domain/html.ts';
import type { Language } from './language.ts';

/** What people read who sign in, set a password or a second factor, reopen an account, or confirm an address. */
export const accountEn = {
  language: 'en' as Language,
  wrongForm: {
    title: 'This form is out of date',
    body: html`<p>Nothing was changed. Please <a href="/account">open your account</a> and try again.</p>`,
  },
  unknownLink: {
    title: 'This link does not work',
    body: html`<p>It may have been cut off or changed on its way. Please open it from the mail once more, or copy all of it.</p>`,
  },
  problems: 'That did not work yet',
  tooMany: (minutes: number) =>
    `There were too many tries. Wait ${minutes > 1 ? `${minutes} minutes` : 'a minute'}, then try again.`,
  email: 'E-mail address',
  noEmail: 'Enter your e-mail address.',
  longEmail: (most: number) => `An e-mail address has at most ${most} characters.`,
  password: 'Password',
  yourPassword: 'Your password',
  noPassword: 'Enter your password.',
  longPassword: (most: number) => `A password has at most ${most} characters.`,
  notYourPassword: 'This is not your password.',
  newPassword: 'New password',
  newPasswordHint: 'At least 8 characters; several words make a good one',
  shortNewPassword: (least: number) => `The new password needs at least ${least} characters.`,
  longNewPassword: (most: number) => `The new password may have at most ${most} characters.`,
  toSignIn: 'Back to signing in',
  toAccount: 'Back to your account',
  signOut: 'Sign out',
  signIn: {
    title: 'Sign in',
    button: 'Sign in',
    // It does not say which of the two is wrong, so that it does not reveal whether an address has an account.
    wrong: 'The e-mail address or the password is wrong.',
    wasReset: 'Your password is set. Sign in with it.',
    wasClosed: 'Your account is closed. To reopen it, sign in; a mail says until when.',
    lost: html`<a href="/account/reset">Set a new password</a> if you lost yours.`,
    others: html`Your administrator makes accounts. Programs use the <a href="/docs">API</a>.`,
  },
  code: {
    title: 'Enter your code',
    label: 'Code',
    hint: 'The six digits that your app shows now, or one of your recovery codes',
    right: 'Your password is right. Your account asks for a code as well.',
    button: 'Sign in',
    lost: 'No phone at hand? A recovery code works once. If you have neither, ask your administrator.',
    wrong:
      'This code is wrong, too old, or was used before. Wait for the next one of your app, and check the clock of your phone.',
  },
  reset: {
    title: 'Set a new password',
    hint: (minutes: number) =>
      `We send a link to the address of your account. It is good for ${minutes} minutes.`,
    button: 'Send the link',
    asked: 'Look into your mailbox',
    sent: (email: string) =>
      html`If <strong>${email}</strong> has an account, a mail with a link is on its way to it.`,
    wait: 'It may take a minute, and may be in the folder for spam. An address gets only a few such mails an hour; the newest is the one that works.',
    over: 'This link is no longer good',
    overHint: (minutes: number) =>
      `A link to set a password works once, for ${minutes} minutes, and until a newer mail is asked for or the password is changed.`,
    again: 'Ask for a new mail',
    choose: 'Choose a new password',
    chooseHint: 'Wherever you are signed in, you will no longer be.',
    set: 'Set this password',
  },
  factor: {
    title: 'Second factor',
    since: (time: Html) => html`It is on since ${time}.`,
    left: (codes: number) => {
      if (codes === 0) return 'No recovery code is left: make new ones.';
      return codes === 1
        ? '1 recovery code is left: make new ones soon.'
        : `${codes} recovery codes are left.`;
    },
    off: 'After the password, signing in can ask for a code that an app on your phone shows. A password that was stolen is then not enough.',
    change: 'Change or turn off',
    setUp: 'Set up a second factor',
    what: 'After the password, signing in will ask for a code of six digits. An authenticator app on your phone shows it (for instance Aegis, 2FAS, Google Authenticator, or your password manager).',
    keys: 'Keys of programs go on working as they do.',
    goOn: 'Go on',
    scan: 'Scan this code',
    scanHint: 'Open your authenticator app, add an account, and scan this code.',
    qr: 'QR code with the secret, which also stands below as a text',
    type: 'If you can not scan it, type this secret into the app',
    appCode: 'The six digits that your app shows now',
    turnOn: 'Turn it on',
    enter: 'Enter the code of your app',
    notInApp: 'Is the account not in your app yet?',
    startAgain: 'Start again',
    isOn: 'Your second factor is on',
    newCodes: 'Your new recovery codes',
    keep: html`<strong>Keep these recovery codes now</strong>, on paper or in a password manager. They are shown this once. Each works once in place of a code of your app, if you lose your phone. Earlier recovery codes no longer work.`,
    make: 'Make new recovery codes',
    turnOff: 'Turn off the second factor',
    replace:
      'New recovery codes replace those that you have. To use another phone, turn it off and set it up again.',
  },
  closed: {
    title: 'Your account is closed',
    going: 'Your account is being deleted',
    gone: 'It can not be reopened any more. In a while nothing of it is left.',
    since: (time: Html) =>
      html`It was closed at ${time}. Nothing of it is sent, and its keys are refused. Links in mails that are out go on working.`,
    until: (time: Html, zone: string) =>
      html`Until <strong>${time}</strong> (${zone}) you can reopen it. After that all of its data are deleted for good.`,
    afterwards:
      'Once it is reopened, everything is as it was, but nothing goes out by itself: campaigns and automations wait until you let them go.',
    reopen: 'Reopen the account',
  },
  sender: {
    title: 'Confirm your sender address',
    question: (address: string) => html`Do you want mails to be sent from <strong>${address}</strong>?`,
    yes: 'Yes, confirm this address',
    notAsked:
      'If you did not ask for this, close this page. Nothing is sent from your address unless you confirm it.',
    done: 'Address confirmed',
    can: (address: string) => `Mails can now be sent from ${address}.`,
    goesOn: 'What was waiting for this goes on by itself. You can close this page.',
  },
  link: {
    used: 'This link was used already',
    nothingLeft: (address: string) =>
      html`<strong>${address}</strong> is confirmed: there is nothing left to do.`,
    askAnew: (address: string) => html`To confirm <strong>${address}</strong>, ask for a new mail.`,
    newer: 'There is a newer link',
    newerHint: 'A newer mail was sent, or the address was changed. Please use the link of the newest mail.',
    expired: 'This link has expired',
    expiredHint: (days: number) => `Such a link is good for ${days} days. Please ask for a new mail.`,
  },
  notifications: {
    title: 'Do you want these notifications?',
    question: (account: string, address: string) =>
      html`<strong>${account}</strong> would like to let <strong>${address}</strong> know when its imports end, its sends start or complete, and the like.`,
    yes: 'Yes, send them to this address',
    notAsked: 'If you did not ask for this, close this page. No notifications come unless you confirm.',
    gets: (account: string, address: string) =>
      `${address} gets the notifications of ${account} from now on.`,
    eachStops: 'Each has a link that stops them. You can close this page.',
    expiredHint: (days: number, account: string) =>
      `Such a link is good for ${days} days. Please have ${account} remove the address from its list and add it once more.`,
    stop: 'Stop these notifications?',
    stopQuestion: (account: string, address: string) =>
      html`<strong>${account}</strong> has its notifications sent to <strong>${address}</strong>: about imports, sends, senders and unsubscribes.`,
    stopButton: 'Stop notifications',
    others: 'This does not concern other recipients on the list, or other mails.',
    stopped: 'Notifications are stopped',
    getsNone: (account: string, address: string) => `${address} gets no more notifications of ${account}.`,
    mistake: 'Stopped by mistake?',
    again: 'Send them again',
    goOn: 'Notifications go on',
    eachHasLink: 'Each has a link that stops them.',
    takenOff: 'You are not on this list any more',
    takenOffHint:
      'Your address was taken off the list that this mail was sent to. If notifications still reach you, use the link in the newest of them.',
  },
};
