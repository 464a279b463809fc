/** Closing the account. */
export const closing = {
  title: 'Close the account',
  hint: 'If you no longer need the account. You can reopen it for a limited time.',
  happens: 'What happens',
  steps: (days: number): readonly string[] => [
    'Immediately: campaigns, automations and single emails stop, keys no longer work, webhooks are no longer called, and everyone is signed out.',
    `For ${days} days: sign in to reopen the account. All data is kept, and nothing is sent until you resume it.`,
    'After that: contacts, campaigns, automations, figures, images and settings are deleted for good. They cannot be restored.',
  ],
  links:
    'Unsubscribe links in sent emails keep working. After the deletion, they show that no more emails will come.',
  first: 'Download your data before you close the account.',
  toData: 'Go to the download',
  close: 'Close the account',
  prove:
    'Enter these to close the account. You are signed out, and an email tells you until when you can reopen it.',
  email: 'Address of the account',
  password: 'Password',
  code: 'Code of your app, or a recovery code',
};
