import { followOtherTabs, localText, parseJson } from '@ceiba/client/storage';
import { type CardType, cardTypes } from '@ceiba/domain/payments/card-number';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { bankStorageKey } from '../platform/storage-keys.ts';

/** The shopper's bank (BANK-06). It changes texts of pages, but no price. */
export interface ChosenBank {
  /** ID of the bank in the API. */
  bank: string;
  /** Null while the bank has several brands and no brand is chosen. */
  brand: CardType | null;
}

/** Parses stored text, which may be anything. An invalid choice is ignored. */
const parseChoice = (stored: unknown): ChosenBank | null => {
  const { bank, brand }: Record<string, unknown> = { ...Object(parseJson(stored)) };
  return typeof bank === 'string' ? { bank, brand: cardTypes.find((type) => type === brand) ?? null } : null;
};

/** Undefined until the page has hydrated. Null if no bank was chosen. */
export const useBank = create<{ chosen: ChosenBank | null | undefined }>()(
  persist((): { chosen: ChosenBank | null | undefined } => ({ chosen: undefined }), {
    name: bankStorageKey,
    storage: localText(),
    partialize: ({ chosen }) => (chosen ? JSON.stringify(chosen) : ''),
    merge: (stored) => ({ chosen: parseChoice(stored) }),
    skipHydration: typeof window === 'undefined',
  }),
);
followOtherTabs(bankStorageKey, useBank);

/** Null forgets the choice. */
export function chooseBank(chosen: ChosenBank | null): void {
  useBank.setState({ chosen });
}
