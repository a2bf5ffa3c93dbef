import { randomUUIDv7 } from 'node:crypto';
import { addAddress, listAddresses } from '@ceiba/contract/addresses';
import { aliasOr } from '@ceiba/domain/addresses/address';
import { normalizeFinalConsumer } from '@ceiba/domain/billing/tax-document';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/database.ts';
import { type Route, route } from '../platform/route.ts';
import { insertAddress, lockAddresses, readAddresses } from './addresses.store.ts';

export const addressesRoutes = ({ db }: { db: Database }): Route[] => [
  route(listAddresses, async (_, { customer }) => ok(await readAddresses(db.write, customer.id))),

  route(addAddress, async ({ body: { countryCode: _, ...body } }, { customer, now }) => {
    const address = { ...body, alias: aliasOr(body.alias), nit: normalizeFinalConsumer(body.nit) };
    return db.transaction(async (tx) => {
      const locked = await lockAddresses(tx, customer.id, address.regionId);
      // Closed between the look at the session and this one.
      if (locked === undefined) return refuse({ code: 'UNAUTHORIZED' });
      if (!locked.isRegionKnown) {
        return refuse({
          code: 'VALIDATION_ERROR',
          metadata: { fields: { regionId: 'El departamento no es válido.' } },
        });
      }
      const saved = await insertAddress(tx, { id: randomUUIDv7(), customerId: customer.id, now }, address);
      return saved === undefined ? refuse({ code: 'ADDRESS_LIMIT' }) : ok(saved);
    });
  }),
];
