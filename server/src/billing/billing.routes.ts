import { lookUpTaxpayer } from '@ceiba/contract/billing';
import { lookupFailure } from '@ceiba/domain/billing/billing-options';
import { checkDpi } from '@ceiba/domain/billing/dpi';
import { checkNit } from '@ceiba/domain/billing/nit';
import { toPlainText } from '@ceiba/domain/customers/plain-text';
import { ok, refuse } from '@ceiba/domain/result';
import { type Route, route } from '../platform/http/route.ts';
import type { TaxRegistry } from './tax-registry.ts';

/** Refuses malformed numbers without a call to the registry (API-39, DEC-109). */
export const billingRoutes = ({ taxRegistry }: { taxRegistry: TaxRegistry }): Route[] => [
  route(lookUpTaxpayer, async ({ query: { type, identifier } }) => {
    const checked = type === 'nit' ? checkNit(identifier) : checkDpi(identifier);
    const { message } = lookupFailure(type);
    if (!checked.ok) return refuse({ code: 'TAXPAYER_INVALID', message });
    const answer = await taxRegistry.lookUp(type, checked.value);
    switch (answer.kind) {
      case 'found':
        return ok({ status: 200, data: { name: toPlainText(answer.name) } });
      case 'unknown':
        return refuse({ code: 'TAXPAYER_NOT_FOUND', message });
      case 'invalid':
        return refuse({ code: 'TAXPAYER_INVALID', message });
      case 'unavailable':
        return refuse({ code: 'UPSTREAM_UNAVAILABLE' });
    }
  }),
];
