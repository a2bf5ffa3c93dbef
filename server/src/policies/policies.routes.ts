import { getPolicy, toPublicPolicy } from '@ceiba/contract/policies';
import { ok } from '@ceiba/domain/result';
import { type Route, route } from '../platform/route.ts';

export const policiesRoutes = (): Route[] => [
  route(getPolicy, async (_, { policy }) => ok({ policy: toPublicPolicy(policy) })),
];
