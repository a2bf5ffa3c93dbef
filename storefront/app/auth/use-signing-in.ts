import type { CallAnswer, CallInput } from '@ceiba/contract/client';
import { authTexts, loyaltyContactText } from '@ceiba/domain/auth/auth-texts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hideAlert, showAlert } from '../alerts/notices.ts';
import { ApiFailure, api } from '../platform/api.ts';
import { failureWords } from '../platform/failure-words.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { enterSession } from './enter-session.ts';

export type LoginValues = CallInput<'login'>['body'];
export type RegisterValues = CallInput<'register'>['body'];

export interface SigningIn {
  /** Who has come in: the loading step shows, and then `onDone` is called (AUTH-03, INFO-15). */
  welcomed: string | null;
  logIn: (values: LoginValues) => Promise<void>;
  /** With what the shop has answered to another way in. */
  enter: (data: CallAnswer<'login'>['data']) => Promise<void>;
  /** Answers the fields the shop would not take, with why. */
  register: (values: RegisterValues) => Promise<Record<string, string>>;
}

/** Signs in, by an account that is there or a new one; what fails is said in the corner (DEC-18). */
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
      if (answer.ok) return enter(answer.value.data);
      const { message } = answer.error;
      const own = { title: 'No pudimos iniciar tu sesión', message: message || 'Inténtalo de nuevo en un momento.' };
      showFailure(new ApiFailure(answer.error), own);
    },
    register: async (body) => {
      forgetFailure();
      const answer = await api('register', { body });
      if (answer.ok) {
        showAlert({ id: 'auth-alert', type: 'Success', title: authTexts.accountCreated, message: '' });
        if (body.registerLeal && !answer.value.data.lealCreated)
          showAlert({
            id: 'points-alert',
            type: 'Warning',
            title: authTexts.loyaltyFailed,
            message: loyaltyContactText(policy),
          });
        await enter(answer.value.data);
        return {};
      }
      const { message, metadata } = answer.error;
      const own = { title: 'No pudimos crear tu cuenta', message: message || 'Inténtalo de nuevo en un momento.' };
      showFailure(new ApiFailure(answer.error), own);
      return metadata.fields ?? {};
    },
  };
}

/** What failed is said until the next attempt: over the page that this one leads to it would be untrue. */
export const forgetFailure = (): void => hideAlert('auth-alert');

const showFailure = (error: ApiFailure, own: { title: string; message: string }): void =>
  showAlert({ id: 'auth-alert', type: 'Error', ...failureWords(error, own) });
