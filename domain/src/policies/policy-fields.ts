import { type CivilDate, parseCivilDate } from '../dates/civil-date.ts';
import { type Centavos, centavos, formatQ, fromQuetzales, quetzales } from '../money/money.ts';
import { ok, type Result, refuse } from '../result.ts';
import { defaultShopPolicy, type ShopPolicy } from './shop-policy.ts';

export type PolicyField = keyof ShopPolicy;

export type PolicyRefusal =
  | { code: 'unknown_field'; field: string }
  /** `expected` says in English what the field takes. */
  | { code: 'invalid_value'; field: PolicyField; expected: string };

/** How a field is stored, written by an operator and shown to one. */
interface FieldKind<T> {
  expected: string;
  /** Of a stored JSON value; undefined = not one of this field's. */
  check(value: unknown): T | undefined;
  /** Of what an operator typed; what it makes of it is checked. */
  read(text: string): unknown;
  show(value: T): string;
}

const isWithin = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;

const wholeNumber = (text: string): unknown => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);

const integer = (least: number, most: number, unit: string): FieldKind<number> => ({
  expected: `a whole number of ${unit}, ${least} to ${most}`,
  check: (value) => (isWithin(value, least, most) ? value : undefined),
  read: wholeNumber,
  show: (value) => `${value} ${unit}`,
});

/** Q1,000,000: above any cart, below what could lose precision. */
const mostMoney = 100_000_000;

const readMoney = (text: string): unknown => {
  const amount = fromQuetzales(text.replace(/^Q\s*/i, '').replace(/,(?=\d{3}(?:\D|$))/g, ''));
  return amount.ok ? amount.value : undefined;
};

const moneyUpTo = (most: number): FieldKind<Centavos> => ({
  expected: `quetzales with at most two decimals, 0 to ${most / 100}, for example 800 or 799.50`,
  check: (value) => (isWithin(value, 0, most) ? centavos(value) : undefined),
  read: readMoney,
  show: formatQ,
});

const money = moneyUpTo(mostMoney);

const moneyOrNone: FieldKind<Centavos | null> = {
  expected: `${money.expected}, or none`,
  check: (value) => (value === null ? null : money.check(value)),
  read: (text) => (text === 'none' ? null : readMoney(text)),
  show: (value) => (value === null ? 'none' : formatQ(value)),
};

const percent: FieldKind<number> = {
  expected: 'a percentage with at most two decimals, 0 to 100, for example 10 or 12.5',
  check: (value) => (isWithin(value, 0, 10_000) ? value : undefined),
  read: (text) => readMoney(text.endsWith('%') ? text.slice(0, -1).trimEnd() : text),
  show: (value) => `${value / 100} %`,
};

const minuteOfDay: FieldKind<number> = {
  expected: 'a time of day, 00:00 to 24:00',
  check: (value) => (isWithin(value, 0, 24 * 60) ? value : undefined),
  read: (text) => {
    const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(text) ?? [];
    return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
  },
  show: (value) => `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`,
};

const yesOrNo: FieldKind<boolean> = {
  expected: 'yes or no',
  check: (value) => (typeof value === 'boolean' ? value : undefined),
  read: (text) => ({ yes: true, no: false })[text],
  show: (value) => (value ? 'yes' : 'no'),
};

const phone: FieldKind<string> = {
  expected: 'a telephone number of 4 to 12 digits, groups parted by one dash or space, for example 4232-000',
  check: (value) =>
    typeof value === 'string' && /^\d+(?:[- ]\d+)*$/.test(value) && /^\d{4,12}$/.test(value.replace(/\D/g, ''))
      ? value
      : undefined,
  read: (text) => text,
  show: (value) => value,
};

const mobileOrNone: FieldKind<string | null> = {
  expected: 'a telephone number of 8 digits, groups parted by one dash or space, for example 5555-1234, or none',
  check: (value) => {
    if (value === null) return null;
    const number = phone.check(value);
    return number?.replace(/\D/g, '').length === 8 ? number : undefined;
  },
  read: (text) => (text === 'none' ? null : text),
  show: (value) => value ?? 'none',
};

const email: FieldKind<string> = {
  expected: 'an e-mail address',
  check: (value) =>
    typeof value === 'string' && /^[^\s@<>"]+@[^\s@<>".]+(?:\.[^\s@<>".]+)+$/.test(value) ? value : undefined,
  read: (text) => text,
  show: (value) => value,
};

const checkDays = (value: unknown): CivilDate[] | undefined => {
  if (!Array.isArray(value) || value.length > mostDays) return undefined;
  const days = value.flatMap((entry) => {
    const day = parseCivilDate(String(entry));
    return day.ok ? [day.value] : [];
  });
  return days.length === value.length ? days : undefined;
};

const mostDays = 100;

const listOfDays: FieldKind<readonly CivilDate[]> = {
  expected: `up to ${mostDays} days as YYYY-MM-DD, parted by spaces, or none`,
  check: checkDays,
  read: (text) => (text === 'none' ? [] : text.split(/[\s,]+/)),
  show: (value) => (value.length === 0 ? 'none' : value.join(' ')),
};

const kinds: { [Field in PolicyField]: FieldKind<ShopPolicy[Field]> } = {
  freeDeliveryThreshold: money,
  homeRegionFee: money,
  otherRegionFee: money,
  finalConsumerLimit: money,
  installmentsMinimum: money,
  calculatorAbove: money,
  cashLimit: moneyOrNone,
  employeeDiscountBasisPoints: percent,
  bankDiscountBasisPoints: percent,
  deliveryCutoffHour: integer(0, 24, 'o’clock'),
  homeRegionDays: integer(0, 60, 'business days'),
  otherRegionDays: integer(0, 60, 'business days'),
  dropshippingDays: integer(0, 60, 'business days'),
  sellerLeadDays: integer(0, 60, 'business days'),
  shippingHours: integer(1, 720, 'hours'),
  pickupPreparationMinutes: integer(0, 1_440, 'minutes'),
  pickupOpensAt: minuteOfDay,
  pickupClosesAt: minuteOfDay,
  pickupNextDayAt: minuteOfDay,
  transferDays: integer(0, 60, 'business days'),
  extraHolidays: listOfDays,
  guestCartDays: integer(1, 365, 'days'),
  linkCartDays: integer(1, 365, 'days'),
  restockNoticeDays: integer(1, 3_650, 'days'),
  searchCountDays: integer(1, 3_650, 'days'),
  mailDays: integer(7, 3_650, 'days'),
  orderEventDays: integer(30, 3_650, 'days'),
  complaintDays: integer(365, 7_300, 'days'),
  returnDays: integer(0, 365, 'business days'),
  supportPhone: phone,
  supportWhatsApp: mobileOrNone,
  loyaltyEmail: email,
  cashConfirmation: yesOrNo,
  cashConfirmationHours: integer(1, 720, 'hours'),
  guestConfirmationFrom: money,
  guestConfirmationUnits: integer(0, 100_000, 'units'),
  guestConfirmationHours: integer(1, 720, 'hours'),
  ordersPerAddress: integer(1, 100_000, 'orders an hour'),
  openCashOrders: integer(1, 100_000, 'orders'),
  openCashOrderDays: integer(1, 3_650, 'days'),
  unconfirmedOrders: integer(1, 100_000, 'orders'),
  unconfirmedUnits: integer(1, 1_000_000, 'units'),
  unconfirmedValue: money,
  orderShareBasisPoints: percent,
  smallOrderUnits: integer(0, 100_000, 'units'),
  smallOrderValue: money,
  unpaidUnits: integer(1, 1_000_000, 'units'),
  // Of many carts together.
  unpaidValue: moneyUpTo(10 * mostMoney),
  unpaidOrderDays: integer(1, 60, 'days'),
  openStoreOrders: integer(1, 100_000, 'orders'),
  declinesPerCart: integer(1, 100_000, 'charges'),
  declinesPerAddress: integer(1, 100_000, 'charges an hour'),
  declinesPerBin: integer(1, 100_000, 'charges an hour'),
  declinesPerCard: integer(1, 100_000, 'charges a day'),
  declinesPerShop: integer(1, 100_000, 'charges an hour'),
};

const isField = (name: string): name is PolicyField => Object.hasOwn(kinds, name);

export const policyFields: readonly PolicyField[] = Object.keys(kinds).filter(isField);

const assign = <Field extends PolicyField>(policy: ShopPolicy, field: Field, value: unknown): boolean => {
  const checked = kinds[field].check(value);
  if (checked === undefined) return false;
  policy[field] = checked;
  return true;
};

const invalid = (field: PolicyField): Result<never, PolicyRefusal> =>
  refuse({ code: 'invalid_value', field, expected: kinds[field].expected });

/** What the calculator promises is offered at payment: cuotas begin at most this much above it (CONST-09, CONST-10). */
const calculatorGap = quetzales(1);

/** Both are named in the order in which they are set: the calculator is raised first, cuotas are lowered first. */
const checkInstallments = ({
  installmentsMinimum,
  calculatorAbove,
}: ShopPolicy): Extract<PolicyRefusal, { code: 'invalid_value' }> | null => {
  if (installmentsMinimum <= calculatorAbove + calculatorGap) return null;
  const isMinimumStandard = installmentsMinimum <= defaultShopPolicy.installmentsMinimum;
  return isMinimumStandard
    ? {
        code: 'invalid_value',
        field: 'calculatorAbove',
        expected: `no less than installmentsMinimum (${formatQ(installmentsMinimum)}) less ${formatQ(calculatorGap)}: no calculator may promise what payment does not offer. Lower installmentsMinimum first`,
      }
    : {
        code: 'invalid_value',
        field: 'installmentsMinimum',
        expected: `at most ${formatQ(calculatorGap)} above calculatorAbove (${formatQ(calculatorAbove)}): no calculator may promise what payment does not offer. Raise calculatorAbove first`,
      };
};

/** Fields that hold only together; each alone is in its range. */
const checkTogether = (policy: ShopPolicy): Result<ShopPolicy, PolicyRefusal> => {
  const { pickupOpensAt, pickupClosesAt, pickupNextDayAt } = policy;
  const installments = checkInstallments(policy);
  if (installments !== null) return refuse(installments);
  const refuseTime = (field: PolicyField, expected: string): Result<never, PolicyRefusal> =>
    refuse({ code: 'invalid_value', field, expected });
  if (pickupOpensAt >= pickupClosesAt) return refuseTime('pickupClosesAt', 'a time after pickupOpensAt');
  return pickupNextDayAt >= pickupOpensAt && pickupNextDayAt <= pickupClosesAt
    ? ok(policy)
    : refuseTime('pickupNextDayAt', 'a time from pickupOpensAt to pickupClosesAt');
};

/**
 * The policy of what is stored: an object of the fields that differ from the defaults, amounts in centavos. Names that
 * this version does not know are left alone, so that two versions can run side by side.
 */
export function readPolicy(stored: Readonly<Record<string, unknown>>): Result<ShopPolicy, PolicyRefusal> {
  const policy = { ...defaultShopPolicy };
  for (const [name, value] of Object.entries(stored)) {
    if (isField(name) && !assign(policy, name, value)) return invalid(name);
  }
  return checkTogether(policy);
}

/** What is readable of a stored policy: a field that holds what it cannot be has its default. */
export function readablePolicy(stored: Readonly<Record<string, unknown>>): ShopPolicy {
  const policy = { ...defaultShopPolicy };
  for (const [name, value] of Object.entries(stored)) if (isField(name)) assign(policy, name, value);
  return policy;
}

/** One field changed to what an operator typed; `default` is the requirements' value. */
export function withChange(policy: ShopPolicy, field: string, text: string): Result<ShopPolicy, PolicyRefusal> {
  if (!isField(field)) return refuse({ code: 'unknown_field', field });
  const changed = { ...policy };
  const typed = text.trim();
  const value = typed === 'default' ? defaultShopPolicy[field] : kinds[field].read(typed);
  return assign(changed, field, value) ? checkTogether(changed) : invalid(field);
}

/** Whether a field has the requirements' value. */
export const isDefault = (policy: ShopPolicy, field: PolicyField): boolean =>
  JSON.stringify(policy[field]) === JSON.stringify(defaultShopPolicy[field]);

/** What is stored of a policy: the fields that differ from the defaults. */
export const changesOf = (policy: ShopPolicy): Partial<ShopPolicy> =>
  Object.fromEntries(policyFields.filter((field) => !isDefault(policy, field)).map((field) => [field, policy[field]]));

const showField = <Field extends PolicyField>(policy: ShopPolicy, field: Field): string =>
  kinds[field].show(policy[field]);

/** "Q1,000.00", "48 hours", "09:00", "yes": for an operator. */
export const shownValue = (policy: ShopPolicy, field: PolicyField): string => showField(policy, field);

/** What a field takes, in English. */
export const expectedOf = (field: PolicyField): string => kinds[field].expected;
