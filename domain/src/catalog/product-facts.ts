import type { CivilDate } from '../dates/civil-date.ts';
import { formatDate } from '../dates/spanish-date.ts';
import { type Centavos, centavos, formatQ } from '../money/money.ts';

/** The roles of attributes whose value is a size, with their labels. Sizes are drawn, compared and sent to search engines (ZOOM-05). */
export const sizeRoles = {
  alto: 'Alto',
  ancho: 'Ancho',
  fondo: 'Fondo',
  peso: 'Peso',
  diagonal: 'Diagonal',
  'alto-empaque': 'Alto con empaque',
  'ancho-empaque': 'Ancho con empaque',
  'fondo-empaque': 'Fondo con empaque',
  'peso-empaque': 'Peso con empaque',
  'diagonal-empaque': 'Diagonal con empaque',
  'libre-arriba': 'Espacio libre arriba',
  'libre-lados': 'Espacio libre a los lados',
  'libre-atras': 'Espacio libre atrás',
} as const;
export type SizeRole = keyof typeof sizeRoles;

/** The roles of all attributes, with their labels (PROD-07). The desk offers these labels. */
export const attributeRoles = {
  ...sizeRoles,
  garantia: 'Garantía: meses',
  'garantia-responde': 'Garantía: quién responde',
  'energia-etiqueta': 'Energía: etiqueta o clase',
  'energia-consumo': 'Energía: consumo al año',
} as const;
type AttributeRole = keyof typeof attributeRoles;

export const isAttributeRole = (text: string): text is AttributeRole => Object.hasOwn(attributeRoles, text);
const isSizeRole = (text: string): text is SizeRole => Object.hasOwn(sizeRoles, text);

const isWeight = (role: SizeRole): boolean => role.startsWith('peso');

/** Centimetres or kilograms of each unit that a size may have. */
const lengthUnits: Readonly<Record<string, number>> = { cm: 1, mm: 0.1, m: 100, pulgadas: 2.54 };
const weightUnits: Readonly<Record<string, number>> = { kg: 1, g: 0.001, lb: 0.453_592_37 };
const energyUnit = 'kWh/año';
const guaranteeUnit = 'meses';

/** Returns the units that an attribute with this role may have. Undefined if any unit is allowed. */
export function unitsOf(role: AttributeRole): readonly string[] | undefined {
  if (isSizeRole(role)) return Object.keys(isWeight(role) ? weightUnits : lengthUnits);
  if (role === 'energia-consumo') return [energyUnit];
  return role === 'garantia' ? [guaranteeUnit] : undefined;
}

/** An attribute of a product's sheet. `size`: cm or kg. `group`: the heading of its row. */
export interface Fact {
  code: string;
  label: string;
  value: string;
  role?: string | undefined;
  group?: string | undefined;
  size?: number | undefined;
}

const numberOf = (value: string): number => Number(value.replace(',', '.'));

/** Rounds lengths to a millimetre, weights to a gram. */
const rounded = (role: SizeRole, size: number): number => {
  const parts = isWeight(role) ? 1_000 : 10;
  return Math.round(size * parts) / parts;
};

/**
 * Returns the stored value in centimetres or kilograms. Undefined if the value is unknown, or not above zero. Only the
 * clearance around a product may be zero.
 */
export function sizeOf(role: string, value: string, unit: string): number | undefined {
  if (!isSizeRole(role)) return undefined;
  const factor = (isWeight(role) ? weightUnits : lengthUnits)[unit];
  if (factor === undefined) return undefined;
  const exact = numberOf(value) * factor;
  const size = rounded(role, exact);
  return Number.isFinite(size) && (size > 0 || (exact === 0 && role.startsWith('libre'))) ? size : undefined;
}

const sizeText = (role: SizeRole, size: number): string => `${size} ${isWeight(role) ? 'kg' : 'cm'}`;

const monthsText = (months: number): string =>
  months === 1 ? '1 mes' : months % 12 === 0 ? (months === 12 ? '1 año' : `${months / 12} años`) : `${months} meses`;

/** Returns the value of a row as every page shows it: sizes in cm and kg, a diagonal also in inches, a guarantee in years. */
export function factText(role: string, value: string, unit: string): string {
  const plain = unit === '' ? value : `${value} ${unit}`;
  const size = sizeOf(role, value, unit);
  if (size !== undefined && isSizeRole(role))
    return unit === 'pulgadas' ? `${plain} (${sizeText(role, size)})` : sizeText(role, size);
  const whole = numberOf(value);
  if (role === 'garantia' && Number.isInteger(whole) && whole > 0) return monthsText(whole);
  return role === 'energia-consumo' ? `${value} kWh al año` : plain;
}

/** The known facts of a product: its rows, and the roles that its category declares but the product lacks. */
export interface Sheet {
  attributes: readonly Fact[];
  missingRoles: readonly string[];
}

const withRole = ({ attributes }: Sheet, role: AttributeRole): Fact | undefined =>
  attributes.find((fact) => fact.role === role);

const isDeclared = (sheet: Sheet, role: AttributeRole): boolean =>
  sheet.missingRoles.includes(role) || withRole(sheet, role) !== undefined;

export const noData = 'Sin dato';

/** Returns the sizes of a product. Undefined for each unknown size. Each size comes from the fact that the rows show for its role. */
export const sizesOf = (sheet: Sheet): Partial<Record<SizeRole, number>> =>
  Object.fromEntries(
    Object.keys(sizeRoles).flatMap((role) => {
      const size = isSizeRole(role) ? withRole(sheet, role)?.size : undefined;
      return size === undefined ? [] : [[role, size]];
    }),
  );

interface FactRow {
  label: string;
  value: string;
}

const joined = (parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' · ');

/**
 * Returns the text of the block "Medidas", with the same sizes as its drawing. Packing and clearance each have a row.
 * Empty if the kind has no measures.
 */
export function measureRows(sheet: Sheet): FactRow[] {
  const sizes = sizesOf(sheet);
  const own = (['alto', 'ancho', 'fondo', 'peso', 'diagonal'] as const).flatMap((role) =>
    isDeclared(sheet, role) ? [{ label: sizeRoles[role], value: withRole(sheet, role)?.value ?? noData }] : [],
  );
  const packed = (['alto-empaque', 'ancho-empaque', 'fondo-empaque'] as const).map((role) => sizes[role]);
  const others = (['peso-empaque', 'diagonal-empaque'] as const).map((role) => sizes[role]);
  const hasPacking = [...packed, ...others].some((size) => size !== undefined);
  const packing = joined([
    packed.some((size) => size !== undefined)
      ? `${packed.map((size) => size ?? noData.toLowerCase()).join(' × ')} cm`
      : undefined,
    others[0] === undefined ? undefined : `${others[0]} kg`,
    others[1] === undefined ? undefined : `diagonal ${others[1]} cm`,
  ]);
  const room = joined(
    (
      [
        ['libre-arriba', 'arriba'],
        ['libre-lados', 'a cada lado'],
        ['libre-atras', 'atrás'],
      ] as const
    ).map(([role, words]) => (sizes[role] === undefined ? undefined : `${sizes[role]} cm ${words}`)),
  );
  const hasRole = (roles: readonly AttributeRole[]) => roles.some((role) => isDeclared(sheet, role));
  return [
    ...own,
    ...(hasRole(['alto-empaque', 'ancho-empaque', 'fondo-empaque', 'peso-empaque', 'diagonal-empaque'])
      ? [{ label: 'Con empaque (alto × ancho × fondo)', value: hasPacking ? packing : noData }]
      : []),
    ...(hasRole(['libre-arriba', 'libre-lados', 'libre-atras'])
      ? [{ label: 'Espacio que necesita', value: room === '' ? noData : room }]
      : []),
  ];
}

/** Returns the maker's guarantee: its duration and its guarantor. Null if the kind declares no guarantee (ZOOM-08). */
export function guaranteeOf(sheet: Sheet): { duration: string; answers: string } | null {
  if (!isDeclared(sheet, 'garantia')) return null;
  return {
    duration: withRole(sheet, 'garantia')?.value ?? noData,
    answers: withRole(sheet, 'garantia-responde')?.value ?? noData,
  };
}

/** Returns the rows of the sheet by group, in order. Measures are a separate block. Rows without a group come first. */
export function sheetGroups({ attributes }: Sheet): { title: string; rows: Fact[] }[] {
  const rows = attributes.filter(({ role }) => role === undefined || !isSizeRole(role));
  return [...Map.groupBy(rows, ({ group }) => group ?? '')]
    .map(([title, ofGroup]) => ({ title, rows: ofGroup }))
    .sort((a, b) => Number(a.title !== '') - Number(b.title !== ''));
}

/** Returns "Cerca de Q45 al mes": a twelfth of a year's kWh at the tariff, in whole quetzales. Null if consumption or tariff is unknown. */
export function energyCostText(
  yearly: string | undefined,
  { energyTariff, energyTariffDay }: { energyTariff: Centavos | null; energyTariffDay: CivilDate | null },
): string | null {
  const kilowattHours = numberOf(yearly ?? '');
  if (energyTariff === null || energyTariffDay === null || !(kilowattHours > 0)) return null;
  const monthly = Math.max(1, Math.round((kilowattHours * energyTariff) / 1_200));
  const words = formatQ(centavos(monthly * 100)).replace(/\.00$/, '');
  return `Cerca de ${words} al mes, con ${formatQ(energyTariff)} por kWh (tarifa del ${formatDate(energyTariffDay)}).`;
}
