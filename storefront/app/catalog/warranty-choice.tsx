import type { WarrantyOption } from '@ceiba/contract/catalog';
import { clearWarrantyLabel, lowestWarrantyText } from '@ceiba/domain/warranties/warranty';
import { RadioCard } from '@ceiba/ui/choice';
import { Icon } from '@ceiba/ui/icon';
import { amountOf, shownAmount } from '@ceiba/ui/price';
import { useRef } from 'react';
import { useShopData } from '../platform/shop-data.ts';
import { buyFormId } from './buy-form.ts';

/** Extended warranties (WAR-04, WAR-06, WAR-11): the chosen one goes with the product when it is added. */
export function WarrantyChoice({ warranties }: { warranties: readonly WarrantyOption[] }) {
  const { flags } = useShopData();
  const group = useRef<HTMLFieldSetElement>(null);
  const clear = () => {
    for (const radio of group.current?.querySelectorAll<HTMLInputElement>('input:checked') ?? []) radio.checked = false;
  };
  const lowest = lowestWarrantyText(warranties.map(({ amount }) => ({ amount: amountOf(amount) })));
  return (
    <fieldset ref={group} className="group/warranty panel">
      <legend className="sr-only">Garantía extendida</legend>
      <div className="flex items-start gap-2">
        <Icon name="shield-check" size="lg" />
        <div>
          <h2 className="heading-card">Garantía extendida</h2>
          <p className="text-sm text-ink-soft">{lowest}. Cubre reparaciones en taller autorizado.</p>
        </div>
      </div>
      <div className="mt-3 grid gap-1.5">
        {warranties.map(({ sku, label, amount }) => (
          <RadioCard
            key={sku}
            name="warranty"
            value={sku}
            form={buyFormId}
            title={label}
            aside={<b className="font-semibold tabular-nums">{shownAmount(amount)}</b>}
            className="px-3.5! py-3!"
          />
        ))}
      </div>
      {flags.warrantyImmediateRemoval && (
        <button
          type="button"
          onClick={clear}
          className="hidden min-h-touch items-center text-sm font-semibold text-ink-soft group-has-checked/warranty:inline-flex hover:underline"
        >
          {clearWarrantyLabel}
        </button>
      )}
    </fieldset>
  );
}
