import { describe, expect, test } from 'vitest';
import { billingAddressOf, billingFormOf, type InvoiceContact, invoiceName } from './billing-address.ts';
import { type BillingForm, emptyBillingForm } from './billing-options.ts';

const contact: InvoiceContact = {
  firstname: 'Ana',
  lastname: 'Paz',
  telephone: '22456789',
  city: 'Mixco',
  regionId: 493,
};

const form = (different: Partial<BillingForm>): BillingForm => ({
  ...emptyBillingForm('radio-nit'),
  nit: '576937-k',
  fullName: ' Comercial La Aurora, S.A. ',
  fiscalAddress: ' 4a calle 5-10 ',
  ...different,
});

describe('billing address', () => {
  test('[BILL-19] [DEC-110] a NIT is sent normalised, with name and fiscal address', () => {
    expect(billingAddressOf(form({}), contact)).toEqual({
      firstname: 'Comercial La Aurora, S.A.',
      lastname: '',
      street: ['4a calle 5-10'],
      city: 'Mixco',
      postcode: '01001',
      country_code: 'GT',
      telephone: '22456789',
      region: 493,
      nit: '576937K',
      documentType: 'NIT',
    });
  });

  test('[DEC-110] CF uses the contact’s names and "Ciudad"', () => {
    const address = billingAddressOf(form({ selectedOption: 'radio-cf' }), contact);
    expect(address).toMatchObject({ firstname: 'Ana', lastname: 'Paz', street: ['Ciudad'], nit: 'CF' });
    expect(address.documentType).toBe('CF');
  });

  test('[DEC-110] DPI and passport send their number', () => {
    const dpi = billingAddressOf(form({ selectedOption: 'radio-dpi', dpi: '1234 56789 0101' }), contact);
    expect([dpi.nit, dpi.documentType]).toEqual(['1234567890101', 'DPI']);
    const passport = billingAddressOf(form({ selectedOption: 'radio-passport', passport: ' A-12 3 ' }), contact);
    expect([passport.nit, passport.documentType]).toEqual(['A123', 'Pasaporte']);
  });

  test('[DEC-84] [GIFT-03] a billing address without a place has the documented defaults', () => {
    const address = billingAddressOf(form({}), { ...contact, telephone: null, city: null, regionId: null });
    expect([address.telephone, address.city, address.region]).toEqual(['00000000', 'Ciudad', 485]);
  });

  test('[CONST-28] a street is cut at 100 characters', () => {
    const address = billingAddressOf(form({ fiscalAddress: 'x'.repeat(101) }), contact);
    expect(address.street).toEqual(['x'.repeat(100)]);
  });

  test.each([
    ['María López Paz', 'María López Paz'],
    ['  María   López ', 'María López'],
    ['Aurora', 'Aurora'],
  ])('the name of a taxpayer, typed %j, is not split', (fullName, firstname) => {
    expect(billingAddressOf(form({ fullName }), contact)).toMatchObject({ firstname, lastname: '' });
  });

  test.each([
    ['Comercial La Aurora, S.A.', '', 'Comercial La Aurora, S.A.'],
    ['Ana', 'Paz', 'Ana Paz'],
    ['Comercial', 'La Aurora, S.A.', 'Comercial La Aurora, S.A.'],
    ['Aurora', 'Aurora', 'Aurora'],
  ])('the names %j and %j give the invoice name %j', (firstname, lastname, name) => {
    expect(invoiceName({ firstname, lastname })).toBe(name);
  });

  test.each([
    ['a NIT', form({})],
    ['a company with a name of one word', form({ fullName: 'Aurora' })],
    ['a DPI', form({ selectedOption: 'radio-dpi', nit: '', dpi: '1234567890101' })],
    ['a passport', form({ selectedOption: 'radio-passport', nit: '', passport: 'A123' })],
    ['a final consumer', emptyBillingForm('radio-cf')],
  ])('the form of an address gives the same address: %s', (_, typed) => {
    const address = billingAddressOf(typed, contact);
    const again = billingFormOf(address);
    expect(again.selectedOption).toBe(typed.selectedOption);
    expect(billingAddressOf(again, contact)).toEqual(address);
  });
});
