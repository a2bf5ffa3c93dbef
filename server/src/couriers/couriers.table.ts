import { couriers } from '@ceiba/contract/desk/entities/couriers';
import { ok, refuse } from '@ceiba/domain/result';
import { tableOf } from '../platform/entities/entity-table.ts';
import { listCourierNames } from './couriers.store.ts';

/** "Cargo Expreso" becomes "cargo-expreso". */
const codeOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);

const nameless = 'Escribe un nombre con letras o números.';
const taken = 'Ya hay una mensajería con ese nombre.';

/** Returns a free code. If another courier has the code, -2, -3 … is added. A renamed courier keeps its former code. */
const freeCode = (code: string, codes: ReadonlySet<string>): string => {
  let free = code;
  for (let n = 2; codes.has(free); n += 1) free = `${code.slice(0, 36)}-${n}`;
  return free;
};

/** Couriers in their table. On a parcel, two names that differ only in capitals, accents or spaces would look the same. */
export const courierTable = tableOf(couriers, {
  table: 'couriers',
  key: { column: 'code', type: 'text' },
  columns: { code: 'code', name: 'name', isActive: 'is_active' },
  constraints: [
    { field: 'name', constraint: 'couriers_name_key', text: taken },
    { field: 'name', constraint: 'couriers_pkey', text: taken },
    { field: 'name', constraint: 'couriers_twins', text: taken },
  ],
  search: 't.name',
  before: async (tx, { values, before }) => {
    const name = String(values['name']);
    const code = codeOf(name);
    if (code === '') return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { name: nameless } } });
    const others = (await listCourierNames(tx)).filter((each) => each.code !== before?.code);
    if (others.some((each) => codeOf(each.name) === code))
      return refuse({ code: 'IN_USE', message: taken, metadata: { fields: { name: taken } } });
    return ok({ ...values, code: before?.code ?? freeCode(code, new Set(others.map((each) => each.code))) });
  },
});
