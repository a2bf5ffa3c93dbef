import * as calls from '@ceiba/contract/advisors';
import { advisorExpiration } from '@ceiba/domain/advisors/advisor';
import { ok, refuse } from '@ceiba/domain/result';
import { answerRefusal } from '../carts/cart-refusal.ts';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { attachAdvisor, findAdvisor } from './advisors.store.ts';

export const advisorsRoutes = ({ db }: { db: Database }): Route[] => [
  route(calls.findAdvisor, async ({ params, query }, { now }) => {
    const found = await findAdvisor(db.write, params.hash, query.store);
    if (found === undefined) return refuse({ code: 'ADVISOR_NOT_FOUND' });
    if (found.endedAt !== null) return refuse({ code: 'ADVISOR_ENDED' });
    const { firstName, hash, store } = found;
    const expirationDate = advisorExpiration(now).toISOString();
    return ok({ status: 200, data: { firstName, hash, store, expirationDate } });
  }),

  route(calls.attachAdvisor, async ({ params: { id }, body }, { viewerId }) => {
    const asked = { hash: body.employeeHash, store: body.storeCode };
    const attached = await attachAdvisor(db.write, id, asked);
    if ('refusal' in attached) return answerRefusal(db.write, { cartId: id, viewerId }, attached.refusal);
    const { firstName } = attached;
    return ok({ status: 200, data: { result: true, employeeInfo: { firstName, ...asked } } });
  }),
];
