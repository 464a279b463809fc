import { consoleCall } from '../data/console-call.ts';

export function saveAs(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  open(url, name);
  // The browser has copied the content before later tasks run.
  setTimeout(() => URL.revokeObjectURL(url));
}

export interface ServiceFile {
  readonly path: string;
  /** Replaces the name that the service gives. */
  readonly name?: string;
  readonly input?: Readonly<Record<string, string | number | undefined>>;
}

/** Downloads by an address that is valid for one minute, so that the browser streams a file of any size to the disk. */
export async function download({ path, name = '', input = {} }: ServiceFile): Promise<void> {
  const given = Object.entries(input).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const target = `${path}?${new URLSearchParams(given)}`;
  const signed = `signed?${new URLSearchParams({ path: target, name })}`;
  const { address } = await consoleCall<{ readonly address: string }>(signed);
  open(address, '');
}

function open(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
