/** Closing the account. */
export const closingEn = {
  title: 'Close the account',
  hint: 'For when you need it no longer. You can change your mind for a while.',
  happens: 'What happens',
  steps: (days: number): readonly string[] => [
    'At once: campaigns, automations and messages stop, keys are refused, webhooks are called no more, and everyone is signed out.',
    `For ${days} days: sign in to reopen the account. Everything is there as it was; nothing goes out until you let it go.`,
    'After that: contacts, campaigns, automations, figures, images and settings are deleted for good. They can not be brought back.',
  ],
  links:
    'Links to unsubscribe in mails that are out go on working; who opens one later reads that there is nothing left to stop.',
  first: 'Before you close it, download what you want to keep.',
  toData: 'To the download',
  close: 'Close the account',
  prove:
    'Type these to close the account. You are signed out then, and a mail says until when you can reopen it.',
  email: 'Address of the account',
  password: 'Password',
  code: 'Code of your app, or a recovery code',
};
