import { contactEmail, emailMessage, repairEmail } from '@ceiba/domain/customers/email';
import { restockTexts } from '@ceiba/domain/restock/restock';
import { restockByEmailTexts } from '@ceiba/domain/restock/restock-by-email';
import { Button } from '@ceiba/ui/button';
import { TextField } from '@ceiba/ui/field';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { askRestockByEmail } from './ask-restock.ts';

/**
 * Requests a restock mail by e-mail only. The result shows below. Does not use the form library (12 kB), because a
 * product page fetches this form when the button is pressed.
 */
export default function RestockEmailForm({ sku }: { sku: string }) {
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const focusInput = (): void => form.current?.querySelector('input')?.focus();
  useEffect(focusInput, []);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const message = emailMessage(email, contactEmail);
    setError(message);
    if (message !== null) return focusInput();
    setBusy(true);
    const repairedEmail = repairEmail(email);
    if (await askRestockByEmail(sku, repairedEmail)) setAskedFor(repairedEmail);
    setBusy(false);
  };
  if (askedFor !== null) return <Asked email={askedFor} />;
  return (
    <form
      ref={form}
      noValidate
      aria-label={restockByEmailTexts.button}
      onSubmit={send}
      className="panel mt-2 grid gap-3"
    >
      <TextField
        label="Correo electrónico"
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        value={email}
        onChange={({ target }) => {
          setEmail(target.value);
          // A wrong address is validated again during the correction.
          if (error !== null) setError(emailMessage(target.value, contactEmail));
        }}
        error={error ?? undefined}
        hint="Te escribiremos una sola vez, cuando vuelva. No necesitas una cuenta."
      />
      <Button type="submit" loading={isBusy} className="sm:justify-self-end">
        Avísame
      </Button>
    </form>
  );
}

function Asked({ email }: { email: string }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => line.current?.focus(), []);
  return (
    <div ref={line} role="status" tabIndex={-1} className="panel mt-2 grid gap-1">
      <p className="font-semibold">{restockTexts.subscribed}</p>
      <p className="text-sm wrap-anywhere text-ink-soft">
        Te escribiremos una sola vez a {email}. Si antes detuviste estos avisos, pídelo desde tu cuenta.
      </p>
    </div>
  );
}
