import { failureWords } from '@ceiba/client/failure-words';
import { PagedList } from '@ceiba/client/paged-list';
import { formatDateText } from '@ceiba/domain/dates/spanish-date';
import { returnNextTexts } from '@ceiba/domain/returns/return-window';
import { AlertBox } from '@ceiba/ui/alert';
import { Button, ButtonLink } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { Icon } from '@ceiba/ui/icon';
import { Spinner } from '@ceiba/ui/loading';
import { shownAmount } from '@ceiba/ui/price';
import { StateTag } from '@ceiba/ui/state-tag';
import { Thumbnail } from '@ceiba/ui/thumbnail';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { usePolicy } from '../policies/shop-policy.ts';
import { type ShownReturn, useCancelReturn, useOwnReturns, useReturnPictures } from './own-returns.ts';

const texts = {
  loading: 'Cargando tus devoluciones',
  failed: { title: 'No pudimos cargar tus devoluciones' },
  more: 'Ver más devoluciones',
};

/** The returns of the signed-in customer, page by page, with an empty and a failed state. */
export function ReturnList() {
  const empty = (
    <EmptyState
      title="No tienes devoluciones"
      text="Para devolver un producto, abre el pedido en que lo compraste."
      art="/art/paquete.svg"
      heading="h3"
      action={<ButtonLink to="/dashboard/orders">Mis órdenes</ButtonLink>}
    />
  );
  return (
    <PagedList list={useOwnReturns()} texts={texts} empty={empty}>
      {(shown) => <ReturnCard key={shown.returnNumber} shown={shown} />}
    </PagedList>
  );
}

function ReturnCard({ shown }: { shown: ShownReturn }) {
  const { returnNumber, orderNumber, productName, quantity, reason, description, requestedAt, receivedAt } = shown;
  const { status, answer } = shown;
  const policy = usePolicy();
  return (
    <li className="grid gap-3 rounded-lg border border-border p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <h3 className="heading-card">Devolución {returnNumber}</h3>
          <p className="text-sm text-ink-soft">
            {formatDateText(requestedAt)} ·{' '}
            <Link to={`/dashboard/orders/${orderNumber}`} className="link whitespace-nowrap">
              Orden {orderNumber}
            </Link>
          </p>
        </div>
        <ReturnTag shown={shown} />
      </div>
      <div className="grid grid-cols-[56px_minmax(0,1fr)] items-center gap-3.5 text-sm">
        <Thumbnail image={{ url: shown.productsThumbnail.url, label: productName }} quantity={quantity} width={56} />
        <span>
          {productName}
          <span className="block text-ink-muted">
            Cantidad: {quantity} · {reason}
          </span>
        </span>
      </div>
      {description !== '' && <p className="text-sm wrap-anywhere whitespace-pre-line text-ink-soft">{description}</p>}
      {answer !== null && (
        <p className="text-sm wrap-anywhere text-ink-soft">
          {status === 'rejected' ? 'No la aceptamos: ' : ''}
          {answer}
        </p>
      )}
      {(status === 'requested' || status === 'approved') && (
        <div className="grid gap-1 rounded-md bg-surface-sunken px-3.5 py-3 text-sm">
          <b className="font-semibold">Qué sigue</b>
          {returnNextTexts(returnNumber, policy).map((text) => (
            <p key={text} className="text-ink-soft">
              {text}
            </p>
          ))}
          <p>
            <Link to="/tiendas" className="link">
              Ver tiendas y horarios
            </Link>
          </p>
        </div>
      )}
      {receivedAt !== null && <p className="text-sm text-ink-soft">La recibimos el {formatDateText(receivedAt)}.</p>}
      {outcomeTexts(shown).map((text) => (
        <p key={text} className="text-sm wrap-anywhere text-ink-soft">
          {text}
        </p>
      ))}
      {shown.images > 0 && <Pictures shown={shown} />}
      {(status === 'requested' || status === 'approved') && <CancelBox returnNumber={returnNumber} />}
    </li>
  );
}

const unitsOf = (outcomes: ShownReturn['outcomes']): number =>
  outcomes.reduce((units, { quantity }) => units + quantity, 0);

/** The status of a return. A completely rejected one shows no success. */
function ReturnTag({ shown: { status, outcomes, quantity } }: { shown: ShownReturn }) {
  const isRejected = unitsOf(outcomes.filter(({ result }) => result === 'rejected')) === quantity;
  const isDecided = unitsOf(outcomes) === quantity;
  const tag = { tone: 'success', icon: 'package-check', text: isDecided ? 'Revisada' : 'Recibida' } as const;
  const refused = { tone: 'danger', icon: 'x', text: 'No aceptada' } as const;
  const tags = {
    requested: { tone: 'info', icon: 'clock', text: 'Solicitada' },
    approved: { tone: 'success', icon: 'check', text: 'Aprobada' },
    rejected: refused,
    canceled: { tone: 'warning', icon: 'x', text: 'Cancelada' },
    received: isRejected ? refused : tag,
  } as const;
  const { tone, icon, text } = tags[status];
  return (
    <StateTag tone={tone}>
      <Icon name={icon} size="sm" />
      {text}
    </StateTag>
  );
}

const unitsText = (units: number): string => (units === 1 ? '1 unidad' : `${units} unidades`);

const sentBackText = ({ how, at, isKept }: NonNullable<ShownReturn['sentBack']>): string =>
  isKept
    ? `No te lo regresamos, como acordamos el ${formatDateText(at)}: ${how}`
    : `Te lo regresamos el ${formatDateText(at)}: ${how}`;

/** The shop's decision. The mail explains the way of the refund: to a card, at a till, as points, or as a lower amount to pay. */
function outcomeTexts({ outcomes, refunded, sentBack }: ShownReturn): string[] {
  const accepted = unitsOf(outcomes.filter(({ result }) => result === 'accepted'));
  const rejected = outcomes.filter(({ result }) => result === 'rejected');
  const reasons = [...new Set(rejected.map(({ reason }) => reason))];
  const worth =
    refunded.value > 0 ? `, con un valor de ${shownAmount(refunded.value)}: te escribimos qué pasa con tu pago` : '';
  return [
    ...(accepted > 0 ? [`Aceptamos ${unitsText(accepted)}${worth}.`] : []),
    ...reasons.map((reason) => {
      const units = unitsOf(rejected.filter((each) => each.reason === reason));
      return `No aceptamos ${unitsText(units)}: ${reason}`;
    }),
    ...(sentBack === null ? [] : [sentBackText(sentBack)]),
  ];
}

/** Cancels a return until it is received. Asks for confirmation, because a canceled return cannot be restored. */
function CancelBox({ returnNumber }: Pick<ShownReturn, 'returnNumber'>) {
  const [isSure, setSure] = useState(false);
  const { mutate, isPending, error } = useCancelReturn(returnNumber);
  const failure = error && failureWords(error, { title: 'No pudimos cancelarla', message: 'Intenta de nuevo.' });
  return (
    <div className="grid gap-3 justify-items-start">
      <Button variant="ghost" size="sm" loading={isPending} onClick={() => (isSure ? mutate() : setSure(true))}>
        {isSure ? `Sí, cancelar la devolución ${returnNumber}` : 'Cancelar devolución'}
      </Button>
      <div role="status" className="empty:hidden">
        {failure !== null && (
          <AlertBox type="Error" title={failure.title}>
            {failure.message}
          </AlertBox>
        )}
      </div>
    </div>
  );
}

/** Loaded on request, because the pictures are the account's largest answers. */
function Pictures({ shown }: { shown: ShownReturn }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <OpenPictures shown={shown} />;
  return (
    <Button variant="ghost" size="sm" onClick={() => setOpen(true)} className="justify-self-start">
      {shown.images === 1 ? 'Ver la foto' : `Ver las ${shown.images} fotos`}
    </Button>
  );
}

function OpenPictures({ shown }: { shown: ShownReturn }) {
  const pictures = useReturnPictures(shown).map((picture, index) => ({ place: index + 1, picture }));
  // The button that requested more returns has disappeared. Without this call, the focus would move to the page's
  // start.
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus(), []);
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label={`Fotos de la devolución ${shown.returnNumber}`}
      className="grid grid-cols-3 gap-2 outline-none"
    >
      {pictures.map(({ place, picture }) => (
        <li
          key={place}
          className="grid aspect-square place-items-center rounded-md bg-surface-sunken text-center text-sm"
        >
          {picture === null && <Spinner />}
          {picture === 'failed' && 'No pudimos cargar esta foto.'}
          {picture !== null && picture !== 'failed' && (
            <img src={picture} alt={`Foto ${place} de la devolución`} className="size-full rounded-md object-contain" />
          )}
        </li>
      ))}
    </ul>
  );
}
