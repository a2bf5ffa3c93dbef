import type { ApiError, CallAnswer, CallInput } from '@ceiba/contract/client';
import { authTexts, loyaltyContactText } from '@ceiba/domain/auth/auth-texts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hideAlert, showAlert } from '../alerts/notices.ts';
import { measureLogin } from '../analytics/ecommerce-events.ts';
import { keepCartId, readCartId } from '../carts/cart-store.ts';
import { type Refusal, refusalOf } from '../forms/refusal.ts';
import { takeAccountPlace } from '../locations/account-place.ts';
import { api } from '../platform/api.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { customerKey } from './customer-query.ts';
import { keepSession } from './session-store.ts';
import { syncCart } from './sync-cart.ts';

type Entered = Pick<CallAnswer<'login'>['data'], 'customer' | 'sessionExpiresAt'>;

/**
 * Signed in (AUTH-03): the session is kept for every tab, the login measured, the guest's cart brought along. A browser
 * without a cart takes the one the customer has open. Ends with the first try of it: a slow shop holds nobody up.
 */
async function enterSession(queryClient: QueryClient, { customer, sessionExpiresAt }: Entered): Promise<void> {
  const { id, firstName, isEmployee, registerLeal } = customer;
  const unsyncedCartId = readCartId();
  queryClient.removeQueries({ queryKey: customerKey });
  keepSession({ id, firstName, isEmployee, registerLeal, sessionExpiresAt, unsyncedCartId });
  hideAlert('expired-session');
  measureLogin();
  void takePlace();
  await (unsyncedCartId === null ? takeOpenCart() : syncCart(queryClient, unsyncedCartId));
}

/** Nothing waits for it: dates and fees follow the place when it is known. */
async function takePlace(): Promise<void> {
  const answer = await api('listAddresses', {});
  if (answer.ok) takeAccountPlace(answer.value);
}

async function takeOpenCart(): Promise<void> {
  const answer = await api('getCustomer', {});
  if (answer.ok && answer.value.cartId !== null && readCartId() === null) keepCartId(answer.value.cartId);
}

export type LoginValues = CallInput<'login'>['body'];
export type RegisterValues = CallInput<'register'>['body'];

interface SigningIn {
  /** Who has come in: the loading step shows, and then `onDone` is called (AUTH-03, INFO-15). */
  welcomed: string | null;
  logIn: (values: LoginValues) => Promise<Refusal | undefined>;
  /** With what the shop has answered to another way in. */
  enter: (data: CallAnswer<'login'>['data']) => Promise<void>;
  register: (values: RegisterValues) => Promise<Refusal | undefined>;
}

/** Signs in, by an account that is there or a new one; what fails is for the form to say (DEC-18). */
export function useSigningIn(onDone: () => void): SigningIn {
  const queryClient = useQueryClient();
  const policy = usePolicy();
  const [welcomed, setWelcomed] = useState<string | null>(null);
  const enter = async (data: CallAnswer<'login'>['data']): Promise<void> => {
    setWelcomed(data.customer.firstName);
    await enterSession(queryClient, data);
    onDone();
  };
  return {
    welcomed,
    enter,
    logIn: async (body) => {
      forgetFailure();
      const answer = await api('login', { body });
      if (!answer.ok) return refused(answer.error, 'No pudimos iniciar tu sesión');
      await enter(answer.value.data);
      return undefined;
    },
    register: async (body) => {
      forgetFailure();
      const answer = await api('register', { body });
      if (!answer.ok) return refused(answer.error, 'No pudimos crear tu cuenta');
      showAlert({ id: 'auth-alert', type: 'Success', title: authTexts.accountCreated, message: '' });
      if (body.registerLeal && !answer.value.data.lealCreated)
        showAlert({
          id: 'points-alert',
          type: 'Warning',
          title: authTexts.loyaltyFailed,
          message: loyaltyContactText(policy),
        });
      await enter(answer.value.data);
      return undefined;
    },
  };
}

/** The failure's alert stays until the next attempt: on the page that follows it would be untrue. */
export const forgetFailure = (): void => hideAlert('auth-alert');

const refused = (error: ApiError, title: string): Refusal =>
  refusalOf(error, { id: 'auth-alert', title, message: error.message || 'Inténtalo de nuevo en un momento.' });
