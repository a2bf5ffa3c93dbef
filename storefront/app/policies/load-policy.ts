import { unwrap } from '@ceiba/client/call-failure';
import type { Client } from '@ceiba/contract/client';
import { ofPublicPolicy } from '@ceiba/domain/policies/policy-fields';
import type { PublicTerms, RootData } from './shop-policy.ts';

/** The policy that the root brings with every page, for its loader: the browser gets the numbers as the rules take them. */
export const loadRootData = async (call: Client): Promise<RootData> => {
  const { policy, offers, ...settings } = unwrap(await call('getPolicy', {}));
  return { ...settings, policy: { ...ofPublicPolicy(policy), ...offers } };
};

/** For loaders; the server answers from its memory. */
export const loadPolicy = async (call: Client): Promise<PublicTerms> => (await loadRootData(call)).policy;
