import type { CallAnswer } from '@ceiba/contract/client';
import { Button, ButtonLink } from '@ceiba/ui/button';
import { EmptyState } from '@ceiba/ui/empty-state';
import { useState } from 'react';
import { api } from '../platform/api.ts';
import { useMailLink } from '../platform/use-mail-link.ts';
import { personalMeta } from '../policies/personal-meta.ts';

// Older mails have the token in the address, so the page must not be cached.
export const headers = () => ({ 'Cache-Control': 'private, no-store' });

export const meta = personalMeta('Confirma tu pedido', { name: 'referrer', content: 'no-referrer' });

/** Confirms a cash order by the link of its mail. Only the button confirms, because mail programs open links automatically. */
export default function ConfirmOrderPage() {
  const link = useMailLink();
  const { outcome, isBusy, confirm } = useConfirming(link.get('order') ?? '');
  const { title, text } = texts(outcome);
  const isOpen = outcome === null || outcome === 'failed';
  return (
    <main id="contenido" className="wrap py-10">
      <div role="status">
        <EmptyState heading="h1" art="/art/cuenta.svg" title={title} text={text} />
      </div>
      <p className="text-center">
        {isOpen ? (
          <Button loading={isBusy} onClick={confirm}>
            Confirmar mi pedido
          </Button>
        ) : (
          <ButtonLink to="/">Seguir comprando</ButtonLink>
        )}
      </p>
    </main>
  );
}

type Outcome = CallAnswer<'confirmOrder'>['data'] | 'unknownLink' | 'failed' | null;

function useConfirming(token: string): { outcome: Outcome; isBusy: boolean; confirm: () => void } {
  const [outcome, setOutcome] = useState<Outcome>(null);
  const [isBusy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    const answer = await api('confirmOrder', { body: { token } });
    setBusy(false);
    if (answer.ok) setOutcome(answer.value.data);
    else setOutcome(answer.error.status === 404 || answer.error.status === 400 ? 'unknownLink' : 'failed');
  };
  return { outcome, isBusy, confirm: () => void confirm() };
}

function texts(outcome: Outcome): { title: string; text: string } {
  if (outcome === null) {
    const text = 'Presiona el botón para que preparemos tu pedido. Pagas en efectivo al recibirlo.';
    return { title: 'Confirma tu pedido', text };
  }
  if (outcome === 'unknownLink') {
    const text = 'Abre el enlace completo desde el correo de tu pedido.';
    return { title: 'Este enlace no es válido', text };
  }
  if (outcome === 'failed') {
    const text = 'No pudimos comunicarnos con la tienda. Intenta de nuevo en un momento.';
    return { title: 'Tu pedido aún no está confirmado', text };
  }
  const { orderNumber, state } = outcome;
  if (state === 'canceled') {
    const text = 'El tiempo para confirmarlo terminó y no se hizo ningún cobro. Puedes hacer tu pedido otra vez.';
    return { title: `El pedido ${orderNumber} fue cancelado`, text };
  }
  if (state === 'alreadyConfirmed') {
    return { title: `El pedido ${orderNumber} ya estaba confirmado`, text: 'No tienes que hacer nada más.' };
  }
  return { title: `¡Listo! Confirmaste el pedido ${orderNumber}`, text: 'Ya estamos preparando tu pedido.' };
}
