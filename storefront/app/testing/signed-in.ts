import type { CallAnswer } from '@ceiba/contract/client';

export const sampleCustomerId = '00000000-0000-4000-8000-0000000000e1';

/** The customer of a session that ends in a year, with a complete profile. A test passes the tested values. */
export const sampleCustomer = (changes: Partial<CallAnswer<'getCustomer'>> = {}): CallAnswer<'getCustomer'> => ({
  id: sampleCustomerId,
  firstName: 'Lucía',
  lastName: 'Ajú Morales',
  email: 'lucia@correo.gt',
  gender: 2,
  dateOfBirth: '1994-03-14',
  nit: '12345679',
  phone: '55123480',
  dpi: '2456789010101',
  billingName: 'Lucía Ajú Morales',
  billingAddress: '6a avenida 10-20',
  isEmployee: false,
  registerLeal: false,
  isConfirmed: true,
  sessionExpiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  cartId: null,
  ...changes,
});

/** The stored session (DEC-184), with its remaining time. */
export const storedSession = (changes: object = {}, leftMs = 86_400_000): { 'ceiba.customer': string } => ({
  'ceiba.customer': JSON.stringify({
    id: sampleCustomerId,
    firstName: 'Lucía',
    isEmployee: false,
    registerLeal: false,
    sessionExpiresAt: new Date(Date.now() + leftMs).toISOString(),
    unsyncedCartId: null,
    ...changes,
  }),
});

/** The shop's answer to a successful login. */
export const sampleSession = (changes: Partial<CallAnswer<'getCustomer'>> = {}): CallAnswer<'login'> => {
  const { sessionExpiresAt, cartId: _, ...customer } = sampleCustomer(changes);
  return { status: 200, data: { sessionToken: 'a.b.c', sessionExpiresAt, customer } };
};
