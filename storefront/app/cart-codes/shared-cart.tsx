import { unwrap } from '@ceiba/client/call-failure';
import { failureWords } from '@ceiba/client/failure-words';
import type { AddedPart, CodeLine } from '@ceiba/contract/cart-codes';
import { cartCodeTexts, partText, priceThenText } from '@ceiba/domain/cart-codes/cart-code';
import { storesTexts } from '@ceiba/domain/delivery/store-availability';
import { AlertBox } from '@ceiba/ui/alert';
import { Button, ButtonLink } from '@ceiba/ui/button';
import { Picture } from '@ceiba/ui/picture';
import { Price, shownAmount } from '@ceiba/ui/price';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { callCart } from '../carts/cart-call.ts';
import { cartScope, takeCartFields } from '../carts/use-cart.ts';
import { api } from '../platform/api.ts';
import { newUuid } from '../platform/new-uuid.ts';

const failed = { title: 'No pudimos agregar los productos', message: 'Intenta de nuevo en un momento.' };

function Line({ line }: { line: CodeLine }) {
  const { title, quantity, priceThen, priceNow, available, warranty, slug, picture } = line;
  return (
    <li className="flex gap-4 py-4">
      <span className="well size-20 flex-none rounded-md">
        <Picture image={{ url: picture, label: title }} alt="" width={72} className="size-[88%] object-contain" />
      </span>
      <div className="grid min-w-0 flex-1 content-start gap-1">
        <h2 className="text-base leading-snug font-semibold">
          {slug === null ? (
            title
          ) : (
            <Link to={`/${slug}`} className="hover:underline">
              {title}
            </Link>
          )}
        </h2>
        <p className="text-sm text-ink-soft">{quantity === 1 ? '1 unidad' : `${quantity} unidades`}</p>
        {warranty !== null && (
          <p className="text-sm text-ink-soft">
            Con garantía de {warranty.label}
            {warranty.priceNow === null ? ' (ya no se vende)' : `: ${shownAmount(warranty.priceNow)}`}
          </p>
        )}
        {available && priceNow !== null ? (
          <p className="flex flex-wrap items-baseline gap-x-3">
            <Price value={priceNow} className="text-lg" />
            {quantity > 1 && <span className="text-sm text-ink-soft">cada uno</span>}
          </p>
        ) : (
          <p className="font-semibold text-warning">{cartCodeTexts.gone}</p>
        )}
        {available && priceThen !== null && priceThen !== priceNow && (
          <p className="text-sm text-ink-muted">{priceThenText(shownAmount(priceThen))}</p>
        )}
      </div>
    </li>
  );
}

/** Adds to this browser's own cart (WA-03). A repeated press after a lost answer is the same request. */
function useAddAll(code: string) {
  const queryClient = useQueryClient();
  const key = useRef<string>(undefined);
  return useMutation({
    scope: cartScope,
    mutationFn: async () => {
      key.current ??= newUuid();
      const headers = { 'idempotency-key': key.current };
      const call = (cartId: string) => api('addCartCode', { params: { code }, body: { cartId } }, { headers });
      const { cartId, fields } = unwrap(await callCart(call, { opens: true }));
      const { added, ...cart } = fields;
      await takeCartFields(queryClient, cartId, cart);
      key.current = undefined;
      return added;
    },
  });
}

/** The lines of a shared cart, and the button that adds them all. */
export function SharedCart({ code, lines, total }: { code: string; lines: readonly CodeLine[]; total: number }) {
  const { mutate, isPending, data, error } = useAddAll(code);
  const failure = error && failureWords(error, failed);
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_352px] lg:items-start lg:gap-6">
      <ul className="panel divide-y divide-border py-0!">
        {lines.map((line) => (
          <Line key={`${line.sku} ${line.warranty?.label}`} line={line} />
        ))}
      </ul>
      <aside aria-label="Resumen" className="panel grid gap-4 lg:sticky lg:top-4">
        <p className="flex items-baseline justify-between gap-4">
          <span className="text-ink-soft">Total de hoy</span>
          <Price value={total} className="text-2xl" />
        </p>
        <Button
          block
          size="lg"
          loading={isPending}
          disabled={!lines.some(({ available }) => available)}
          onClick={() => mutate()}
        >
          {cartCodeTexts.addAll}
        </Button>
        <p className="text-sm text-ink-muted">{storesTexts.noReservation}</p>
        <div role="status" className="grid gap-3 empty:hidden">
          {data !== undefined && !isPending && <Outcome parts={data} />}
          {failure !== null && !isPending && (
            <AlertBox type="Error" title={failure.title}>
              {failure.message}
            </AlertBox>
          )}
        </div>
      </aside>
    </div>
  );
}

function Outcome({ parts }: { parts: readonly AddedPart[] }) {
  const hasAll = parts.every(({ asked, added }) => added === asked);
  const hasSome = parts.some(({ added }) => added > 0);
  return (
    <AlertBox
      type={hasAll ? 'Success' : 'Warning'}
      title={hasAll ? 'Todo está en tu carrito' : hasSome ? 'Una parte está en tu carrito' : 'No agregamos nada'}
    >
      <ul className="mt-1 grid gap-1.5">
        {parts.map((part) => (
          <li key={part.line}>
            <b className="font-semibold">{part.title}</b>: {partText(part)}
          </li>
        ))}
      </ul>
      {hasSome && (
        <ButtonLink to="/cart" size="sm" variant="light" className="mt-3">
          Ver carrito
        </ButtonLink>
      )}
    </AlertBox>
  );
}
