import { AlertBox } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/loading.tsx';
import { isOpenNotice, type PlacingNotice } from './placing-notices.ts';
import type { Placing } from './use-placing.ts';

export const noticeTexts: Record<PlacingNotice, { title: string; text: (email: string) => string }> = {
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
  checkingOther: {
    title: 'Ya se está pagando este enlace',
    text: () =>
      'Hay un pago que va antes. Con este intento no se te cobró nada, y lo que escribiste sigue aquí. Esperamos a saber cómo termina.',
  },
  runningOther: {
    title: 'Ya se está pagando este enlace',
    text: () =>
      'El banco de ese pago todavía no responde. Con este intento no se te cobró nada, y lo que escribiste sigue aquí.',
  },
  unreachable: {
    title: 'No sabemos si tu pedido se registró',
    text: () =>
      'No hay conexión con la tienda. Cuando vuelva, presiona «Consultar mi pedido» antes de intentar de nuevo.',
  },
  barred: {
    title: 'No sabemos si tu pedido se registró',
    text: (email) =>
      `Tu sesión venció y por eso no podemos consultarlo. Antes de intentar de nuevo, revisa tu correo ${email}: si el pedido se hizo, ahí está tu número de orden.`,
  },
  notPlaced: {
    title: 'No encontramos tu pedido',
    // It may have been sent all the same, and wait for its turn: what is said must stand then too.
    text: () =>
      'No hay ninguna orden ni cobro de este intento. Puedes intentarlo de nuevo: aunque el primero llegara tarde, tu carrito se cobra una sola vez.',
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

/** Says what is known of the last attempt and stays, unlike the alert, until the next one. */
export function PlacingNoticeBox({ placing, email }: { placing: Omit<Placing, 'place'>; email: string }) {
  const { notice, isPlacing, checkAgain } = placing;
  // The region stands before it speaks.
  if (notice === null) return <div role="status" />;
  const { title, text } = noticeTexts[notice];
  const isOpen = isOpenNotice(notice);
  const isWaiting = ['proving', 'checking', 'checkingOther', 'placed'].includes(notice);
  return (
    // Never the whole of a small window, where it stands in the bar at its foot.
    <div role="status" className="mb-2 max-h-[45dvh] overflow-y-auto">
      <AlertBox type={isOpen ? 'Warning' : 'Info'} title={title}>
        <p>{text(email)}</p>
        {isWaiting && <Spinner className="mt-2.5" />}
        {isOpen && (
          <Button variant="outline" size="sm" loading={isPlacing} onClick={checkAgain} className="mt-2.5">
            Consultar mi pedido
          </Button>
        )}
      </AlertBox>
    </div>
  );
}
