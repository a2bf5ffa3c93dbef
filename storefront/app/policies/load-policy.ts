import { unwrap } from '@ceiba/client/call-failure';
import type { Client } from '@ceiba/contract/client';
import { ofPublicPolicy } from '@ceiba/domain/policies/policy-fields';
import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';
import type { RootData } from './shop-policy.ts';

/** What the root brings with every page, for its loader: the browser gets the numbers as the rules take them. */
export const loadRootData = async (call: Client): Promise<RootData> => {
  const { policy, ...settings } = unwrap(await call('getPolicy', {}));
  return { ...settings, policy: ofPublicPolicy(policy) };
};

/** For loaders; the server answers from its memory. */
export const loadPolicy = async (call: Client): Promise<PublicPolicy> => (await loadRootData(call)).policy;
