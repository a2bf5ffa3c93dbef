import { readFileSync } from 'node:fs';
import { z } from 'zod';

const schema = z.object({
  guatemalaCityZones: z.array(z.int()),
  departments: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      municipios: z.array(z.object({ name: z.string(), ineCode: z.string() })),
    }),
  ),
});

export interface DemoDepartment {
  /** DEC-87: 485 Guatemala to 506 Jutiapa. */
  regionId: number;
  title: string;
  municipios: { ineCode: string; name: string; zones: string[] }[];
}

const GUATEMALA_CITY = '0101';

/** All 22 departments with their municipios; only the capital has zones here ("Zona 1" to "Zona 25"). */
export function readDepartments(): DemoDepartment[] {
  const text = readFileSync(new URL('../../../data/departments.json', import.meta.url), 'utf8');
  const { departments, guatemalaCityZones } = schema.parse(JSON.parse(text));
  return departments.map(({ id, name, municipios }) => ({
    regionId: id,
    title: name,
    municipios: municipios.map((municipio) => ({
      ineCode: municipio.ineCode,
      name: municipio.name,
      zones: municipio.ineCode === GUATEMALA_CITY ? guatemalaCityZones.map((zone) => `Zona ${zone}`) : [],
    })),
  }));
}
