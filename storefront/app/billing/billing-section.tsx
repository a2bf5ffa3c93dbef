import { streetMaxLength } from '@ceiba/domain/addresses/address';
import {
  type BillingField,
  lookupFailure,
  otherDocumentsText,
  registryAwayText,
} from '@ceiba/domain/billing/billing-options';
import { normalizeDpi } from '@ceiba/domain/billing/dpi';
import { normalizeNit } from '@ceiba/domain/billing/nit';
import { Segmented } from '@ceiba/ui/choice';
import { TextField } from '@ceiba/ui/field';
import { Icon } from '@ceiba/ui/icon';
import { typedField } from '@ceiba/ui/typed-field';
import { type Billing, billingRule } from './use-billing.ts';

/** The recipient of the invoice (BILL-01..15, DEC-111). */
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
            <div key={entry.option} className="flex gap-1.5 text-sm text-ink-muted">
              <Icon name="info" size="sm" className="mt-0.5" />
              <div>
                <p>{entry.notice}</p>
                <p>{otherDocumentsText}</p>
              </div>
            </div>
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

const fieldOf = (name: BillingField, label: string, maxLength?: number) => ({
  label,
  required: true,
  autoComplete: 'off',
  maxLength,
  validate: billingRule(name),
});

const fields = {
  nit: { ...fieldOf('nit', 'NIT'), format: normalizeNit },
  dpi: { ...fieldOf('dpi', 'DPI'), inputMode: 'numeric', format: normalizeDpi },
  passport: fieldOf('passport', 'Pasaporte', 30),
  fullName: { ...fieldOf('fullName', 'Nombre completo', 150), kind: 'line' },
  fiscalAddress: { ...fieldOf('fiscalAddress', 'Dirección fiscal', streetMaxLength), kind: 'line' },
} as const;

function DocumentFields({ billing: { form, option, lookup, leaveDocument } }: { billing: Billing }) {
  const isAsking = lookup === 'asking';
  const registered = (name: 'nit' | 'dpi') => {
    const { error, label, ...field } = typedField(form, name, fields[name], { onBlur: leaveDocument });
    const refused = lookup === 'refused' ? lookupFailure(name).message : undefined;
    const confirmed = lookup === 'found' ? `${label} válido` : undefined;
    const hint = isAsking ? 'Buscando el nombre…' : undefined;
    return <TextField {...field} label={label} error={error ?? refused} confirmed={confirmed} hint={hint} />;
  };
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <p role="status" className="sr-only">
        {isAsking && 'Buscando el nombre…'}
        {lookup === 'found' && `Facturaremos a nombre de ${form.getValues('fullName').replace(/\.?$/, '.')}`}
      </p>
      {option === 'radio-nit' && registered('nit')}
      {option === 'radio-dpi' && registered('dpi')}
      {option === 'radio-passport' && (
        <TextField {...typedField(form, 'passport', fields.passport, { onBlur: leaveDocument })} />
      )}
      <TextField
        {...typedField(form, 'fullName', fields.fullName)}
        readOnly={lookup === 'found' || isAsking}
        hint={lookup === 'unavailable' ? registryAwayText : undefined}
      />
      <TextField {...typedField(form, 'fiscalAddress', fields.fiscalAddress)} className="sm:col-span-2" />
    </div>
  );
}
