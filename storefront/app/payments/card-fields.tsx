import {
  cardExpiryMessage,
  cardHolderMessage,
  cardMessages,
  cardNumberMessage,
  formatTypedExpiry,
} from '@ceiba/domain/payments/card-form';
import { formatTypedCardNumber, normalizeCardNumber } from '@ceiba/domain/payments/card-number';
import { eligibleBanksHint } from '@ceiba/domain/payments/installments';
import { TextField } from '@ceiba/ui/field';
import { typedField } from '@ceiba/ui/typed-field';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { shopNow } from '../platform/shop-time.ts';
import { type CardForm, cvvField, emptyCard, isCardNumberValid } from './card-form.ts';
import type { Payment } from './use-payment.ts';

const fields = {
  cardNumber: {
    label: 'Número de tarjeta',
    required: true,
    inputMode: 'numeric',
    autoComplete: 'cc-number',
    placeholder: '0000 0000 0000 0000',
    format: formatTypedCardNumber,
    validate: cardNumberMessage,
  },
  expirationDate: {
    label: 'Vencimiento',
    required: true,
    inputMode: 'numeric',
    autoComplete: 'cc-exp',
    placeholder: 'MM / YY',
    format: formatTypedExpiry,
    validate: (typed: string) => cardExpiryMessage(typed, shopNow()),
  },
  cardHolderName: {
    label: 'Nombre del titular',
    required: true,
    autoComplete: 'cc-name',
    maxLength: 120,
    validate: cardHolderMessage,
  },
} as const;

/** A new card (PAY-10..22). The other fields are disabled until the number is valid. `children` show below the fields. */
export function CardFields({
  payment: { form, installments },
  isInstallments,
  children,
}: {
  payment: Payment;
  isInstallments: boolean;
  children?: ReactNode;
}) {
  const isLocked = !isCardNumberValid(form.watch());
  const { offer, problem, isLoading } = installments;
  const hasPlans = isInstallments && offer !== null && offer.installments.length > 0;
  const number = typedField(form, 'cardNumber', fields.cardNumber, { onChange: () => forgetAfterShorterNumber(form) });
  return (
    <div className="grid cols-pair [--pair:6rem] items-start gap-4">
      <TextField
        {...number}
        className="col-span-full"
        error={number.error ?? problem ?? undefined}
        confirmed={hasPlans ? [offer.bankName, 'cuotas disponibles'].filter(Boolean).join(' · ') : undefined}
        hint={isInstallments ? (isLoading ? 'Buscando tus cuotas…' : cardMessages.numberHint) : undefined}
      />
      <TextField {...typedField(form, 'expirationDate', fields.expirationDate)} disabled={isLocked} />
      <TextField {...typedField(form, 'cvv', cvvField)} disabled={isLocked} />
      <TextField
        {...typedField(form, 'cardHolderName', fields.cardHolderName)}
        disabled={isLocked}
        className="col-span-full"
      />
      {isInstallments && <p className="col-span-full text-sm text-ink-muted">{eligibleBanksHint}</p>}
      {children !== undefined && <div className="col-span-full">{children}</div>}
    </div>
  );
}

/** Clears the rest of the form when the number is no longer complete (PAY-22). */
function forgetAfterShorterNumber(form: UseFormReturn<CardForm>): void {
  const card = form.getValues();
  const isRestTyped = [card.expirationDate, card.cvv, card.cardHolderName].some((text) => text !== '');
  if (isCardNumberValid(card) || !isRestTyped) return;
  if (normalizeCardNumber(card.cardNumber).length < shortestNumber(card.cardNumber)) {
    form.reset({ ...emptyCard, cardNumber: card.cardNumber, isSaveCard: card.isSaveCard });
  }
}

/** 16 digits, 15 for Amex (PAY-21). */
const shortestNumber = (number: string): number => (/^3[47]/.test(number) ? 15 : 16);
