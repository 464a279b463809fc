import { type Html, html } from '../../../common/domain/html.ts';
import type { Language } from './language.ts';

export const accountEn = {
  language: 'en' as Language,
  wrongForm: {
    title: 'This form is out of date',
    body: html`<p>Nothing was changed. Please <a href="/account?plain">open your account</a> and try again.</p>`,
  },
  unknownLink: {
    title: 'This link does not work',
    body: html`<p>It may have been cut off or changed. Please open it from the email again, or copy the whole link.</p>`,
  },
  problems: 'Please correct this',
  tooMany: (minutes: number) =>
    `There were too many attempts. Wait ${minutes > 1 ? `${minutes} minutes` : 'a minute'}, then try again.`,
  email: 'Email address',
  noEmail: 'Enter your email address.',
  longEmail: (most: number) => `An email address has at most ${most} characters.`,
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
    // One text for both, so that it does not reveal whether an address has an account.
    wrong: 'The email address or the password is wrong.',
    wasReset: 'Your password is set. Sign in with it.',
    wasClosed: 'Your account is closed. To reopen it, sign in before the date in our email.',
    lost: html`<a href="/account/reset">Set a new password</a> if you lost yours.`,
    others: html`Your administrator creates accounts. Programs use the <a href="/docs">API</a>.`,
  },
  first: {
    title: 'Create the first account',
    hint: 'This service has no account yet. The set-up secret is in the log of the API, in the line “no account yet”.',
    secret: 'Set-up secret',
    secretHint: '24 letters and digits from the log',
    wrongSecret: 'This is not the set-up secret. Copy it from the log of the API.',
    button: 'Create the account',
    offer: html`This service has no account yet. <a href="/account/first">Create the first account</a>.`,
  },
  code: {
    title: 'Enter your code',
    label: 'Code',
    hint: 'The six digits that your app shows now, or one of your recovery codes',
    right: 'Your password is correct. Your account also asks for a code.',
    button: 'Sign in',
    lost: 'No phone at hand? A recovery code works once. If you have neither, ask your administrator.',
    wrong:
      'This code is wrong, too old, or already used. Wait for the next code in your app, and check the clock of your phone.',
  },
  reset: {
    title: 'Set a new password',
    hint: (minutes: number) =>
      `We send a link to the address of your account. It is valid for ${minutes} minutes.`,
    button: 'Send the link',
    asked: 'Check your mailbox',
    sent: (email: string) =>
      html`If <strong>${email}</strong> has an account, an email with a link is on its way to it.`,
    wait: 'It may take a minute, or be in your spam folder. An address gets only a few of these emails an hour, and only the newest link works.',
    over: 'This link is no longer valid',
    overHint: (minutes: number) =>
      `A link to set a password works once, for ${minutes} minutes. It ends earlier if you request a newer email or change the password.`,
    again: 'Request a new email',
    choose: 'Choose a new password',
    chooseHint: 'This signs you out everywhere.',
    set: 'Set this password',
  },
  factor: {
    title: 'Second factor',
    since: (time: Html) => html`It has been on since ${time}.`,
    left: (codes: number) => {
      if (codes === 0) return 'No recovery code is left: make new ones.';
      return codes === 1
        ? '1 recovery code is left: make new ones soon.'
        : `${codes} recovery codes are left.`;
    },
    off: 'After the password, sign-in can ask for a code from an app on your phone. Then a stolen password is not enough.',
    change: 'Change or turn off',
    setUp: 'Set up a second factor',
    what: 'After the password, sign-in will ask for a code of six digits. An authenticator app on your phone shows it (for instance Aegis, 2FAS, Google Authenticator, or your password manager).',
    keys: 'The API keys of your programs still work as before.',
    goOn: 'Continue',
    scan: 'Scan this code',
    scanHint: 'Open your authenticator app, add an account, and scan this code.',
    qr: 'QR code with the secret, which is also shown below as text',
    type: 'If you cannot scan it, type this secret into the app',
    appCode: 'The six digits that your app shows now',
    turnOn: 'Turn it on',
    enter: 'Enter the code from your app',
    notInApp: 'Is the account not in your app yet?',
    startAgain: 'Start again',
    isOn: 'Your second factor is on',
    newCodes: 'Your new recovery codes',
    keep: html`<strong>Save these recovery codes now</strong>, on paper or in a password manager. They are shown only once. If you lose your phone, each works once instead of a code from your app. Earlier recovery codes no longer work.`,
    make: 'Make new recovery codes',
    turnOff: 'Turn off the second factor',
    replace:
      'New recovery codes replace the current ones. To use another phone, turn the second factor off and set it up again.',
  },
  closed: {
    title: 'Your account is closed',
    going: 'Your account is being deleted',
    gone: 'It can no longer be reopened. Its data are being deleted.',
    since: (time: Html) =>
      html`It was closed at ${time}. It sends nothing, and its keys are refused. Links in sent emails still work.`,
    until: (time: Html, zone: string) =>
      html`You can reopen it until <strong>${time}</strong> (${zone}). After that, all of its data are deleted permanently.`,
    afterwards:
      'After you reopen it, everything is as before, but nothing is sent automatically: campaigns and automations wait until you resume them.',
    reopen: 'Reopen the account',
  },
  sender: {
    title: 'Confirm your sender address',
    question: (address: string) => html`Do you want emails to be sent from <strong>${address}</strong>?`,
    yes: 'Yes, confirm this address',
    notAsked:
      'If you did not request this, close this page. Nothing is sent from your address unless you confirm it.',
    done: 'Address confirmed',
    can: (address: string) => `Emails can now be sent from ${address}.`,
    goesOn: 'Sends that waited for this continue automatically. You can close this page.',
  },
  link: {
    used: 'This link was already used',
    nothingLeft: (address: string) =>
      html`<strong>${address}</strong> is confirmed: there is nothing left to do.`,
    askAnew: (address: string) => html`To confirm <strong>${address}</strong>, request a new email.`,
    newer: 'There is a newer link',
    newerHint: 'A newer email was sent, or the address was changed. Please use the link in the newest email.',
    expired: 'This link has expired',
    expiredHint: (days: number) => `A link is valid for ${days} days. Please request a new email.`,
  },
  notifications: {
    title: 'Do you want these notifications?',
    question: (account: string, address: string) =>
      html`<strong>${account}</strong> wants to notify <strong>${address}</strong> when imports end, when sends start or complete, and of similar events.`,
    yes: 'Yes, send them to this address',
    notAsked: 'If you did not request this, close this page. You get no notifications unless you confirm.',
    gets: (account: string, address: string) =>
      `${address} gets the notifications of ${account} from now on.`,
    eachStops: 'Each has a link to stop them. You can close this page.',
    expiredHint: (days: number, account: string) =>
      `A link is valid for ${days} days. Please ask ${account} to remove the address from its list and add it again.`,
    stop: 'Stop these notifications?',
    stopQuestion: (account: string, address: string) =>
      html`<strong>${account}</strong> sends notifications to <strong>${address}</strong> about imports, sends, senders and unsubscribes.`,
    stopButton: 'Stop notifications',
    others: 'Other recipients on the list and other emails are not affected.',
    stopped: 'Notifications are stopped',
    getsNone: (account: string, address: string) => `${address} gets no more notifications of ${account}.`,
    mistake: 'Stopped by mistake?',
    again: 'Send them again',
    goOn: 'Notifications resumed',
    eachHasLink: 'Each has a link to stop them.',
    takenOff: 'You are no longer on this list',
    takenOffHint:
      'Your address was removed from the list of this email. If you still get notifications, use the link in the newest one.',
  },
};
