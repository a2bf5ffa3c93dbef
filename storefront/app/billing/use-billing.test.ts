import { emptyBillingForm } from '@ceiba/domain/billing/billing-options';
import { describe, expect, test } from 'vitest';
import { documentOf, isBillingValid } from './use-billing.ts';

const nit = { ...emptyBillingForm('radio-nit'), nit: '576937-K', fullName: 'Comercial La Aurora, S.A.' };
const passport = { ...emptyBillingForm('radio-passport', 'Lucía Ajú'), passport: 'A1234567' };

describe('[BILL-13] which documents are looked up in the registry', () => {
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

describe('[CHK-22] when billing is complete', () => {
  test.each([
    ['[BILL-03] CF needs nothing', emptyBillingForm('radio-cf'), 'idle', true],
    ['a NIT the registry knows', nit, 'found', true],
    ['not before the registry answered', nit, 'asking', false],
    ['not a NIT that was never looked up', nit, 'idle', false],
    ['[BILL-15] not a NIT the registry refuses', nit, 'refused', false],
    ['[DEC-109] a NIT while the registry is down, with the name typed', nit, 'unavailable', true],
    ['not without a name', { ...nit, fullName: ' ' }, 'found', false],
    ['a passport without any registry', passport, 'idle', true],
    ['[BILL-12] not a passport without number', { ...passport, passport: '' }, 'idle', false],
  ] as const)('%s', (_, form, lookup, isValid) => {
    expect(isBillingValid(form, lookup)).toBe(isValid);
  });
});
