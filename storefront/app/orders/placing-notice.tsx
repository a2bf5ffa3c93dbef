import { useRef } from 'react';
import { AlertBox } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/loading.tsx';
import { isOpenNotice, notSent, type PlacingNotice } from './placing-notices.ts';
import type { Placing } from './use-placing.ts';

export const noticeTexts: Record<PlacingNotice, { title: string; text: (email: string) => string }> = {
  awaitingLine: {
    title: 'Esperamos la conexión',
    text: () =>
      'Si vuelve en menos de un minuto enviamos tu pedido. Si sales del pago o cambias algo, no se envía nada.',
  },
  notSent: {
    title: notSent.title,
    text: () => 'No se te cobró nada. Presiona «Realizar pedido» cuando haya conexión.',
  },
  proving: {
    title: 'Verificamos que no eres un robot',
    text: () => 'Toma unos segundos y no tienes que hacer nada. Después seguimos con tu pedido.',
  },
  checking: {
    title: 'Estamos confirmando tu pedido',
    text: () => 'Esperamos la respuesta del banco. No cierres esta página ni vuelvas a pagar.',
  },
  running: {
    title: 'Tu pedido sigue en proceso',
    text: (email) =>
      `El banco todavía no responde. No vuelvas a pagar: cuando el pago se confirme te enviaremos un correo a ${email}.`,
  },
  unreachable: {
    title: 'No sabemos si tu pedido se registró',
    text: () =>
      'No pudimos consultarlo con la tienda. Revisa tu conexión y presiona «Consultar mi pedido» antes de intentar de nuevo.',
  },
  barred: {
    title: 'No sabemos si tu pedido se registró',
    text: (email) =>
      `Tu sesión venció y por eso no podemos consultarlo. Antes de intentar de nuevo, revisa tu correo ${email}: si el pedido se hizo, ahí está tu número de pedido.`,
  },
  barredLink: {
    title: 'No sabemos si tu pedido se registró',
    text: (email) =>
      `Este enlace ya no está abierto para ti y por eso no podemos consultarlo. Antes de intentar de nuevo, revisa tu correo ${email}: si el pedido se hizo, ahí está tu número de pedido.`,
  },
  notPlaced: {
    title: 'No encontramos tu pedido',
    // It may have been sent all the same, and wait for its turn: what is said must stand then too.
    text: () =>
      'No hay ningún pedido ni cobro de este intento. Puedes intentarlo de nuevo: aunque el primero llegara tarde, tu carrito se cobra una sola vez.',
  },
  beingPaid: {
    title: 'Ya se está pagando este enlace',
    text: () =>
      'Hay otro pago en curso y a ti no se te cobró nada. Espera un minuto y presiona «Realizar pedido» otra vez: si el otro no se completa, puedes pagar tú.',
  },
  notCharged: {
    title: 'No se hizo ningún cobro',
    text: () => 'Tu carrito sigue igual. Revisa los datos o elige otro método de pago.',
  },
  placed: {
    title: 'Tu pedido ya está registrado',
    text: (email) =>
      `No vuelvas a pagar. La confirmación se abre en cuanto haya conexión, y también te la enviamos a ${email}.`,
  },
};

/** A page that was loaded anew has no press to take back. */
type Shown = Omit<Placing, 'place' | 'takeBack'> & { takeBack?: Placing['takeBack'] };

/** Says what is known of the last attempt and stays, unlike the alert, until the next one. */
export function PlacingNoticeBox({
  placing,
  email,
  onReview,
}: {
  placing: Shown;
  email: string;
  /** Leads to the form that was refused, where there is one: on a phone it is out of view. */
  onReview?: () => void;
}) {
  const { notice, isPlacing, checkAgain, takeBack } = placing;
  const box = useRef<HTMLDivElement>(null);
  // The region stands before it speaks.
  if (notice === null) return <div role="status" ref={box} tabIndex={-1} />;
  const { title, text } = noticeTexts[notice];
  const isOpen = isOpenNotice(notice);
  const cancel = (): void => {
    takeBack?.();
    // The button goes; what is said then stands in its place.
    box.current?.focus();
  };
  const isWaiting = ['proving', 'checking', 'placed'].includes(notice);
  return (
    // Never the whole of a small window, where it stands in the bar at its foot.
    <div role="status" ref={box} tabIndex={-1} className="mb-2 max-h-[45dvh] overflow-y-auto">
      <AlertBox type={isOpen ? 'Warning' : 'Info'} title={title}>
        <p>{text(email)}</p>
        {notice === 'notCharged' && onReview && (
          <Button variant="outline" size="sm" onClick={onReview} className="mt-2.5">
            Revisar mi pago
          </Button>
        )}
        {isWaiting && <Spinner className="mt-2.5" />}
        {notice === 'awaitingLine' && (
          <Button variant="outline" size="sm" onClick={cancel} className="mt-2.5">
            Cancelar
          </Button>
        )}
        {isOpen && (
          <Button variant="outline" size="sm" loading={isPlacing} onClick={checkAgain} className="mt-2.5">
            Consultar mi pedido
          </Button>
        )}
      </AlertBox>
    </div>
  );
}
