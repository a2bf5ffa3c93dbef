import type { ApiError, CallAnswer, CallInput } from '@ceiba/contract/client';
import { authTexts, loyaltyContactText } from '@ceiba/domain/auth/auth-texts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hideAlert, showAlert } from '../alerts/notices.ts';
import { measureLogin } from '../analytics/ecommerce-events.ts';
import { readCartId, setCartId } from '../carts/cart-store.ts';
import { type Refusal, refusalOf } from '../forms/refusal.ts';
import { takeAccountPlace } from '../locations/account-place.ts';
import { api } from '../platform/api.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { customerKey } from './customer-query.ts';
import { setSession } from './session-store.ts';
import { syncCart } from './sync-cart.ts';

type Entered = Pick<CallAnswer<'login'>['data'], 'customer' | 'sessionExpiresAt'>;

/**
 * Stores the session for every tab, measures the login and moves the guest's cart (AUTH-03). A browser without a cart
 * takes the customer's open one. Resolves after the first try, so that a slow shop delays no customer.
 */
async function enterSession(queryClient: QueryClient, { customer, sessionExpiresAt }: Entered): Promise<void> {
  const { id, firstName, isEmployee, registerLeal } = customer;
  const unsyncedCartId = readCartId();
  queryClient.removeQueries({ queryKey: customerKey });
  setSession({ id, firstName, isEmployee, registerLeal, sessionExpiresAt, unsyncedCartId });
  hideAlert('expired-session');
  measureLogin();
  void takePlace();
  await (unsyncedCartId === null ? takeOpenCart() : syncCart(queryClient, unsyncedCartId));
}

/** No code waits for this. Dates and fees are updated when the place is known. */
async function takePlace(): Promise<void> {
  const answer = await api('listAddresses', {});
  if (answer.ok) takeAccountPlace(answer.value);
}

async function takeOpenCart(): Promise<void> {
  const answer = await api('getCustomer', {});
  if (answer.ok && answer.value.cartId !== null && readCartId() === null) setCartId(answer.value.cartId);
}

export type LoginValues = CallInput<'login'>['body'];
export type RegisterValues = CallInput<'register'>['body'];

interface SigningIn {
  /** First name of the customer who has signed in. The loading step shows, then `onDone` is called (AUTH-03, INFO-15). */
  welcomed: string | null;
  logIn: (values: LoginValues) => Promise<Refusal | undefined>;
  /** Starts the session with the shop's answer to another sign-in method. */
  enter: (data: CallAnswer<'login'>['data']) => Promise<void>;
  register: (values: RegisterValues) => Promise<Refusal | undefined>;
}

/** Signs in with an existing account or a new one. The form shows failures (DEC-18). */
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

/** Hides the failure's alert, which stays until the next attempt and would be wrong on the next page. */
export const forgetFailure = (): void => hideAlert('auth-alert');

const refused = (error: ApiError, title: string): Refusal =>
  refusalOf(error, { id: 'auth-alert', title, message: error.message || 'Inténtalo de nuevo en un momento.' });
