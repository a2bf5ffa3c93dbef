import { statement, type Tx } from '../platform/db/database.ts';

export interface Courier {
  code: string;
  name: string;
  isActive: boolean;
  version: number;
}

const columns = 'code, name, is_active as "isActive", version';

const selectAll = statement<Courier>(
  'couriers.all',
  `select ${columns} from couriers order by is_active desc, name collate spanish`,
);
export const listCouriers = (tx: Tx): Promise<Courier[]> => selectAll(tx, []);

const lock = statement<Courier, [code: string]>(
  'couriers.lock',
  `select ${columns} from couriers where code = $1 for update`,
);
export const lockCourier = async (tx: Tx, code: string): Promise<Courier | undefined> => (await lock(tx, [code]))[0];

const insert = statement<Courier, [code: string, name: string]>(
  'couriers.create',
  `insert into couriers (code, name) values ($1, $2) on conflict do nothing returning ${columns}`,
);

const selectNamed = statement<object, [name: string]>('couriers.named', 'select from couriers where name = $1');

/** Undefined where one has this name. A code that another has, who may have been called so once, is followed by -2, -3 … */
export async function insertCourier(tx: Tx, code: string, name: string): Promise<Courier | undefined> {
  for (let n = 1; ; n += 1) {
    const [made] = await insert(tx, [n === 1 ? code : `${code.slice(0, 36)}-${n}`, name]);
    if (made !== undefined) return made;
    if ((await selectNamed(tx, [name])).length > 0) return undefined;
  }
}

const update = statement<Courier, [code: string, name: string, isActive: boolean]>(
  'couriers.change',
  `update couriers set name = $2, is_active = $3, version = version + 1
   where code = $1 and not exists (select from couriers other where other.name = $2 and other.code <> $1) returning ${columns}`,
);

/** Undefined where another one has this name. */
export const saveCourier = async (
  tx: Tx,
  { code, name, isActive }: Pick<Courier, 'code' | 'name' | 'isActive'>,
): Promise<Courier | undefined> => (await update(tx, [code, name, isActive]))[0];
