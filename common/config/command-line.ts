/** An image has the built programs alone, and no scripts of package.json. */
const RUN = import.meta.url.endsWith('.js') ? 'node dist/cli.js' : 'npm run cli --';

/** How a person runs a command for operators here, with its arguments. */
export const commandLine = (command: string): string => `${RUN} ${command}`;
