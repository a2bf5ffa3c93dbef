import type { FollowedOrder } from '@ceiba/contract/order-shapes';
import { contactEmail } from '@ceiba/domain/customers/email';
import { formatDateText } from '@ceiba/domain/dates/spanish-date';
import { confirmBeforeText } from '@ceiba/domain/orders/confirmation-texts';
import { isOrderNumber, orderNumberText, orderTitle } from '@ceiba/domain/orders/order';
import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import { TextField } from '@ceiba/ui/field';
import { Skeleton } from '@ceiba/ui/loading';
import { typedField } from '@ceiba/ui/typed-field';
import { emailField } from '../forms/person-fields.tsx';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { LostOrderAlert } from '../orders/lost-order-alert.tsx';
import { OrderCosts } from '../orders/order-costs.tsx';
import { OrderShipments, OrderStatusTag } from '../orders/order-shipments.tsx';
import { type FollowedPair, useFollowedOrder } from '../orders/use-followed-order.ts';
import { useMailLink } from '../platform/use-mail-link.ts';
import { personalMeta } from '../policies/personal-meta.ts';

// Older mails have the token in the address, so the page must not be cached.
export const headers = () => ({ 'Cache-Control': 'private, no-store' });

export const meta = personalMeta('Consulta tu pedido', { name: 'referrer', content: 'no-referrer' });

/** The state of an order, found by the link of its mail, or by its number and e-mail. */
export default function TrackOrderPage() {
  const link = useMailLink();
  const followed = useFollowedOrder(link.get('link'));
  const { order, problem, isBusy, isOpening, find } = followed;
  return (
    <main id="contenido" className="wrap py-8">
      {order !== null ? (
        <FollowedOrderView order={order} />
      ) : isOpening ? (
        <div role="status" aria-label="Buscando tu pedido" className="grid gap-4">
          <Skeleton className="h-10 w-72" />
          <Skeleton className="h-64 w-full rounded-lg" />
        </div>
      ) : (
        <div className="mx-auto grid max-w-[480px] gap-5">
          <h1 className="text-3xl">Consulta tu pedido</h1>
          <p className="text-ink-soft">Escribe el número de tu pedido y el correo con el que lo hiciste.</p>
          <LookUpForm isBusy={isBusy} onFind={find} />
        </div>
      )}
      <div role="alert" className="mx-auto mt-5 max-w-[480px] empty:hidden">
        {problem !== null && (
          <AlertBox type="Error" title={problem.title}>
            {problem.message}
          </AlertBox>
        )}
      </div>
    </main>
  );
}

const orderNumber = {
  label: 'Número de pedido',
  required: true,
  inputMode: 'numeric',
  autoComplete: 'off',
  placeholder: '100000001',
  maxLength: 20,
  validate: (typed: string) => (isOrderNumber(typed.trim()) ? null : orderNumberText),
} as const;

function LookUpForm({ isBusy, onFind }: { isBusy: boolean; onFind: (pair: FollowedPair) => void }) {
  const { form, submit } = useSubmitForm(
    { defaultValues: { orderNumber: '', email: '' } },
    async (pair: FollowedPair) => onFind(pair),
  );
  return (
    <form noValidate onSubmit={submit} aria-label="Consulta tu pedido" className="panel grid gap-4">
      <TextField {...typedField(form, 'orderNumber', orderNumber)} />
      <TextField {...typedField(form, 'email', emailField(contactEmail))} />
      <Button type="submit" size="lg" block loading={isBusy}>
        Consultar
      </Button>
    </form>
  );
}

function FollowedOrderView({ order }: { order: FollowedOrder }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-3xl">{orderTitle(order.number, true)}</h1>
        <OrderStatusTag status={order.status} />
      </div>
      <p className="mt-2 text-ink-soft">Hecha el {formatDateText(order.orderDate)}</p>
      {order.confirmBefore !== null && (
        <AlertBox type="Warning" title="Confirma tu pedido" className="mt-4">
          Abre el enlace del correo que te enviamos. {confirmBeforeText(new Date(order.confirmBefore))}
        </AlertBox>
      )}
      <LostOrderAlert order={order} className="mt-4" />
      <div className="mt-5 grid gap-4 lg:grid-cols-[minmax(0,1fr)_360px] lg:items-start lg:gap-6">
        <OrderShipments order={order} tracking={order.tracking} />
        <OrderCosts order={order} place={<span className="text-ink-soft">{order.pickupStore}</span>} />
      </div>
    </>
  );
}
