import { emptyBillingForm } from '@ceiba/domain/billing/billing-options';
import { describe, expect, test } from 'vitest';
import { documentOf, isBillingValid } from './use-billing.ts';

const nit = { ...emptyBillingForm('radio-nit'), nit: '576937-K', fullName: 'Comercial La Aurora, S.A.' };
const passport = { ...emptyBillingForm('radio-passport', 'Lucía Ajú'), passport: 'A1234567' };

describe('[BILL-13] the document to look up in the registry', () => {
  test.each([
    ['a NIT, normalised', nit, { type: 'nit', identifier: '576937K' }],
    ['a DPI', { ...emptyBillingForm('radio-dpi'), dpi: '1234567890101' }, { type: 'dpi', identifier: '1234567890101' }],
    ['nothing for a NIT with a wrong check digit', { ...nit, nit: '5769371' }, null],
    ['nothing for a short DPI', { ...emptyBillingForm('radio-dpi'), dpi: '123' }, null],
    ['nothing for a passport', passport, null],
    ['nothing for a final consumer', emptyBillingForm('radio-cf'), null],
  ])('%s', (_, form, asked) => {
    expect(documentOf(form)).toEqual(asked);
  });
});

describe('[CHK-22] the completeness of billing', () => {
  test.each([
    ['[BILL-03] CF is always complete', emptyBillingForm('radio-cf'), 'idle', true],
    ['a NIT that the registry knows is complete', nit, 'found', true],
    ['a NIT is incomplete before the registry answers', nit, 'asking', false],
    ['a NIT is incomplete if it was never looked up', nit, 'idle', false],
    ['[BILL-15] a NIT that the registry refuses is incomplete', nit, 'refused', false],
    ['[DEC-109] a NIT with a typed name is complete if the registry is unavailable', nit, 'unavailable', true],
    ['a NIT without a name is incomplete', { ...nit, fullName: ' ' }, 'found', false],
    ['a passport is complete without a look-up', passport, 'idle', true],
    ['[BILL-12] a passport without its number is incomplete', { ...passport, passport: '' }, 'idle', false],
  ] as const)('%s', (_, form, lookup, isValid) => {
    expect(isBillingValid(form, lookup)).toBe(isValid);
  });
});
