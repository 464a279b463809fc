/** What smtp-server answers to a command: it writes the code before the text. */
export const reply = (responseCode: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode });
