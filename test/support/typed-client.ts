import { createClient, type Client as TypedClient } from '../../client/src/index.ts';
import type { Api, Client } from './api.ts';

/** The published client with the keys of a test's account. */
export const typedClient = ({ url }: Pick<Api, 'url'>, keys: Client): TypedClient =>
  createClient({ url, publicKey: keys.public_key, secretKey: keys.secret_key });
