import {
  cardExpiryMessage,
  cardHolderMessage,
  cardMessages,
  cardNumberMessage,
  cvvMessage,
  formatTypedCvv,
  formatTypedExpiry,
} from '@ceiba/domain/payments/card-form';
import { formatTypedCardNumber, normalizeCardNumber } from '@ceiba/domain/payments/card-number';
import { eligibleBanksHint } from '@ceiba/domain/payments/installments';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { TextField } from '../ui/field.tsx';
import { typedField } from '../ui/typed-field.ts';
import { type CardForm, emptyCard, isCardNumberValid } from './card-form.ts';
import type { Payment } from './use-payment.ts';

/** A new card (PAY-10..22); the other fields wait for a valid number. `children` stand under them. */
export function CardFields({
  payment: { form, installments },
  isInstallments,
  children,
}: {
  payment: Payment;
  isInstallments: boolean;
  children?: ReactNode;
}) {
  const { errors } = form.formState;
  const isLocked = !isCardNumberValid(form.watch());
  const { offer, problem, isLoading } = installments;
  const hasPlans = isInstallments && offer !== null && offer.installments.length > 0;
  return (
    <div className="grid cols-pair [--pair:6rem] items-start gap-4">
      <TextField
        label="Número de tarjeta"
        required
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="0000 0000 0000 0000"
        className="col-span-full"
        error={errors.cardNumber?.message ?? problem ?? undefined}
        confirmed={hasPlans ? [offer.bankName, 'cuotas disponibles'].filter(Boolean).join(' · ') : undefined}
        hint={isInstallments ? (isLoading ? 'Buscando tus cuotas…' : cardMessages.numberHint) : undefined}
        {...typedField(form, 'cardNumber', {
          format: formatTypedCardNumber,
          validate: (value) => cardNumberMessage(value) ?? true,
          onChange: () => forgetAfterShorterNumber(form),
        })}
      />
      <TextField
        label="Vencimiento"
        required
        disabled={isLocked}
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder="MM / YY"
        error={errors.expirationDate?.message}
        {...typedField(form, 'expirationDate', {
          format: formatTypedExpiry,
          validate: (value) => cardExpiryMessage(value, new Date()) ?? true,
        })}
      />
      <TextField
        label="CVV"
        required
        disabled={isLocked}
        type="password"
        inputMode="numeric"
        autoComplete="cc-csc"
        placeholder="•••"
        error={errors.cvv?.message}
        {...typedField(form, 'cvv', { format: formatTypedCvv, validate: (value) => cvvMessage(value) ?? true })}
      />
      <TextField
        label="Nombre del titular"
        required
        disabled={isLocked}
        autoComplete="cc-name"
        maxLength={120}
        className="col-span-full"
        error={errors.cardHolderName?.message}
        {...typedField(form, 'cardHolderName', { validate: (value) => cardHolderMessage(value) ?? true })}
      />
      {isInstallments && <p className="col-span-full text-sm text-ink-muted">{eligibleBanksHint}</p>}
      {children !== undefined && <div className="col-span-full">{children}</div>}
    </div>
  );
}

/** PAY-22: a number that is no longer whole takes the rest of the form with it. */
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
