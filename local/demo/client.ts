export interface Keys {
  readonly public_key: string;
  readonly secret_key: string;
}

/** Calls of the HTTP API with an account's keys; what is no success throws with its errors. */
export interface Client {
  get<Message>(path: string): Promise<Message>;
  post<Message>(path: string, fields: Readonly<Record<string, unknown>> | FormData): Promise<Message>;
}

export function createClient(baseUrl: string, keys: Keys): Client {
  const call = async <Message>(path: string, init: RequestInit): Promise<Message> => {
    const response = await fetch(`${baseUrl}/api${path}`, {
      ...init,
      headers: { ...init.headers, PublicKey: keys.public_key, SecretKey: keys.secret_key },
    });
    const body = (await response.json()) as { status: string; message: Message; errors?: unknown };
    if (body.status !== 'success')
      throw new Error(`${path}: ${response.status} ${JSON.stringify(body.errors)}`);
    return body.message;
  };
  return {
    get: (path) => call(path, {}),
    post: (path, fields) =>
      call(
        path,
        fields instanceof FormData
          ? { method: 'POST', body: fields }
          : { method: 'POST', body: JSON.stringify(fields), headers: { 'Content-Type': 'application/json' } },
      ),
  };
}
