import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import type { Unit } from '@ceiba/domain/policies/policy-kinds';
import { type PolicyField, policyTable, type ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { Field, TextForm } from './fields.ts';
import { type SettingGroup, type SettingName, settingLabels } from './setting-labels.ts';

/** Units in Spanish, for the hint of a range. */
const unitWords: Readonly<Record<Unit, string>> = {
  'o’clock': 'horas',
  minutes: 'minutos',
  hours: 'horas',
  'opening hours': 'horas de atención',
  days: 'días',
  'business days': 'días hábiles',
  orders: 'órdenes',
  'orders an hour': 'órdenes por hora',
  units: 'unidades',
  charges: 'cobros',
  'charges an hour': 'cobros por hora',
  'charges a day': 'cobros por día',
  'cards an hour': 'tarjetas por hora',
  'e-mails a day': 'correos por día',
};

const timeForm: TextForm = { pattern: /^(?:\d|[01]\d|2[0-3]):[0-5]\d$|^24:00$/, words: 'una hora como 09:30' };
const phoneForm: TextForm = { pattern: /^\d+(?:[- ]\d+)*$/, words: 'un teléfono como 4232-0000' };
const nitForm: TextForm = { pattern: /^\d{6,8}-?[\dkK]$/, words: 'un NIT como 576937-K' };
const colourForm: TextForm = { pattern: /^#[\da-fA-F]{6}$/, words: 'un color como #8a1538' };
const linksForm: TextForm = {
  pattern: /^https:\/\/\S+(?:\s+https:\/\/\S+){0,7}$/,
  words: 'hasta 8 direcciones que empiezan con https://, una en cada renglón',
};
const daysForm: TextForm = {
  pattern: /^\d{4}-\d{2}-\d{2}(?:\s+\d{4}-\d{2}-\d{2}){0,99}$/,
  words: 'días como 2027-09-14, uno en cada renglón',
};

/** Settings whose field is not derived from their kind in the policy. */
const ownFields: Partial<Record<SettingName, Omit<Extract<Field, { kind: 'text' }>, 'label'>>> = {
  shopNit: { kind: 'text', max: 12, form: nitForm, isUpper: true, isOptional: true },
  shopEmail: { kind: 'text', max: 254, isEmail: true, isOptional: true },
  shopColour: { kind: 'text', max: 7, form: colourForm, isOptional: true },
};

const choiceWords: Partial<Record<SettingName, Readonly<Record<string, string>>>> = {
  pointsCreditedAt: { delivery: 'Al entregar', returnDays: 'Al vencer el plazo de devolución' },
  listPriceProof: { warn: 'Se advierte', refuse: 'Se rechaza sin un motivo' },
};

type Without<T> = T extends unknown ? Omit<T, 'label'> : never;

/** Returns the field of the desk for a setting. Its control, limits and messages come from the policy's table. */
function controlOf(name: SettingName): Without<Field> {
  const own = ownFields[name];
  if (own !== undefined) return own;
  const { kind, range = { least: 0, most: 0 }, maxLength = 200 } = policyTable[name];
  switch (kind) {
    case 'integer':
      return { kind: 'whole', min: range.least, max: range.most };
    case 'money':
      return { kind: 'money', max: quetzalesOf(range.most) };
    case 'moneyOrNone':
      return { kind: 'money', max: quetzalesOf(range.most), isOptional: true };
    case 'percent':
      return { kind: 'percent', mayBeZero: true };
    case 'minuteOfDay':
      return { kind: 'text', max: 5, form: timeForm };
    case 'hours':
      return { kind: 'hours' };
    case 'yesOrNo':
      return { kind: 'flag', words: ['Sí', 'No'] };
    case 'choice':
      return { kind: 'choice', values: choiceWords[name] ?? {} };
    case 'dayOrNone':
      return { kind: 'day', isOptional: true };
    case 'days':
      return { kind: 'text', max: 1_200, isLong: true, mayBeBlank: true, form: daysForm };
    case 'links':
      return { kind: 'text', max: 1_700, isLong: true, mayBeBlank: true, form: linksForm };
    case 'phone':
      return { kind: 'text', max: 16, form: phoneForm };
    case 'mobileOrNone':
      return { kind: 'text', max: 16, form: phoneForm, isOptional: true };
    case 'email':
      return { kind: 'text', max: 254, isEmail: true };
    case 'line':
    case 'textOrNone':
      return { kind: 'text', max: maxLength, mayBeBlank: true };
  }
}

const quetzalesOf = (amount: number): number => toQuetzales(centavos(amount));

export const settingNames = Object.keys(settingLabels) as readonly SettingName[];

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingLabels, name);

export const groupOf = (name: SettingName): SettingGroup => settingLabels[name].group;

/** Each setting as a field of the desk, with its label and limits. */
export const settingFields = Object.fromEntries(
  settingNames.map((name) => [name, { ...controlOf(name), ...wordsOf(name) }]),
) as Readonly<Record<SettingName, Field>>;

function wordsOf(name: SettingName): { label: string; hint?: string } {
  const { label, hint } = settingLabels[name];
  return { label, ...(hint !== undefined && { hint }) };
}

/** Returns "De 0 a 60 días hábiles." Undefined for a setting that is not a whole number. */
export function rangeText(name: SettingName): string | undefined {
  const { kind, range } = policyTable[name];
  if (kind !== 'integer' || range?.unit === undefined) return undefined;
  const [least, most] = [range.least, range.most].map((bound) => bound.toLocaleString('es-GT'));
  return `De ${least} a ${most} ${unitWords[range.unit]}.`;
}

/** A value of any setting in calls. */
export type SettingValue = string | number | boolean | null;

/** Returns the value of a setting in the form of calls: quetzales, percent, "09:30", lines of days or links. */
export function settingValue(policy: ShopPolicy, name: SettingName): SettingValue {
  const value: ShopPolicy[PolicyField] = policy[name];
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'object') return value.join('\n');
  const { kind } = policyTable[name];
  if (typeof value === 'string') return value;
  if (kind === 'money' || kind === 'moneyOrNone') return quetzalesOf(value);
  if (kind === 'percent') return value / 100;
  return kind === 'minuteOfDay' ? timeText(value) : value;
}

const timeText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Returns the text that `ceiba policy set` accepts for a value of a call. */
export function operatorText(value: SettingValue): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? String(value) : value.replaceAll(/\s+/g, ' ');
}
