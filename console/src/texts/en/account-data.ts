/** The account itself, and everything that it has as a file. */
export const accountData = {
  title: 'Account',
  name: 'Name',
  email: 'Email address',
  zone: 'Time zone',
  more: 'Name, time zone, password, second factor and logo:',
  toAccount: 'Open the account page',
  all: 'All your data',
  allHint:
    'One ZIP file with your audiences and contacts, segments, unsubscribed and suppressed addresses, campaigns, automations, messages, deliveries and their results, settings and images. It contains no passwords and no keys.',
  format: 'Each list is a text file with one line of JSON per entry. A large account takes a few minutes.',
  personal:
    'The file contains the addresses of all your contacts. Store it where only authorised people can read it.',
  download: 'Download everything',
};
