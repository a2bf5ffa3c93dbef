import { type MailKind, mailTexts, namedFields } from '@ceiba/domain/policies/mail-texts';
import { useState } from 'react';
import { FieldControl } from '../actions/field-control.tsx';
import { PageForm } from '../actions/page-form.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { Card } from '../detail/detail-frame.tsx';
import type { EntityTrial } from '../entity/entity-place.ts';
import { Button } from '../platform/button.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';

const isKind = (mail: string): mail is MailKind => Object.hasOwn(mailTexts, mail);

const numberField = {
  kind: 'text',
  label: 'Número de orden',
  max: 20,
  isOptional: true,
  hint: 'Vacío: con datos de ejemplo.',
} as const;

/** Shows a mail with the typed texts before they are saved (PROD-30). */
export const MailTrial: EntityTrial = ({ texts: { mail = '', subject = '', opening = '' } }) => {
  const may = useMay();
  const { form, said, isSending, send } = useLandingForm<Record<string, string>>({
    defaultValues: { orderNumber: '' },
  });
  const [shown, setShown] = useState<DeskAnswer<'previewMailText'>['data']>();
  if (!isKind(mail)) return null;
  const isOfOrder = mail === 'orderConfirmation' || mail === 'storePayment';
  const standard = mailTexts[mail];
  const submit = form.handleSubmit(async ({ orderNumber = '' }) => {
    const number = isOfOrder && orderNumber.trim() !== '' ? { orderNumber: orderNumber.trim() } : {};
    const query = { mail, subject: subject || standard.subject, opening: opening || standard.opening, ...number };
    const landings = { orderNumber: 'orderNumber', ORDER_NOT_FOUND: 'orderNumber' } as const;
    const sent = await send((options) => call('previewMailText', { query }, options), landings);
    setShown(sent.ok ? sent.value.data : undefined);
  });
  return (
    <Card title="Vista previa">
      <p className="text-ink-soft">
        Texto estándar: <b className="font-semibold">{standard.subject}</b> · {standard.opening}
      </p>
      <p className="text-ink-soft">{`Campos de este correo: ${namedFields(mail)}.`}</p>
      <PageForm said={said} isSending={isSending} onSubmit={submit}>
        {isOfOrder && may('orders.read') && <FieldControl form={form} name="orderNumber" field={numberField} />}
        <span>
          <Button type="submit" loading={isSending}>
            Ver vista previa
          </Button>
        </span>
      </PageForm>
      {shown && (
        <section aria-label="Correo de muestra" className="stack gap-2">
          <h3 className="wrap-anywhere">{shown.subject}</h3>
          <pre className="[font:inherit] whitespace-pre-wrap wrap-anywhere">{shown.text}</pre>
        </section>
      )}
    </Card>
  );
};
