import { readTyped, reasonField } from '@ceiba/contract/desk/fields';
import { productFields } from '@ceiba/contract/desk/product-fields';
import type { DeskProduct } from '@ceiba/contract/desk/products';
import { largePriceChange } from '@ceiba/domain/catalog/price-change';
import type { Centavos } from '@ceiba/domain/money/money';
import { type ReactNode, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { FieldControl } from '../actions/field-control.tsx';
import { FormDialog } from '../actions/form-dialog.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { Note } from '../platform/notes.tsx';
import { centavosOf } from './sku-grid-cells.ts';
import { offerOf, useOfferDoubts } from './use-offer-doubts.ts';

/** Warns that the typed price is a large change, so that the save will ask for a reason (PROD-10). */
export function PriceWarning({
  product: { sku, regularPrice, salesPrice },
  form,
}: {
  product: Pick<DeskProduct, 'sku' | 'regularPrice' | 'salesPrice'>;
  form: UseFormReturn<Record<string, string>>;
}) {
  const typed = (name: 'regularPrice' | 'salesPrice'): Centavos | null => {
    const read = readTyped(productFields[name], form.watch(name) ?? '');
    return read.ok && typeof read.value === 'number' ? centavosOf(read.value) : null;
  };
  const warning = largePriceChange(
    { regularPrice: centavosOf(regularPrice), salesPrice: centavosOf(salesPrice) },
    { regularPrice: typed('regularPrice'), salesPrice: typed('salesPrice') },
  );
  return (
    <>
      {warning !== undefined && (
        <Note kind="warning" isNews={false}>
          {warning} Al guardar se pide el motivo.
        </Note>
      )}
      <OfferDoubts sku={sku} form={form} />
    </>
  );
}

/** Warns of doubts about the typed offer (PRICE-05). */
function OfferDoubts({ sku, form }: { sku: string; form: UseFormReturn<Record<string, string>> }) {
  const typed = (name: 'regularPrice' | 'salesPrice' | 'discountEndsAt') => {
    const read = readTyped(productFields[name], form.watch(name) ?? '');
    return read.ok ? read.value : null;
  };
  const [regularPrice, salesPrice] = [typed('regularPrice'), typed('salesPrice')];
  const doubts = useOfferDoubts(sku, offerOf({ regularPrice, salesPrice, discountEndsAt: typed('discountEndsAt') }));
  return doubts.length === 0 ? null : (
    <Note kind="warning" isNews={false} title="Esta oferta se puede poner en duda">
      {doubts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Note>
  );
}

interface Question {
  text: string;
  /** Called with undefined if the person cancels the change. */
  answer: (reason: string | undefined) => void;
}

/** Asks for the reason of a large change of a price (PROD-10). The caller renders `dialog`. */
export const usePriceReason = (): {
  askReason: (text: string) => Promise<string | undefined>;
  dialog: ReactNode;
} => {
  const [asked, setAsked] = useState<Question>();
  return {
    askReason: (text) =>
      new Promise((resolve) => {
        const answer = (reason: string | undefined): void => {
          setAsked(undefined);
          resolve(reason);
        };
        setAsked({ text, answer });
      }),
    dialog: asked && <ReasonDialog {...asked} />,
  };
};

function ReasonDialog({ text, answer }: Question) {
  const { form } = useLandingForm<Record<string, string>>({ defaultValues: { reason: '' } });
  const submit = form.handleSubmit(({ reason = '' }) => answer(reason.trim()));
  return (
    <FormDialog
      title="¿Cambiar así el precio?"
      text={text}
      button="Cambiar el precio"
      isSending={false}
      onSubmit={() => void submit()}
      onClose={() => answer(undefined)}
    >
      <FieldControl form={form} name="reason" field={reasonField} />
    </FormDialog>
  );
}
