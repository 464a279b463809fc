/** The account itself, and everything that it has as a file. */
export const accountDataEn = {
  title: 'Account',
  name: 'Name',
  email: 'E-mail address',
  zone: 'Time zone',
  more: 'Name, time zone, password, second factor and logo:',
  toAccount: 'Open the account page',
  all: 'All your data',
  allHint:
    'One ZIP file with your audiences and contacts, segments, unsubscribed and suppressed addresses, campaigns, automations, messages, who was sent what and what came of it, settings and images. It has no passwords and no keys.',
  format: 'Each list is a text file with a line of JSON for each entry. A large account takes some minutes.',
  personal: 'It has the addresses of all your contacts. Keep it where only people who need it can read it.',
  download: 'Download everything',
};
