import { restockTexts } from '@ceiba/domain/restock/restock';
import { restockByEmailTexts } from '@ceiba/domain/restock/restock-by-email';
import { Button } from '@ceiba/ui/button';
import { TextField } from '@ceiba/ui/field';
import { typedField } from '@ceiba/ui/typed-field';
import { useEffect, useRef, useState } from 'react';
import { emailField } from '../forms/person-fields.tsx';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { askRestockByEmail } from './ask-restock.ts';

const email = {
  ...emailField('contact'),
  hint: 'Te escribiremos una sola vez, cuando vuelva. No necesitas una cuenta.',
};

/** Asks to be told by e-mail alone; says below what became of it. */
export default function RestockEmailForm({ sku }: { sku: string }) {
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const { form, submit, isSending } = useSubmitForm(
    { mode: 'onSubmit', defaultValues: { email: '' } },
    async (typed: { email: string }) => {
      const wanted = typed.email.trim();
      if (await askRestockByEmail(sku, wanted)) setAskedFor(wanted);
    },
  );
  const { setFocus } = form;
  useEffect(() => setFocus('email'), [setFocus]);
  if (askedFor !== null) return <Asked email={askedFor} />;
  return (
    <form noValidate aria-label={restockByEmailTexts.button} onSubmit={submit} className="panel mt-2 grid gap-3">
      <TextField {...typedField(form, 'email', email)} />
      <Button type="submit" loading={isSending} className="sm:justify-self-end">
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
