import { nitCheckCharacter } from '@ceiba/domain/billing/nit';

/** The bank's registers: companies and persons by NIT, persons by DPI (DEC-109). */
export type RegistryType = 'nit' | 'dpi';

/** Well-formed identifiers without a taxpayer that simulate faults. */
export const specialIdentifiers = {
  /** The response is 502. */
  unavailable: { nit: '50250205', dpi: '5025025090101' },
  /** Sends no response. The connection stays open until the caller closes it. */
  silent: { nit: '50450409', dpi: '5045045090101' },
} as const satisfies Record<string, Record<RegistryType, string>>;

/** The taxpayers of DEC-109, the employee of DEC-164 and the persons of DEC-165. */
const named: readonly [identifier: string, name: string][] = [
  ['576937K', 'Comercial La Aurora, S.A.'],
  ['12345679', 'Juan Pérez'],
  ['1234567890101', 'María López'],
  ['2345678901201', 'José Antonio Barrios'],
];

const givenNames = ['Ana', 'Luis', 'Marta', 'Óscar', 'Rosa', 'Byron', 'Silvia', 'Edgar', 'Ingrid', 'Hugo'];
const familyNames = ['Choc', 'Morales', 'Tzul', 'Castillo', 'Ajú', 'Ramírez', 'Xicará', 'Méndez', 'Coy', 'Estrada'];
const trades = ['Comercial', 'Distribuidora', 'Ferretería', 'Inversiones', 'Transportes', 'Servicios', 'Importadora'];
const places = ['El Quetzal', 'Las Jacarandas', 'Santa Clara', 'Los Volcanes', 'Río Dulce', 'Monte Alto', 'La Merced'];

/**
 * 49 invented companies and 100 invented persons, 50 of them also with a DPI, the same at every start. A computed
 * number may by chance belong to a real person, but the data here is invented.
 */
function inventedTaxpayers(): [identifier: string, name: string][] {
  const companies = trades.flatMap((trade, row) =>
    places.map((place, column): [string, string] => [
      nitOf(6_100_000 + 37_139 * (row * places.length + column)),
      `${trade} ${place}, S.A.`,
    ]),
  );
  const persons = givenNames.flatMap((given, row) =>
    familyNames.map((family, column): [string, string] => {
      const second = familyNames[(column + row + 3) % familyNames.length] ?? family;
      return [nitOf(1_900_000 + 20_011 * (row * familyNames.length + column)), `${given} ${family} ${second}`];
    }),
  );
  const withDpi = persons
    .slice(0, 50)
    .map(([, name], index): [string, string] => [dpiOf(20_110_000 + 731 * index), name]);
  return [...companies, ...persons, ...withDpi];
}

const nitOf = (body: number): string => `${body}${nitCheckCharacter(String(body))}`;

/** A DPI in the capital's municipality (0101), with its check digit: weights 2 to 9, modulo 11; 10 is not allowed. */
function dpiOf(serial: number): string {
  const sum = [...String(serial)].reduce((total, digit, index) => total + Number(digit) * (index + 2), 0);
  return sum % 11 === 10 ? dpiOf(serial + 1) : `${serial}${sum % 11}0101`;
}

/** Names of all registered taxpayers, by NIT or DPI. */
export const taxpayers: ReadonlyMap<string, string> = new Map([...inventedTaxpayers(), ...named]);
