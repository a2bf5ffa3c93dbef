import type { SavedAddress } from '@ceiba/contract/addresses';
import { addressLimit } from '@ceiba/domain/addresses/address';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

interface AddressRow extends Omit<SavedAddress, 'region' | 'countryCode'> {
  regionId: number;
}

const columns = `id, alias, street, city, region_id as "regionId", zone, latitude, longitude,
  is_default as "defaultShipping", first_name as "firstName", last_name as "lastName", phone, nit,
  trusted_person as "trustedPerson"`;

const toSavedAddress = ({ regionId, ...row }: AddressRow): SavedAddress => ({
  ...row,
  region: { regionId },
  countryCode: 'GT',
});

const list = statement<AddressRow, [customerId: string]>(
  'addresses.list',
  `select ${columns} from addresses where customer_id = $1 order by is_default desc, created_at desc, id`,
);

/** The default one first, then the newest. */
export const readAddresses = async (tx: Tx, customerId: string): Promise<SavedAddress[]> =>
  (await list(tx, [customerId])).map(toSavedAddress);

const lock = statement<{ isRegionKnown: boolean }, [customerId: string, regionId: number]>(
  'addresses.lock-customer',
  `select exists (select from departments where region_id = $2) as "isRegionKnown"
   from customers where id = $1 for update`,
);

/** Lets the changes of one customer's addresses follow each other; undefined when the account is gone. */
export async function lockAddresses(
  tx: Tx,
  customerId: string,
  regionId: number,
): Promise<{ isRegionKnown: boolean } | undefined> {
  const [row] = await lock(tx, [customerId, regionId]);
  return row;
}

// The first address is the default, whatever was asked (DEC-93). Counting what was cleared makes the insert wait for it:
// two defaults would meet the index.
const insert = statement<AddressRow, [id: string, customerId: string, address: string, limit: number, now: Date]>(
  'addresses.add',
  `with known as (select count(*)::int as saved from addresses where customer_id = $2),
   given as (select $3::jsonb as a, known.saved = 0 or ($3::jsonb ->> 'defaultShipping')::boolean as is_default
     from known where known.saved < $4),
   cleared as (update addresses set is_default = false
     where customer_id = $2 and is_default and exists (select from given where given.is_default) returning 1)
   insert into addresses (id, customer_id, alias, street, city, region_id, zone, latitude, longitude, is_default,
     first_name, last_name, phone, nit, trusted_person, created_at)
   select $1, $2, a ->> 'alias', array(select jsonb_array_elements_text(a -> 'street')), a ->> 'city',
     (a ->> 'regionId')::int, a ->> 'zone', (a ->> 'latitude')::float8, (a ->> 'longitude')::float8, is_default,
     a ->> 'firstName', a ->> 'lastName', a ->> 'phone', a ->> 'nit', nullif(a -> 'trustedPerson', 'null'), $5
   from given, (select count(*) from cleared) waited
   returning ${columns}`,
);

/** What is saved of an address; `defaultShipping` is what was asked. */
export type AddressToSave = Omit<SavedAddress, 'id' | 'region' | 'countryCode'> & { regionId: number };

/** Call with the customer locked. Undefined when there are as many as may be (DEC-93). */
export async function insertAddress(
  tx: Tx,
  { id, customerId, now }: { id: string; customerId: string; now: Date },
  address: AddressToSave,
): Promise<SavedAddress | undefined> {
  const [row] = await insert(tx, [id, customerId, JSON.stringify(address), addressLimit, now]);
  return row && toSavedAddress(row);
}
