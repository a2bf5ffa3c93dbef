import type { SavedAddress as AddressOfContract } from '@ceiba/contract/addresses';
import type { SavedAddress } from '@ceiba/domain/addresses/address';
import type { Tx } from '../platform/db/database.ts';
import { column, statement } from '../platform/db/statement.ts';

interface AddressRow extends Omit<AddressOfContract, 'region' | 'countryCode'> {
  regionId: number;
}

const columns = `id, alias, street, city, region_id as "regionId", zone, latitude, longitude,
  is_default as "defaultShipping", first_name as "firstName", last_name as "lastName", phone, nit,
  trusted_person as "trustedPerson"`;

const toSavedAddress = ({ regionId, ...row }: AddressRow): AddressOfContract => ({
  ...row,
  region: { regionId },
  countryCode: 'GT',
});

const list = statement(
  'addresses.list',
  `select ${columns} from addresses where customer_id = $1 order by is_default desc, created_at desc, id`,
  { trustedPerson: column<{ firstName: string; lastName: string; dpi: string }>() },
);

/** Sorted: the default address first, then the newest. */
export const readAddresses = async (tx: Tx, customerId: string): Promise<AddressOfContract[]> =>
  (await list(tx, [customerId])).map(toSavedAddress);

const take = statement(
  'addresses.take',
  `select take_addresses($1) as saved, exists (select from departments where region_id = $2) as is_region_known`,
  { saved: column<{ id: string; isDefault: boolean; createdAt: string }[]>() },
);

/** A customer's addresses, locked until the transaction ends. */
export interface TakenAddresses {
  saved: SavedAddress[];
  isRegionKnown: boolean;
}

/** Locks a customer's addresses and returns them. Undefined if the account was closed after its session was checked. */
export async function takeAddresses(
  tx: Tx,
  customerId: string,
  regionId: number | null = null,
): Promise<TakenAddresses | undefined> {
  const [row] = await take(tx, [customerId, regionId]);
  if (!row?.saved) return undefined;
  const saved = row.saved.map(({ createdAt, ...address }) => ({ ...address, createdAt: new Date(createdAt) }));
  return { saved, isRegionKnown: row.isRegionKnown };
}

/** The stored fields of an address. `defaultShipping` is its new state. */
type AddressToSave = Omit<AddressOfContract, 'id' | 'region' | 'countryCode'> & { regionId: number };

export interface AddressToWrite {
  id: string;
  customerId: string;
  address: AddressToSave;
}

const values = `a ->> 'alias', array(select jsonb_array_elements_text(a -> 'street')), a ->> 'city',
  (a ->> 'regionId')::int, a ->> 'zone', (a ->> 'latitude')::float8, (a ->> 'longitude')::float8,
  (a ->> 'defaultShipping')::boolean, a ->> 'firstName', a ->> 'lastName', a ->> 'phone', a ->> 'nit',
  nullif(a -> 'trustedPerson', 'null')`;

// Counting the cleared rows makes the write wait for them. Otherwise the index would reject two defaults.
const cleared = `cleared as (update addresses set is_default = false
    where customer_id = $2 and is_default and id <> $1 and ($3::jsonb ->> 'defaultShipping')::boolean returning 1),
  given as (select $3::jsonb as a, count(*) from cleared)`;

const insert = statement(
  'addresses.add',
  `with ${cleared}
   insert into addresses (id, customer_id, alias, street, city, region_id, zone, latitude, longitude, is_default,
     first_name, last_name, phone, nit, trusted_person, created_at)
   select $1, $2, ${values}, $4 from given
   returning ${columns}`,
  { trustedPerson: column<{ firstName: string; lastName: string; dpi: string }>() },
);

/** The caller has locked the customer's addresses. */
export async function insertAddress(tx: Tx, { id, customerId, address }: AddressToWrite, now: Date) {
  const [row] = await insert(tx, [id, customerId, JSON.stringify(address), now]);
  if (row === undefined) throw new Error('an address was not written');
  return toSavedAddress(row);
}

const update = statement(
  'addresses.change',
  `with ${cleared}
   update addresses set (alias, street, city, region_id, zone, latitude, longitude, is_default, first_name, last_name,
     phone, nit, trusted_person) = (select ${values} from given)
   where id = $1 and customer_id = $2
   returning ${columns}`,
  { trustedPerson: column<{ firstName: string; lastName: string; dpi: string }>() },
);

/** The caller has locked the customer's addresses. Undefined if the customer has no such address. */
export async function updateAddress(tx: Tx, { id, customerId, address }: AddressToWrite) {
  const [row] = await update(tx, [id, customerId, JSON.stringify(address)]);
  return row && toSavedAddress(row);
}

const keep = statement(
  'addresses.keep',
  `with gone as (delete from addresses where customer_id = $1 and id <> all ($2::uuid[]) returning 1),
   cleared as (update addresses set is_default = false
     where customer_id = $1 and is_default and id = any ($2::uuid[]) and id is distinct from $3 returning 1)
   update addresses set is_default = true
   from (select count(*) from (select from gone union all select from cleared) both_done) waited
   where customer_id = $1 and id = $3 and not is_default`,
);

/**
 * Deletes all addresses of a customer except the given addresses, which include the default. The caller has locked all
 * of them.
 */
export async function deleteOtherAddresses(
  tx: Tx,
  customerId: string,
  addresses: readonly SavedAddress[],
): Promise<void> {
  const defaultId = addresses.find(({ isDefault }) => isDefault)?.id ?? null;
  await keep(tx, [customerId, addresses.map(({ id }) => id), defaultId]);
}
