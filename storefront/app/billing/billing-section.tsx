import { dpiLength, normalizeDpi } from '@ceiba/domain/billing/dpi';
import { nitMaxLength, normalizeNit } from '@ceiba/domain/billing/nit';
import { Segmented } from '../ui/choice.tsx';
import { TextField } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { typedField } from '../ui/typed-field.ts';
import { type Billing, billingRule } from './use-billing.ts';

/** To whom the invoice is made out (BILL-01..15, DEC-111). */
export function BillingSection({ billing }: { billing: Billing }) {
  const { options, option, choose } = billing;
  return (
    <section aria-labelledby="facturacion" className="grid gap-3">
      <h3 id="facturacion" className="heading-card">
        Datos de facturación
      </h3>
      <Segmented
        name="selectedOption"
        legend="Documento de facturación"
        options={options.map((entry) => ({ value: entry.option, label: entry.label, disabled: entry.isDisabled }))}
        value={option}
        onChange={choose}
      />
      {options.map(
        (entry) =>
          entry.notice !== null && (
            <p key={entry.option} className="flex items-center gap-1.5 text-sm text-ink-muted">
              <Icon name="info" size="sm" />
              {entry.notice}
            </p>
          ),
      )}
      {option === 'radio-cf' ? (
        <p className="text-sm text-ink-soft">Tu factura saldrá a nombre de consumidor final.</p>
      ) : (
        <DocumentFields billing={billing} />
      )}
    </section>
  );
}

const formatNit = (text: string): string =>
  normalizeNit(text)
    .replace(/[^\dK]/g, '')
    .slice(0, nitMaxLength);
const formatDpi = (text: string): string => normalizeDpi(text).replace(/\D/g, '').slice(0, dpiLength);

function DocumentFields({ billing: { form, option, lookup, leaveDocument } }: { billing: Billing }) {
  const { errors } = form.formState;
  const isAsking = lookup === 'asking';
  const noteOf = (label: 'NIT' | 'DPI') => ({
    error: lookup === 'refused' ? `No es posible facturar con el ${label} ingresado.` : undefined,
    confirmed: lookup === 'found' ? `${label} válido` : undefined,
    hint: isAsking ? 'Buscando el nombre…' : undefined,
  });
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <p role="status" className="sr-only">
        {isAsking && 'Buscando el nombre…'}
        {lookup === 'found' && `Facturaremos a nombre de ${form.getValues('fullName').replace(/\.?$/, '.')}`}
      </p>
      {option === 'radio-nit' && (
        <TextField
          label="NIT"
          required
          autoComplete="off"
          {...noteOf('NIT')}
          error={errors.nit?.message ?? noteOf('NIT').error}
          {...typedField(form, 'nit', { format: formatNit, validate: billingRule('nit'), onBlur: leaveDocument })}
        />
      )}
      {option === 'radio-dpi' && (
        <TextField
          label="DPI"
          required
          inputMode="numeric"
          autoComplete="off"
          {...noteOf('DPI')}
          error={errors.dpi?.message ?? noteOf('DPI').error}
          {...typedField(form, 'dpi', { format: formatDpi, validate: billingRule('dpi'), onBlur: leaveDocument })}
        />
      )}
      {option === 'radio-passport' && (
        <TextField
          label="Pasaporte"
          required
          autoComplete="off"
          maxLength={30}
          error={errors.passport?.message}
          {...typedField(form, 'passport', { validate: billingRule('passport'), onBlur: leaveDocument })}
        />
      )}
      <TextField
        label="Nombre completo"
        required
        autoComplete="off"
        maxLength={150}
        readOnly={lookup === 'found' || isAsking}
        error={errors.fullName?.message}
        {...typedField(form, 'fullName', { validate: billingRule('fullName') })}
      />
      <TextField
        label="Dirección fiscal"
        required
        autoComplete="off"
        maxLength={100}
        error={errors.fiscalAddress?.message}
        className="sm:col-span-2"
        {...typedField(form, 'fiscalAddress', { validate: billingRule('fiscalAddress') })}
      />
    </div>
  );
}
