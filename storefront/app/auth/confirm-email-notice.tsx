import { Button } from '@ceiba/ui/button';
import { useState } from 'react';
import { showFailure } from '../forms/refusal.ts';
import { api } from '../platform/api.ts';

const failed = {
  id: 'profile-alert',
  title: 'No pudimos enviarte el correo',
  message: 'Vuelve a intentarlo en un momento.',
} as const;

/** Shows a customer with an unconfirmed e-mail what confirming brings, and sends the mail again. */
export function ConfirmEmailNotice({ email, reload }: { email: string; reload: () => void }) {
  const [state, setState] = useState<'waiting' | 'sending' | 'sent'>('waiting');
  const send = async (): Promise<void> => {
    setState('sending');
    const answer = await api('requestConfirmation', {});
    setState(answer.ok ? 'sent' : 'waiting');
    // If the e-mail has been confirmed elsewhere by now, no mail was sent, and this notice disappears.
    if (answer.ok) reload();
    else showFailure(answer.error, failed);
  };
  return (
    <section aria-labelledby="titulo-confirmar" className="grid gap-3 rounded-lg bg-surface-tint p-4">
      <h3 id="titulo-confirmar" className="heading-card text-lg">
        Confirma tu correo
      </h3>
      <p role="status" className="wrap-anywhere">
        {state === 'sent'
          ? `Te enviamos otro correo a ${email}. Ábrelo en este navegador: su enlace funciona durante 24 horas.`
          : `Abre el enlace que te enviamos a ${email} y verás aquí también los pedidos que hiciste sin tu cuenta.`}
      </p>
      <div>
        <Button variant="outline" loading={state === 'sending'} onClick={() => void send()}>
          Enviar otro correo
        </Button>
      </div>
    </section>
  );
}
