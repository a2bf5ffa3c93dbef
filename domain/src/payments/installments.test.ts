import { describe, expect, test } from 'vitest';
import { centavos, fromQuetzales, quetzales, toDecimalText } from '../money/money.ts';
import { readVectors } from '../testing/vectors.ts';
import {
  type BinPlan,
  calculatorTexts,
  defaultBinPlans,
  eligibleBanksHint,
  findInstallments,
  hasBankPromotion,
  installmentAmount,
  installmentPlans,
  installmentsMethodCode,
  installmentsSubtitle,
  installmentTable,
  isInstallmentCalculatorVisible,
  isInstallmentsOptionVisible,
  planLabel,
} from './installments.ts';

interface MoneyVector {
  kind: string;
  total: string;
  n: number;
  expected: string;
}

const vectors = readVectors<MoneyVector>('money-vectors.json');
const installmentVectors = vectors.filter(({ kind }) => kind === 'installment' || kind === 'third');

describe('amounts', () => {
  test('has its twenty vectors', () => {
    expect(installmentVectors).toHaveLength(20);
  });

  test.each(installmentVectors)('[CAT-28] [CONST-12] vector $total ÷ $n = $expected', ({ total, n, expected }) => {
    const read = fromQuetzales(total);
    expect(read.ok && toDecimalText(installmentAmount(read.value, n))).toBe(expected);
  });

  test('[CONST-11] the table has all six plans', () => {
    expect(installmentPlans).toEqual([6, 10, 12, 24, 36, 48]);
    expect(installmentTable(quetzales(4_800)).map(({ plan, monthly }) => [plan, monthly])).toEqual([
      [6, 80_000],
      [10, 48_000],
      [12, 40_000],
      [24, 20_000],
      [36, 13_333],
      [48, 10_000],
    ]);
  });

  test.each([
    [100_000, 'Desde Q333.33 mensuales'],
    [50_000, 'Desde Q166.67 mensuales'],
    [1_499_875, 'Desde Q4,999.58 mensuales'],
  ])('[PAY-07] subtitle of %d', (total, expected) => {
    expect(installmentsSubtitle(centavos(total))).toBe(expected);
  });

  test.each([
    [49_899, false, false],
    [49_900, false, false],
    [49_901, true, false],
    [49_999, true, false],
    [50_000, true, true],
    [50_001, true, true],
  ])('[CONST-09] [CONST-10] [DIF-34] %d: calculator %s, option %s', (total, calculator, option) => {
    expect(isInstallmentCalculatorVisible(centavos(total))).toBe(calculator);
    expect(isInstallmentsOptionVisible(centavos(total))).toBe(option);
  });

  test('[PAY-25] [CAT-27] [DEC-106] texts', () => {
    expect(planLabel(12)).toBe('12 cuotas');
    expect(calculatorTexts).toEqual({ title: '¡Compra hasta en 48 cuotas!', note: 'Sin recargo' });
    expect(eligibleBanksHint).toBe(
      'Cuotas disponibles para Visa o Mastercard de cualquier banco local, excepto BAC Credomatic.',
    );
  });
});

describe('plans of a bin', () => {
  test.each([
    ['411111', 'Banco Industrial', [6, 10, 12, 24, 36, 48], false],
    ['424242', 'BAM-MAX', [6, 10, 12, 24, 36, 48], true],
    ['401288', 'G&T Continental', [6, 10, 12, 24], false],
    ['400000', 'G&T Continental', [6, 10, 12], false],
    ['555555', 'Banrural', [6, 10, 12, 24, 36], false],
    ['222300', 'Banco Promerica', [6, 10, 12], false],
    ['510510', 'BAC Credomatic', [], false],
    ['378282', '', [], false],
    ['371449', '', [], false],
    ['999999', '', [], false],
  ])('[PAY-24] [PAY-26] [DEC-105] %s %s', (bin, bankName, installments, hasDiscount) => {
    const offer = { bankName, installments, hasDiscount };
    expect(findInstallments(bin, quetzales(500))).toEqual({ ok: true, value: offer });
  });

  test('[DEC-105] names the type of each card', () => {
    const types = defaultBinPlans.map(({ bin, cardType }) => [bin, cardType]);
    const visa = ['411111', '424242', '401288', '400000'].map((bin) => [bin, 'visa']);
    const mastercard = ['555555', '222300', '510510'].map((bin) => [bin, 'mastercard']);
    expect(types).toEqual([...visa, ...mastercard, ['378282', 'amex'], ['371449', 'amex']]);
  });

  test('[DEC-105] nothing below Q500, not even the promotion', () => {
    const offer = { bankName: 'BAM-MAX', installments: [], hasDiscount: false };
    expect(findInstallments('424242', centavos(49_999))).toEqual({ ok: true, value: offer });
  });

  test.each(['', '41111', '4111111', '41111x', 'x411111', '4111111x'])('[DEC-105] refuses bin %j', (bin) => {
    expect(findInstallments(bin, quetzales(500))).toEqual({ ok: false, error: { code: 'malformed_bin' } });
  });

  test('[DEC-105] sorts the plans of any table and leaves it as it was', () => {
    const row: BinPlan = { bin: '400001', cardType: 'visa', bankName: 'X', plans: [12, 6, 48], hasDiscount: false };
    const found = findInstallments('400001', quetzales(10), [row], {
      optionMinimum: quetzales(10),
      calculatorAbove: quetzales(9),
    });
    expect(found).toMatchObject({ value: { installments: [6, 12, 48] } });
    expect(row.plans).toEqual([12, 6, 48]);
  });

  test('[DEC-103] the method code follows the promotion', () => {
    const offer = { installments: [6], bankName: '' };
    expect(installmentsMethodCode({ ...offer, hasDiscount: true })).toBe('bamMaxVisaInstallments');
    expect(installmentsMethodCode({ ...offer, hasDiscount: false })).toBe('otherVisaInstallments');
  });

  test.each([
    ['bamMaxVisaInstallments', '424242', true],
    ['otherVisaInstallments', '424242', true],
    ['otherVisaInstallments', '411111', false],
    ['otherVisaInstallments', '510510', false],
    ['otherVisaInstallments', '378282', false],
    ['otherVisaInstallments', '371449', false],
    ['bamMaxVisaInstallments', '999999', false],
    ['bamMaxVisaInstallments', null, false],
    ['kosmos_payment', '424242', false],
    [null, '424242', false],
  ] as const)('[DEC-79] %s with %s: promotion %s', (method, bin, expected) => {
    expect(hasBankPromotion(method, bin)).toBe(expected);
  });
});
