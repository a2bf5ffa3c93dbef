import { isInteger, isOneOf, isShape, isText } from '@ceiba/client/guards';
import { followOtherTabs, localText, parseJson } from '@ceiba/client/storage';
import { type Consent, type ConsentChoice, giveConsent, isConsentInForce } from '@ceiba/domain/analytics/consent';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { shopNow } from '../platform/shop-time.ts';

/** A key in addition to those of DEC-184. */
const storageKey = 'ceiba.consent';

const isConsent = isShape<Consent>({ version: isInteger, choice: isOneOf('granted', 'denied'), at: isText });

/** Parses stored text, which may be anything. Invalid and expired answers are ignored. */
const readConsent = (stored: unknown): Consent | null => {
  const value = parseJson(stored);
  return isConsent(value) && isConsentInForce(value, shopNow()) ? value : null;
};

interface ConsentState {
  /** Null if the shopper has not answered, or the answer has expired. */
  consent: Consent | null;
}

/** The shopper's answer about measuring, and its date. */
export const useConsent = create<ConsentState>()(
  persist((): ConsentState => ({ consent: null }), {
    name: storageKey,
    storage: localText(),
    partialize: ({ consent }) => (consent === null ? '' : JSON.stringify(consent)),
    merge: (stored) => ({ consent: readConsent(stored) }),
    skipHydration: typeof window === 'undefined',
  }),
);
followOtherTabs(storageKey, useConsent);

export function answerConsent(choice: ConsentChoice): void {
  useConsent.setState({ consent: giveConsent(choice, shopNow()) });
}
