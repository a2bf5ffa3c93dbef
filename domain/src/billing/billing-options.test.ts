import { describe, expect, test } from 'vitest';
import { centavos, quetzales } from '../money/money.ts';
import { defaultShopPolicy } from '../policies/shop-policy.ts';
import {
  type BillingForm,
  type BillingOption,
  billingFormMessages,
  billingOptions,
  clearAfterInvalidDocument,
  documentNumber,
  emptyBillingForm,
  firstBillingOption,
  lookupFailure,
  settleBillingOption,
} from './billing-options.ts';

const limit = quetzales(2_500);
const justBelow = centavos(249_999);

describe('offered options', () => {
  test('[BILL-01] [BILL-03] all four options are offered below the limit', () => {
    expect(billingOptions({ grandTotal: justBelow, isEmployee: false }, defaultShopPolicy)).toEqual([
      { option: 'radio-cf', label: 'CF', isDisabled: false, notice: null },
      { option: 'radio-nit', label: 'NIT', isDisabled: false, notice: null },
      { option: 'radio-dpi', label: 'DPI', isDisabled: false, notice: null },
      { option: 'radio-passport', label: 'Pasaporte', isDisabled: false, notice: null },
    ]);
  });

  test.each([limit, centavos(250_001)])('[BILL-04] [DIF-09] CF is disabled with the notice at %d', (grandTotal) => {
    const [finalConsumer, ...others] = billingOptions({ grandTotal, isEmployee: false }, defaultShopPolicy);
    const notice = 'Compras mayores a Q2,500 requieren NIT.';
    expect(finalConsumer).toEqual({ option: 'radio-cf', label: 'CF', isDisabled: true, notice });
    expect(others.every((entry) => !entry.isDisabled && entry.notice === null)).toBe(true);
    expect(others).toHaveLength(3);
  });

  test.each([justBelow, limit])('[BILL-06] [BILL-07] [DIF-10] employees see only NIT at %d', (grandTotal) => {
    const options = billingOptions({ grandTotal, isEmployee: true }, defaultShopPolicy);
    expect(options).toEqual([{ option: 'radio-nit', label: 'NIT', isDisabled: false, notice: null }]);
  });

  test('billing options follow the limit of the operator', () => {
    const policy = { finalConsumerLimit: quetzales(10) };
    expect(billingOptions({ grandTotal: quetzales(10), isEmployee: false }, policy)[0]?.isDisabled).toBe(true);
    expect(firstBillingOption({ grandTotal: quetzales(10), isEmployee: false }, policy)).toBe('radio-nit');
  });
});

describe('settled option', () => {
  test.each<[BillingOption, number, boolean, BillingOption]>([
    ['radio-cf', justBelow, false, 'radio-cf'],
    ['radio-cf', limit, false, 'radio-nit'],
    ['radio-cf', justBelow, true, 'radio-nit'],
    ['radio-dpi', limit, false, 'radio-dpi'],
    ['radio-dpi', justBelow, true, 'radio-nit'],
    ['radio-passport', limit, false, 'radio-passport'],
    ['radio-passport', limit, true, 'radio-nit'],
    ['radio-nit', limit, true, 'radio-nit'],
  ])('[BILL-05] %s at %d, employee %s → %s', (selected, total, isEmployee, expected) => {
    expect(settleBillingOption(selected, { grandTotal: centavos(total), isEmployee }, defaultShopPolicy)).toBe(
      expected,
    );
  });

  test.each<[number, boolean, BillingOption]>([
    [justBelow, false, 'radio-cf'],
    [limit, false, 'radio-nit'],
    [justBelow, true, 'radio-nit'],
  ])('[DEC-187] the first option at %d, employee %s, is %s', (total, isEmployee, expected) => {
    expect(firstBillingOption({ grandTotal: centavos(total), isEmployee }, defaultShopPolicy)).toBe(expected);
  });
});

describe('form', () => {
  const form = (different: Partial<BillingForm>): BillingForm => ({
    ...emptyBillingForm('radio-nit'),
    fullName: 'Juan Pérez',
    ...different,
  });

  test('[DEC-111] [CONST-24] an option starts with only "Ciudad", and a passport also with the contact name', () => {
    const empty = { nit: '', dpi: '', passport: '', fullName: '', fiscalAddress: 'Ciudad' };
    expect(emptyBillingForm('radio-nit', 'Ana Paz')).toEqual({ selectedOption: 'radio-nit', ...empty });
    expect(emptyBillingForm('radio-passport')).toEqual({ selectedOption: 'radio-passport', ...empty });
    expect(emptyBillingForm('radio-passport', 'Ana Paz').fullName).toBe('Ana Paz');
  });

  test('[DEC-110] the form sends the number of its option', () => {
    const all = { nit: '576937K', dpi: '1234567890101', passport: 'A1' };
    expect(documentNumber(form({ ...all, selectedOption: 'radio-cf' }))).toBe('CF');
    expect(documentNumber(form({ ...all, selectedOption: 'radio-nit' }))).toBe('576937K');
    expect(documentNumber(form({ ...all, selectedOption: 'radio-dpi' }))).toBe('1234567890101');
    expect(documentNumber(form({ ...all, selectedOption: 'radio-passport' }))).toBe('A1');
  });

  test.each<[string, Partial<BillingForm>, object]>([
    ['[BILL-03] CF needs no fields', { selectedOption: 'radio-cf', fullName: '', fiscalAddress: '' }, {}],
    ['[BILL-08] a good NIT', { nit: '576937-K' }, {}],
    ['[BILL-08] no NIT', {}, { nit: 'Debe de ingresar el NIT' }],
    ['[BILL-08] a wrong NIT', { nit: '5769371' }, { nit: 'NIT inválido' }],
    [
      '[BILL-09] [BILL-10] no name, no address',
      { nit: '576937K', fullName: ' ', fiscalAddress: ' ' },
      { fullName: 'El nombre completo es necesario.', fiscalAddress: 'La dirección fiscal es necesaria.' },
    ],
    ['[BILL-11] a good DPI', { selectedOption: 'radio-dpi', dpi: '1234567890101' }, {}],
    [
      '[BILL-11] a short DPI',
      { selectedOption: 'radio-dpi', dpi: '123' },
      { dpi: 'El DPI debe contener exactamente 13 dígitos.' },
    ],
    ['[BILL-12] a passport', { selectedOption: 'radio-passport', passport: 'A12' }, {}],
    [
      '[BILL-12] no passport',
      { selectedOption: 'radio-passport', passport: ' ' },
      { passport: 'Debe de ingresar el número de pasaporte' },
    ],
  ])('%s', (_, different, expected) => {
    expect(billingFormMessages(form(different))).toEqual(expected);
  });

  test('[BILL-14] a wrong number clears name and address, but a valid number does not', () => {
    expect(clearAfterInvalidDocument(form({ nit: '5769371' }))).toEqual(
      form({ nit: '5769371', fullName: '', fiscalAddress: '' }),
    );
    expect(clearAfterInvalidDocument(form({ nit: '576937K' }))).toEqual(form({ nit: '576937K' }));
  });

  test('[BILL-14, DEC-111] a wrong passport clears name and address, but an empty passport does not', () => {
    const untyped = emptyBillingForm('radio-passport', 'Lucía Paz');
    expect(clearAfterInvalidDocument({ ...untyped, passport: 'A1' })).toMatchObject({
      fullName: '',
      fiscalAddress: '',
    });
    expect(clearAfterInvalidDocument(untyped)).toEqual(untyped);
  });

  test('[BILL-15] the alert names the document of a failed lookup', () => {
    const title = 'Encontramos un problema';
    expect(lookupFailure('nit')).toEqual({ title, message: 'No es posible facturar con el NIT ingresado.' });
    expect(lookupFailure('dpi')).toEqual({ title, message: 'No es posible facturar con el DPI ingresado.' });
  });
});
