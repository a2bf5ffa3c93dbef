import { unwrap } from '@ceiba/client/call-failure';
import type { Client } from '@ceiba/contract/client';
import { ofPublicPolicy } from '@ceiba/domain/policies/policy-fields';
import type { PublicTerms, RootData } from './shop-policy.ts';

/** Loads the policy that the root sends with every page. Converts the numbers to the form of the domain's rules. */
export const loadRootData = async (call: Client): Promise<RootData> => {
  const { policy, offers, ...settings } = unwrap(await call('getPolicy', {}));
  return { ...settings, policy: { ...ofPublicPolicy(policy), ...offers } };
};

/** For loaders. The server answers from its cache. */
export const loadPolicy = async (call: Client): Promise<PublicTerms> => (await loadRootData(call)).policy;
