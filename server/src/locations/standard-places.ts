import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createStandardPlaces } from '@ceiba/contract/desk/locations';
import { ok, refuse } from '@ceiba/domain/result';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { Database } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';
import type { Route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import type { Config } from '../platform/operations/config.ts';

const lock = statement('locations.lock-places', `select pg_advisory_xact_lock(hashtext('ceiba places'))`);

const hasPlaces = statement('locations.has-places', 'select exists (select from departments) as found', {
  found: neverNull(),
});

const insert = statement(
  'locations.insert-standard',
  `with given as materialized (
     select * from jsonb_to_recordset($1::jsonb) as g (codigo text, departamento text, region integer, municipio text, zonas text[], posicion integer)),
   departments_made as (
     insert into departments (region_id, title, position)
     select distinct on (region) region, departamento, region - 485 from given order by region returning region_id),
   municipios_made as (
     insert into municipios (ine_code, region_id, name, zones, position)
     select codigo, region, municipio, zonas, posicion from given returning ine_code)
   select (select count(*)::integer from departments_made) as departments, (select count(*)::integer from municipios_made) as municipalities`,
  { departments: neverNull(), municipalities: neverNull() },
);

const rows = z.array(
  z.object({
    codigo: z.string(),
    departamento: z.string(),
    region: z.coerce.number(),
    municipio: z.string(),
    zonas: z.string().transform((text) => (text === '' ? [] : text.split('|'))),
    posicion: z.coerce.number(),
  }),
);

/** Reads departments and municipalities of Guatemala in the form of `ceiba import places`. Operators and the desk use the same file. */
const readPlaces = async (projectDir: string): Promise<z.infer<typeof rows>> =>
  rows.parse(
    parse(await readFile(join(projectDir, 'docs', 'examples', 'municipios.csv')), { bom: true, columns: true }),
  );

/** "Cargar los departamentos". A store needs its department before it can be created (OFF-29). */
export const standardPlacesRoutes = ({ db, config }: { db: Database; config: Pick<Config, 'projectDir'> }): Route[] => [
  changeRoute(createStandardPlaces, db, async ({ tx }) => {
    await lock(tx, []);
    if ((await hasPlaces(tx, []))[0]?.found)
      return refuse({ code: 'IN_USE', message: 'La tienda ya tiene departamentos.' });
    const [made] = await insert(tx, [JSON.stringify(await readPlaces(config.projectDir))]);
    if (made === undefined) throw new Error('creating the standard places answered nothing');
    const change = { entity: 'departments', entityId: 'standard', after: made };
    return ok({ answer: { status: 201, data: made }, change });
  }),
];
