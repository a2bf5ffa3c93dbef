import type { ApiError, CallOptions } from '@ceiba/contract/client';
import { typedFault, typedOf } from '@ceiba/contract/desk/fields';
import { purchaseFields } from '@ceiba/contract/desk/purchase-fields';
import type { Purchase } from '@ceiba/contract/desk/purchases';
import type { Result } from '@ceiba/domain/result';
import { typedField } from '@ceiba/ui/typed-field';
import { type ReactNode, useState } from 'react';
import { FieldControl } from '../actions/field-control.tsx';
import { PageForm } from '../actions/page-form.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { Card } from '../detail/detail-frame.tsx';
import { LeaveGuard } from '../detail/leave-guard.tsx';
import { Button, IconButton } from '../platform/button.tsx';
import { RequiredNote, TextField } from '../platform/field.tsx';
import { RowList } from '../platform/row-list.tsx';
import { ThumbBar } from '../platform/thumb-bar.tsx';
import { Thumbnail } from '../platform/thumbnail.tsx';
import { useIsWide } from '../platform/use-wide.ts';
import { useMay } from '../session/session.ts';
import { type Goods, GoodsFinder } from './goods-finder.tsx';
import { numberIn } from './purchase-looks.ts';

type Texts = Record<string, string>;

/** A line of the form. Its texts are the fields `quantity{key}` and `unitCost{key}`, because a SKU is not a valid field name. */
interface Row {
  key: number;
  sku: string;
  title: string;
  picture: string | null;
}

/** The values of the form, as calls send them. */
interface TypedPurchase {
  supplierId: string;
  storeCode: string;
  expectedOn: string | null;
  note: string;
  extraCost?: number;
  lines: { sku: string; quantity: number; unitCost?: number | null }[];
}

const textsOf = (purchase: Purchase | undefined): Texts => ({
  supplierId: purchase?.supplierId ?? '',
  storeCode: purchase?.storeCode ?? '',
  expectedOn: purchase?.expectedOn ?? '',
  note: purchase?.note ?? '',
  extraCost: purchase?.extraCost ? typedOf(purchaseFields.extraCost, purchase.extraCost) : '',
  ...Object.fromEntries(
    (purchase?.lines ?? []).flatMap(({ quantity, unitCost }, key) => [
      [`quantity${key}`, String(quantity)],
      [`unitCost${key}`, typedOf(purchaseFields.unitCost, unitCost)],
    ]),
  ),
});

const rowsOf = (purchase: Purchase | undefined): Row[] =>
  (purchase?.lines ?? []).map(({ sku, title, picture }, key) => ({ key, sku, title, picture }));

/**
 * The form of a purchase: a draft, or goods that came without an order (`isDirect`). Only people with the permission see costs. A save by other
 * people does not change the costs (BUY-04).
 */
export function PurchaseForm<T>({
  purchase,
  isDirect = false,
  button,
  send: sendTyped,
  onDone,
  onDirty,
  children,
}: {
  /** The stored draft. Undefined for a new purchase. */
  purchase?: Purchase;
  isDirect?: boolean;
  button: string;
  send: (typed: TypedPurchase, options: CallOptions) => Promise<Result<T, ApiError>>;
  onDone: (answer: T) => void;
  onDirty?: (isDirty: boolean) => void;
  children?: ReactNode;
}) {
  const may = useMay();
  const isWide = useIsWide();
  const showsCosts = may('costs.read');
  const [rows, setRows] = useState(() => rowsOf(purchase));
  const [isDone, setIsDone] = useState(false);
  const { form, said, isSending, send } = useLandingForm<Texts>({ defaultValues: textsOf(purchase) });
  const typed = form.watch();
  const { isDirty: isTyped } = form.formState;
  const isDirty = !isDone && (isTyped || rows.length !== (purchase?.lines.length ?? 0));
  const change = (next: Row[]): void => {
    setRows(next);
    onDirty?.(true);
  };
  const add = ({ sku, title, picture, lastCost }: Goods): number => {
    const known = rows.find((row) => row.sku === sku);
    const units = known === undefined ? 1 : (numberIn(purchaseFields.quantity, typed[`quantity${known.key}`]) ?? 0) + 1;
    const key = known?.key ?? Math.max(-1, ...rows.map((row) => row.key)) + 1;
    form.setValue(`quantity${key}`, String(units), { shouldDirty: true });
    if (known === undefined) {
      form.setValue(`unitCost${key}`, typedOf(purchaseFields.unitCost, lastCost));
      change([...rows, { key, sku, title, picture }]);
    }
    return units;
  };
  const submit = form.handleSubmit(async (texts) => {
    const extraCost = numberIn(purchaseFields.extraCost, texts['extraCost']);
    const body: TypedPurchase = {
      supplierId: texts['supplierId'] ?? '',
      storeCode: texts['storeCode'] ?? '',
      expectedOn: texts['expectedOn'] || null,
      note: (texts['note'] ?? '').trim(),
      ...(showsCosts && { extraCost: extraCost ?? 0 }),
      lines: rows.map(({ key, sku }) => ({
        sku,
        quantity: numberIn(purchaseFields.quantity, texts[`quantity${key}`]) ?? 0,
        ...(showsCosts && { unitCost: numberIn(purchaseFields.unitCost, texts[`unitCost${key}`]) }),
      })),
    };
    const landings = {
      ...Object.fromEntries(['supplierId', 'storeCode', 'expectedOn', 'note', 'extraCost'].map((name) => [name, name])),
      ...Object.fromEntries(
        rows.flatMap(({ key }, at) => [
          [`lines.${at}.sku`, `quantity${key}`],
          [`lines.${at}.quantity`, `quantity${key}`],
          [`lines.${at}.unitCost`, `unitCost${key}`],
        ]),
      ),
    };
    const sent = await send((options) => sendTyped(body, options), landings);
    if (!sent.ok) return;
    setIsDone(true);
    onDone(sent.value);
  });
  const isEmpty = isDirect && rows.length === 0;
  const main = (
    <Button
      look={purchase === undefined ? 'primary' : 'outline'}
      loading={isSending}
      aria-disabled={isEmpty || undefined}
      onClick={() => {
        if (!isEmpty) void submit();
      }}
    >
      {button}
    </Button>
  );
  return (
    <>
      <GoodsFinder supplierId={typed['supplierId'] ?? ''} onAdd={add} />
      <PageForm said={said} isSending={isSending} isOff={isEmpty} onChange={() => onDirty?.(true)} onSubmit={submit}>
        <Card title="Productos" isBare>
          {rows.length === 0 && <p className="p-4 text-ink-muted">Nada por aquí</p>}
          <RowList aria-label="Productos de la compra">
            {rows.map((row) => (
              <li key={row.key} className="flex flex-wrap items-center gap-3">
                <Thumbnail src={row.picture} size={32} />
                <span className="min-w-0 flex-1 wrap-anywhere max-lg:basis-3/5">
                  {row.title}
                  <small className="text-ink-muted">{row.sku}</small>
                </span>
                <span className="w-24">
                  <TextField
                    {...typedField(form, `quantity${row.key}`, {
                      label: `Cantidad de ${row.title}`,
                      validate: (text) => typedFault(purchaseFields.quantity, text),
                    })}
                    isLabelHidden
                    inputMode="numeric"
                    autoComplete="off"
                    placeholder="Cant."
                    controlClass="text-right tabular-nums"
                  />
                </span>
                {showsCosts && (
                  <span className="w-32">
                    <TextField
                      {...typedField(form, `unitCost${row.key}`, {
                        label: `Costo por unidad de ${row.title}`,
                        validate: (text) => typedFault(purchaseFields.unitCost, text),
                      })}
                      isLabelHidden
                      inputMode="decimal"
                      autoComplete="off"
                      placeholder="Sin costo"
                      controlClass="text-right tabular-nums"
                    />
                  </span>
                )}
                <IconButton
                  size="sm"
                  icon="x"
                  label={`Quitar ${row.title}`}
                  onClick={() => change(rows.filter(({ key }) => key !== row.key))}
                />
              </li>
            ))}
          </RowList>
        </Card>
        <Card title={isDirect ? 'Lo que llegó' : 'Orden de compra'}>
          <div className="grid grid-cols-2 gap-4 max-lg:grid-cols-1">
            <FieldControl form={form} name="supplierId" field={purchaseFields.supplierId} />
            <FieldControl form={form} name="storeCode" field={purchaseFields.storeCode} />
            {!isDirect && <FieldControl form={form} name="expectedOn" field={purchaseFields.expectedOn} />}
            {showsCosts && <FieldControl form={form} name="extraCost" field={purchaseFields.extraCost} />}
          </div>
          <FieldControl form={form} name="note" field={isDirect ? purchaseFields.receiptNote : purchaseFields.note} />
          {isWide && <span>{main}</span>}
        </Card>
        <RequiredNote />
      </PageForm>
      {children}
      {!isWide && <ThumbBar>{main}</ThumbBar>}
      <LeaveGuard isDirty={isDirty} />
    </>
  );
}
