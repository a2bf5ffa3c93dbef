import { coupons } from '@ceiba/contract/desk/entities/coupons';
import { readTyped } from '@ceiba/contract/desk/fields';
import { useState } from 'react';
import { FieldControl } from '../actions/field-control.tsx';
import { PageForm } from '../actions/page-form.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { Card } from '../detail/detail-frame.tsx';
import type { EntityTrial } from '../entity/entity-place.ts';
import { Button } from '../platform/button.tsx';
import { moneyText } from '../platform/formats.ts';
import { Note } from '../platform/notes.tsx';
import { Table } from '../platform/table.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';

type Tried = DeskAnswer<'tryCoupon'>['data'];

const goodsField = {
  kind: 'text',
  label: 'Carrito de prueba',
  max: 4_000,
  isLong: true,
  hint: 'Un producto por línea: su código y, después de un espacio, cuántas unidades. Por ejemplo: SKU-1 2',
} as const;

/** The terms of a coupon that a trial sends. A series has the same. */
const terms = ['percent', 'amount', 'cap', 'minimum', 'startsAt', 'endsAt'] as const;

/** Parses the typed terms. Leaves out empty terms and terms that do not parse. */
const termsOf = (texts: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(
    terms.flatMap((name) => {
      const text = (texts[name] ?? '').trim();
      const read = readTyped(coupons.fields[name], text);
      return text !== '' && read.ok ? [[name, read.value]] : [];
    }),
  );

/** Tries the typed coupon on a cart before it is saved (PROD-13). */
export const CouponTrial: EntityTrial = ({ texts }) => {
  const { form, said, isSending, send } = useLandingForm<Record<string, string>>({ defaultValues: { goods: '' } });
  const [tried, setTried] = useState<Tried>();
  const submit = form.handleSubmit(async ({ goods = '' }) => {
    const query = { ...termsOf(texts), goods };
    const sent = await send((options) => call('tryCoupon', { query }, options), { goods: 'goods' });
    setTried(sent.ok ? sent.value.data : undefined);
  });
  return (
    <Card title="Probar en un carrito">
      <PageForm said={said} isSending={isSending} onSubmit={submit}>
        <FieldControl form={form} name="goods" field={goodsField} rows={4} />
        <span>
          <Button type="submit" loading={isSending}>
            Probar
          </Button>
        </span>
      </PageForm>
      <div aria-live="polite">{tried && <Result tried={tried} />}</div>
    </Card>
  );
};

function Result({ tried: { lines, unknown, subtotal, discount, total, problem } }: { tried: Tried }) {
  return (
    <div className="stack">
      {unknown.length > 0 && <Note kind="warning">{`No están a la venta y no cuentan: ${unknown.join(', ')}.`}</Note>}
      {problem === null ? (
        <Note kind="good">{`Descuenta ${moneyText(discount)}.`}</Note>
      ) : (
        <Note kind="warning">{`No descuenta nada. ${problem}`}</Note>
      )}
      {lines.length > 0 && (
        <Table label="Carrito de prueba" texts={['Producto']} numbers={['Unidades', 'Total']}>
          {lines.map(({ sku, title, quantity, lineTotal }) => (
            <tr key={sku}>
              <td>
                {title} <small className="text-ink-muted">{sku}</small>
              </td>
              <td className="text-right tabular-nums">{quantity}</td>
              <td className="text-right whitespace-nowrap tabular-nums">{moneyText(lineTotal)}</td>
            </tr>
          ))}
        </Table>
      )}
      <p className="text-ink-soft">
        {`Subtotal ${moneyText(subtotal)} · Con el cupón `}
        <b className="font-semibold text-ink">{moneyText(total)}</b>
      </p>
    </div>
  );
}
