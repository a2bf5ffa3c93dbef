import { donationLimits } from '@ceiba/domain/donations/donation';
import { z } from 'zod';
import { cartLinesAnswer, changeErrors } from './carts.ts';
import { endpoint } from './endpoint.ts';
import { cartIdParams } from './shapes.ts';

export const setCartDonation = endpoint({
  name: 'setCartDonation',
  slice: 'donations',
  method: 'POST',
  path: '/v1/carts/{id}/donation',
  summary: 'Sets the donation in whole quetzales (API-26, DEC-82)',
  auth: 'cart',
  limit: 'write',
  dayBytes: { of: 'carts', bytes: 300 },
  params: cartIdParams,
  body: z.strictObject({ donation: z.int().min(donationLimits.smallest).max(donationLimits.largest) }),
  answers: { 201: cartLinesAnswer },
  errors: [...changeErrors, 'DONATION_NOT_ALLOWED'],
});

export const removeCartDonation = endpoint({
  name: 'removeCartDonation',
  slice: 'donations',
  method: 'DELETE',
  path: '/v1/carts/{id}/donation',
  summary: 'Removes the donation (API-27, DEC-53)',
  auth: 'cart',
  limit: 'write',
  dayBytes: { of: 'carts', bytes: 200 },
  params: cartIdParams,
  answers: { 200: cartLinesAnswer },
  errors: changeErrors,
});
