import { addressMessage, addressMessages, streetMaxLength } from '@ceiba/domain/addresses/address';
import { extrasMaxLength } from '@ceiba/domain/addresses/trusted-person';
import { lineMessage, linesMessage } from '@ceiba/domain/customers/plain-text';
import { cityOptions, offeredDepartments, zoneOptions } from '@ceiba/domain/locations/location';
import type { UseFormReturn } from 'react-hook-form';
import type { DeliveryData } from '../checkout/checkout-data.ts';
import type { Departments } from '../locations/use-departments.ts';
import { Checkbox } from '../ui/choice.tsx';
import { Field, SelectField, TextArea, TextField } from '../ui/field.tsx';
import { typedField } from '../ui/typed-field.ts';

/** DEL-05; `deliver` and the receiver are not fields of this form. */
export type AddressForm = Pick<
  DeliveryData,
  'address' | 'addressName' | 'saveAddress' | 'region' | 'city' | 'zone' | 'isExtras' | 'extras'
>;

/** The place itself; a customer's has a name, too. */
export function AddressFields({
  form,
  departments,
  isCustomer,
}: {
  form: UseFormReturn<AddressForm>;
  departments: Departments;
  isCustomer: boolean;
}) {
  const { errors } = form.formState;
  const [address, region, city] = form.watch(['address', 'region', 'city']);
  const regionId = region === '' ? null : Number(region);
  const cities = cityOptions(departments, regionId);
  const zones = zoneOptions(departments, regionId, city);
  const isAddressMissing = address.trim() === '';
  // A select cannot show a kept choice before its options are there: it stands anew when they come.
  const listed = departments.length;
  return (
    <>
      <TextField
        label="Dirección"
        required
        autoComplete="street-address"
        maxLength={streetMaxLength}
        placeholder="Calle, avenida, número de casa o apartamento"
        error={errors.address?.message}
        className="sm:col-span-2"
        {...typedField(form, 'address', { validate: (value) => addressMessage(value) ?? true })}
      />
      <SelectField
        key={`departments-${listed}`}
        label="Departamento"
        required
        disabled={isAddressMissing}
        error={errors.region?.message}
        hint={isAddressMissing ? 'Escribe primero tu dirección.' : undefined}
        {...typedField(form, 'region', {
          validate: (value) => value !== '' || addressMessages.regionRequired,
          onChange: () => {
            form.setValue('city', '');
            form.setValue('zone', '');
          },
        })}
      >
        <option value="">Elige un departamento</option>
        {offeredDepartments(departments).map(({ value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </SelectField>
      <SelectField
        key={`cities-${listed}`}
        label="Municipio"
        required
        disabled={isAddressMissing || regionId === null}
        error={errors.city?.message}
        {...typedField(form, 'city', {
          validate: (value) => value !== '' || addressMessages.cityRequired,
          onChange: () => form.setValue('zone', ''),
        })}
      >
        <option value="">Elige un municipio</option>
        {cities.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      {zones.length > 0 && (
        <SelectField label="Zona" disabled={isAddressMissing} {...typedField(form, 'zone', {})}>
          <option value="">Elige una zona</option>
          {zones.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {isCustomer && <SavingFields form={form} />}
    </>
  );
}

/** DEL-10, DEL-15: a customer's address has a name, and may be saved under it. */
function SavingFields({ form }: { form: UseFormReturn<AddressForm> }) {
  return (
    <>
      <TextField
        label="Nombre de la dirección"
        required
        maxLength={60}
        placeholder="Casa, oficina…"
        error={form.formState.errors.addressName?.message}
        className="sm:col-span-2"
        {...typedField(form, 'addressName', {
          validate: (value) => lineMessage(value, addressMessages.nameRequired) ?? true,
        })}
      />
      <Checkbox
        label="Guardar dirección para futuras compras"
        className="sm:col-span-2"
        {...typedField(form, 'saveAddress', {})}
      />
    </>
  );
}

/** Indications for the courier (DEC-90). */
export function ExtrasFields({ form }: { form: UseFormReturn<AddressForm> }) {
  return (
    <>
      <Checkbox
        label="Agregar indicaciones adicionales"
        className="sm:col-span-2"
        {...typedField(form, 'isExtras', {})}
      />
      {form.watch('isExtras') && (
        <Field
          label="Indicaciones"
          hint={`Hasta ${extrasMaxLength} caracteres.`}
          error={form.formState.errors.extras?.message}
          className="sm:col-span-2"
        >
          {(control) => (
            <TextArea
              {...control}
              maxLength={extrasMaxLength}
              placeholder="Color del portón, punto de referencia, horario…"
              {...typedField(form, 'extras', {
                format: withoutBars,
                validate: (value, { isExtras }) => !isExtras || (linesMessage(value) ?? true),
              })}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** The bar separates phone and indications in the address (DEC-90, TRU-04). */
const withoutBars = (text: string): string => text.replaceAll('|', '');
