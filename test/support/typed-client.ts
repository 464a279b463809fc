import { createClient, type Client as TypedClient } from '../../client/src/index.ts';
import type { Api, Client } from './api.ts';

/** The published client, for an account of a test. */
export const typedClient = ({ url }: Pick<Api, 'url'>, keys: Client): TypedClient =>
  createClient({ url, publicKey: keys.public_key, secretKey: keys.secret_key });
