import { count, number } from './numbers.ts';

/** The account itself, and everything that it has as a file. */
export const accountData = {
  title: 'Account',
  name: 'Name',
  signedInAs: (email: string) => `You sign in as ${email}`,
  zone: 'Time zone',
  zoneHint: 'Dates are shown, and campaigns scheduled, in this time zone',
  languageHint: 'For this browser. What you have written stays as it is.',
  saved: 'Saved.',
  schedules: {
    title: 'When should your scheduled campaigns be sent?',
    hint: (before: string, after: string) =>
      `Your time zone changes from ${before} to ${after}. These campaigns have a date and time:`,
    campaign: 'Campaign',
    keeps: 'At the same moment',
    moves: 'At the same local time',
    past: 'would have passed: stays at the same moment',
    more: (n: number) => `and ${number(n)} more`,
    keep: 'Keep the moment',
    move: 'Keep the local time',
  },
  password: {
    title: 'Password',
    hint: 'A new password signs you out in all other browsers.',
    now: 'Current password',
    next: 'New password',
    nextHint: 'At least 8 characters; several words make a good one',
    change: 'Change the password',
    changed: 'Password changed. You are signed out everywhere else.',
  },
  factor: {
    title: 'Second factor',
    off: 'After the password, sign-in can ask for a code from an app on your phone. Then a stolen password is not enough.',
    since: (day: string) => `On since ${day}.`,
    left: (n: number) =>
      n === 0
        ? 'No recovery code is left: make new ones.'
        : `${count(n, 'recovery code is', 'recovery codes are')} left.`,
    setUp: 'Set up a second factor',
    what: 'After the password, sign-in will ask for a code of six digits. An authenticator app on your phone shows it, for instance Aegis, 2FAS, Google Authenticator, or your password manager.',
    keys: 'The API keys of your programs still work as before.',
    password: 'Your password',
    next: 'Continue',
    scan: 'Scan this code',
    scanHint: 'Open your authenticator app, add an account, and scan this code.',
    qr: 'QR code with the secret, which is also shown below as text',
    type: 'If you cannot scan it, type this secret into the app:',
    code: 'Code',
    appCode: 'The six digits that your app shows now',
    codeHint: 'The six digits of your app, or a recovery code',
    turnOn: 'Turn it on',
    renew: 'Make new recovery codes',
    renewHint: 'New recovery codes replace the current ones.',
    turnOff: 'Turn off the second factor',
    offHint:
      'Sign-in will ask for the password alone, and you are signed out everywhere else. For another phone, turn it off and set it up again.',
    isOff: 'Second factor turned off.',
    recoveryTitle: 'Your recovery codes',
    recovery: 'Recovery codes',
    recoveryHint:
      'Save these recovery codes now, on paper or in a password manager. They are shown only once. If you lose your phone, each works once instead of a code from your app. Earlier recovery codes no longer work.',
  },
  tracking: {
    title: 'Opens and clicks',
    on: 'Emails have a pixel and rewritten links that count opens and clicks. You can send a single email without them.',
    off: 'Emails have no pixel, and their links are as you wrote them. Opens and clicks are not counted.',
    stop: 'Stop counting them',
    start: 'Count them',
    saved: 'Saved. It applies to emails that are composed from now on.',
  },
  all: 'All your data',
  allHint:
    'One ZIP file with your audiences and contacts, segments, unsubscribed and suppressed addresses, campaigns, automations, single emails, deliveries and their results, settings and images. It contains no passwords and no keys.',
  format: 'Each list is a text file with one line of JSON per entry. A large account takes a few minutes.',
  personal:
    'The file contains the addresses of all your contacts. Store it where only authorised people can read it.',
  download: 'Download everything',
};
