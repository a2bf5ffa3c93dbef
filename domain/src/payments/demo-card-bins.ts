import { type CardBin, installmentPlans } from './installments.ts';

/**
 * The invented cards of DEC-105. The demo shop loads them; a real shop starts without cards (record 0096). The doctor reports a
 * real shop's cards that are still on this list.
 */
export const demoCardBins: readonly CardBin[] = [
  { bin: '411111', cardType: 'visa', bankName: 'Banco Industrial', plans: installmentPlans, hasDiscount: false },
  { bin: '424242', cardType: 'visa', bankName: 'BAM-MAX', plans: installmentPlans, hasDiscount: true },
  { bin: '401288', cardType: 'visa', bankName: 'G&T Continental', plans: [6, 10, 12, 24], hasDiscount: false },
  { bin: '400000', cardType: 'visa', bankName: 'G&T Continental', plans: [6, 10, 12], hasDiscount: false },
  { bin: '555555', cardType: 'mastercard', bankName: 'Banrural', plans: [6, 10, 12, 24, 36], hasDiscount: false },
  { bin: '222300', cardType: 'mastercard', bankName: 'Banco Promerica', plans: [6, 10, 12], hasDiscount: false },
  { bin: '510510', cardType: 'mastercard', bankName: 'BAC Credomatic', plans: [], hasDiscount: false },
  { bin: '378282', cardType: 'amex', bankName: '', plans: [], hasDiscount: false },
  { bin: '371449', cardType: 'amex', bankName: '', plans: [], hasDiscount: false },
];
