import { getLoyalty, registerLoyalty } from '@ceiba/contract/loyalty';
import { ownEmailTexts } from '@ceiba/domain/customers/email';
import { readDocument } from '@ceiba/domain/loyalty/document';
import { ok, refuse } from '@ceiba/domain/result';
import { type Route, route } from '../platform/http/route.ts';
import type { Config } from '../platform/operations/config.ts';
import { findMembership, type MembershipDeps, readMember, registerMember } from './membership.ts';

export interface LoyaltyRoutesDeps extends MembershipDeps {
  config: Pick<Config, 'rateLimitFactor'>;
}

/** The refusal while the flag of the shop's own program is off (FLAG-03). */
const noProgram = { code: 'POINTS_PROGRAM_NOT_ALLOWED', message: 'Esta tienda no tiene un programa propio.' } as const;

export const loyaltyRoutes = (deps: LoyaltyRoutesDeps): Route[] => [
  route(registerLoyalty, async ({ body }, { customer, client, policy, now }) => {
    if (!policy.hasOwnPoints) return refuse(noProgram);
    const member = readMember(body, now);
    if (!member.ok) return member;
    // With a stranger's e-mail, a customer would take over the stranger's registration.
    if (member.value.email !== customer.email)
      return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { email: ownEmailTexts.notOwn } } });
    const guesser = { client, policy, factor: deps.config.rateLimitFactor };
    const registered = await registerMember(deps, { customerId: customer.id, member: member.value, guesser, now });
    return registered.ok ? ok({ status: 201, data: { result: true as const, points: registered.value } }) : registered;
  }),

  route(getLoyalty, async ({ query: { documentId, documentType } }, { customer, client, policy, now }) => {
    if (!policy.hasOwnPoints) return refuse(noProgram);
    const typed = documentId === undefined || documentType === undefined ? undefined : { documentId, documentType };
    const document = typed && readDocument(typed);
    if (document?.ok === false)
      return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { documentId: document.error.message } } });
    const { rateLimitFactor: factor } = deps.config;
    const call = { customerId: customer.id, document: document?.value, client, factor, policy, now };
    const found = await findMembership(deps, call);
    return found.ok ? ok({ status: 200, data: { registered: true as const, points: found.value } }) : found;
  }),
];
