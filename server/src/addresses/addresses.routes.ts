import { randomUUIDv7 } from 'node:crypto';
import {
  addAddress,
  changeAddress,
  deleteAddress,
  listAddresses,
  type savedAddressBody,
  setDefaultAddress,
} from '@ceiba/contract/addresses';
import {
  addedAt,
  addressLimit,
  aliasOr,
  isDefaultOnAdd,
  type SavedAddress,
  withDefaultAddress,
  withoutAddress,
} from '@ceiba/domain/addresses/address';
import { normalizeFinalConsumer } from '@ceiba/domain/billing/tax-document';
import { unknownRegionText } from '@ceiba/domain/delivery/regions';
import { ok, refuse } from '@ceiba/domain/result';
import type { z } from 'zod';
import type { Database } from '../platform/db/database.ts';
import { type Refusal, type Route, route } from '../platform/http/route.ts';
import { deleteOtherAddresses, insertAddress, readAddresses, takeAddresses, updateAddress } from './addresses.store.ts';

const unknownRegion: Refusal<'VALIDATION_ERROR'> = {
  code: 'VALIDATION_ERROR',
  metadata: { fields: { regionId: unknownRegionText } },
};

/** Replaces an empty alias by the default alias, and "C/F" by "CF" (DEC-93, DEC-179). */
const toKeep = ({ countryCode: _, ...body }: z.output<typeof savedAddressBody>, isDefault: boolean) => ({
  ...body,
  alias: aliasOr(body.alias),
  nit: normalizeFinalConsumer(body.nit),
  defaultShipping: isDefault,
});

export const addressesRoutes = ({ db }: { db: Database }): Route[] => {
  /** Changes a customer's set of addresses or the default address. Rejects an `id` of another customer. */
  const rearrange = (customerId: string, id: string, change: (saved: readonly SavedAddress[]) => SavedAddress[]) =>
    db.transaction(async (tx) => {
      const taken = await takeAddresses(tx, customerId);
      if (taken === undefined) return refuse({ code: 'UNAUTHORIZED' as const });
      if (!taken.saved.some((address) => address.id === id)) return refuse({ code: 'ADDRESS_NOT_FOUND' as const });
      await deleteOtherAddresses(tx, customerId, change(taken.saved));
      return ok({ status: 200, data: { result: true as const } });
    });

  return [
    route(listAddresses, async (_, { customer }) => ok(await readAddresses(db.write, customer.id))),

    route(addAddress, ({ body }, { customer, now }) =>
      db.transaction(async (tx) => {
        const taken = await takeAddresses(tx, customer.id, body.regionId);
        if (taken === undefined) return refuse({ code: 'UNAUTHORIZED' });
        if (!taken.isRegionKnown) return refuse(unknownRegion);
        if (taken.saved.length >= addressLimit) return refuse({ code: 'ADDRESS_LIMIT' });
        const address = toKeep(body, isDefaultOnAdd(taken.saved, body.defaultShipping));
        const createdAt = addedAt(taken.saved, now);
        return ok(await insertAddress(tx, { id: randomUUIDv7(), customerId: customer.id, address }, createdAt));
      }),
    ),

    route(changeAddress, ({ params: { id }, body }, { customer }) =>
      db.transaction(async (tx) => {
        const taken = await takeAddresses(tx, customer.id, body.regionId);
        if (taken === undefined) return refuse({ code: 'UNAUTHORIZED' });
        const known = taken.saved.find((address) => address.id === id);
        if (known === undefined) return refuse({ code: 'ADDRESS_NOT_FOUND' });
        if (!taken.isRegionKnown) return refuse(unknownRegion);
        // One address must be the default. It remains the default until another address replaces it (ADR-12).
        const address = toKeep(body, body.defaultShipping || known.isDefault);
        const changed = await updateAddress(tx, { id, customerId: customer.id, address });
        return changed === undefined ? refuse({ code: 'ADDRESS_NOT_FOUND' }) : ok(changed);
      }),
    ),

    route(deleteAddress, ({ params: { id } }, { customer }) =>
      rearrange(customer.id, id, (saved) => withoutAddress(saved, id)),
    ),

    route(setDefaultAddress, ({ params: { id } }, { customer }) =>
      rearrange(customer.id, id, (saved) => withDefaultAddress(saved, id)),
    ),
  ];
};
