import { getChatAnswer, getPolicy } from '@ceiba/contract/policies';
import { chatAnswer } from '@ceiba/domain/delivery/chat-hours';
import { toPublicPolicy } from '@ceiba/domain/policies/policy-fields';
import { withoutUnusedContacts } from '@ceiba/domain/policies/policy-rules';
import { ok } from '@ceiba/domain/result';
import { type Route, route } from '../platform/http/route.ts';
import type { Config } from '../platform/operations/config.ts';

export const policiesRoutes = ({ config }: { config: Pick<Config, 'tagContainer' | 'mapTiles'> }): Route[] => [
  route(getPolicy, async (_, { policy }) =>
    ok({
      policy: toPublicPolicy(withoutUnusedContacts(policy)),
      offers: {
        installmentPlans: [...policy.installmentPlans],
        installmentBanks: policy.installmentBanks.map(({ name, plans }) => ({ name, plans: [...plans] })),
        acceptsPoints: policy.acceptsPoints,
        hasOwnPoints: policy.hasOwnPoints,
        earnsPoints: policy.earnsPoints,
      },
      tagContainer: config.tagContainer ?? null,
      ...(config.mapTiles !== undefined && { mapTiles: config.mapTiles }),
    }),
  ),

  route(getChatAnswer, async (_, { now, policy }) => {
    const answer = chatAnswer(now, policy);
    return ok({
      status: 200,
      data: { text: answer?.text ?? null, changesAt: answer?.changesAt.toISOString() ?? null },
    });
  }),
];
