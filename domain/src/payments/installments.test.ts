import { describe, expect, test } from 'vitest';
import { centavos, fromQuetzales, quetzales, toDecimalText } from '../money/money.ts';
import { bareOffers, demoTerms } from '../testing/terms.ts';
import { readVectors } from '../testing/vectors.ts';
import { demoCardBins } from './demo-card-bins.ts';
import {
  type CardBin,
  calculatorTexts,
  eligibleBanksHint,
  hasBankPromotion,
  installmentAmount,
  installmentOffer,
  installmentPlans,
  installmentsMethodCode,
  installmentsSubtitle,
  installmentTable,
  isInstallmentCalculatorVisible,
  isInstallmentsOptionVisible,
  longestPlanBanksText,
  longestPlanText,
  planBanksTexts,
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
  test('the vector file has twenty vectors', () => {
    expect(installmentVectors).toHaveLength(20);
  });

  test.each(installmentVectors)('[CAT-28] vector $total ÷ $n = $expected', ({ total, n, expected }) => {
    const read = fromQuetzales(total);
    expect(read.ok && toDecimalText(installmentAmount(read.value, n))).toBe(expected);
  });

  test('[CONST-11] the table has all six plans', () => {
    expect(installmentPlans).toEqual([6, 10, 12, 24, 36, 48]);
    expect(installmentTable(quetzales(4_800), installmentPlans).map(({ plan, monthly }) => [plan, monthly])).toEqual([
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
  ])('[PAY-07] [CONST-12] the subtitle for %d centavos is %j', (total, expected) => {
    expect(installmentsSubtitle(centavos(total))).toBe(expected);
  });

  test('the calculator never promises cuotas that no card of the shop has', () => {
    const bare = { ...demoTerms, ...bareOffers };
    expect(isInstallmentCalculatorVisible(quetzales(10_000), bare)).toBe(false);
    expect(calculatorTexts.title([3, 12])).toBe('¡Compra hasta en 12 cuotas!');
    expect(longestPlanText(quetzales(1_200), [3, 12])).toBe('12 cuotas de Q100.00');
  });

  test('the texts list the banks with each plan, and the banks without plans', () => {
    const { installmentBanks } = demoTerms;
    expect(planBanksTexts(installmentPlans, installmentBanks)).toEqual([
      '48 cuotas con BAM-MAX y Banco Industrial.',
      '36 cuotas con BAM-MAX, Banco Industrial y Banrural.',
      '24 cuotas con BAM-MAX, Banco Industrial, Banrural y G&T Continental.',
      '6, 10 y 12 cuotas con BAM-MAX, Banco Industrial, Banco Promerica, Banrural y G&T Continental.',
      'Sin cuotas: American Express y BAC Credomatic.',
    ]);
    expect(longestPlanBanksText(installmentPlans, installmentBanks)).toBe('con BAM-MAX y Banco Industrial');
    expect(longestPlanBanksText([3], [{ name: 'Banrural', plans: [6] }])).toBeNull();
    expect(planBanksTexts([3], [])).toEqual([]);
  });

  test.each([
    [49_899, false, false],
    [49_900, false, false],
    [49_901, true, false],
    [49_999, true, false],
    [50_000, true, true],
    [50_001, true, true],
  ])('[CONST-09] [CONST-10] [DIF-34] %d: calculator %s, option %s', (total, calculator, option) => {
    expect(isInstallmentCalculatorVisible(centavos(total), demoTerms)).toBe(calculator);
    expect(isInstallmentsOptionVisible(centavos(total), demoTerms)).toBe(option);
  });

  test('[PAY-25] [CAT-27] [DEC-106] the calculator has the documented texts', () => {
    expect(planLabel(12)).toBe('12 cuotas');
    expect([calculatorTexts.title(installmentPlans), calculatorTexts.note]).toEqual([
      '¡Compra hasta en 48 cuotas!',
      'Sin recargo',
    ]);
    expect(eligibleBanksHint).toBe(
      'Cuotas disponibles para Visa o Mastercard de cualquier banco local, excepto BAC Credomatic.',
    );
  });
});

const cardOf = (bin: string): CardBin | null => demoCardBins.find((card) => card.bin === bin) ?? null;

describe('plans of a card', () => {
  test.each([
    ['411111', 'Banco Industrial', [6, 10, 12, 24, 36, 48], false],
    ['424242', 'BAM-MAX', [6, 10, 12, 24, 36, 48], true],
    ['401288', 'G&T Continental', [6, 10, 12, 24], false],
    ['510510', 'BAC Credomatic', [], false],
    ['378282', '', [], false],
    ['999999', '', [], false],
  ])('[PAY-24] [PAY-26] [DEC-105] %s %s', (bin, bankName, installments, hasDiscount) => {
    expect(installmentOffer(cardOf(bin), quetzales(500), demoTerms)).toEqual({
      bankName,
      installments,
      hasDiscount,
    });
  });

  test.each([
    [49_999, [], false],
    [50_000, [6, 10, 12, 24, 36, 48], true],
    [50_001, [6, 10, 12, 24, 36, 48], true],
  ])('[DEC-105] at %d centavos: plans %j, promotion %s', (total, installments, hasDiscount) => {
    const offer = { bankName: 'BAM-MAX', installments, hasDiscount };
    expect(installmentOffer(cardOf('424242'), centavos(total), demoTerms)).toEqual(offer);
  });

  test('[DEC-105] sorts the plans and does not change the row', () => {
    const card: CardBin = { bin: '400001', cardType: 'visa', bankName: 'X', plans: [12, 6, 48], hasDiscount: false };
    const policy = { installmentsMinimum: quetzales(10) };
    expect(installmentOffer(card, quetzales(10), policy).installments).toEqual([6, 12, 48]);
    expect(card.plans).toEqual([12, 6, 48]);
  });

  test('[DEC-103] the method code follows the promotion', () => {
    const offer = { installments: [6], bankName: '' };
    expect(installmentsMethodCode({ ...offer, hasDiscount: true })).toBe('bamMaxVisaInstallments');
    expect(installmentsMethodCode({ ...offer, hasDiscount: false })).toBe('otherVisaInstallments');
  });

  test.each([
    ['bamMaxVisaInstallments', '424242', 50_000, true],
    ['bamMaxVisaInstallments', '424242', 49_999, false],
    ['otherVisaInstallments', '424242', 50_000, true],
    ['otherVisaInstallments', '411111', 50_000, false],
    ['bamMaxVisaInstallments', '999999', 50_000, false],
    ['kosmos_payment', '424242', 50_000, false],
    [null, '424242', 50_000, false],
  ] as const)('[DEC-79] %s with %s at %d centavos: promotion %s', (method, bin, total, expected) => {
    expect(hasBankPromotion(method, installmentOffer(cardOf(bin), centavos(total), demoTerms))).toBe(expected);
  });

  test('[DEC-79] a card with a promotion but no plans brings no discount', () => {
    const card: CardBin = { bin: '424242', cardType: 'visa', bankName: 'BAM-MAX', plans: [], hasDiscount: true };
    expect(installmentOffer(card, quetzales(500), demoTerms).hasDiscount).toBe(false);
  });
});
