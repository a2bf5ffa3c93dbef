import type { Client } from '@ceiba/contract/client';
import type { PublicPolicy } from '@ceiba/contract/policies';
import { unwrap } from '../platform/api.ts';
import { toPolicy } from './shop-policy.ts';

/** For loaders; the server answers from its memory. */
export const loadPolicy = async (call: Client): Promise<PublicPolicy> =>
  toPolicy(unwrap(await call('getPolicy', {})).policy);
