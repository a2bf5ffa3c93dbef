import {
  addressMessage,
  addressMessages,
  extrasMaxLength,
  streetHint,
  streetMaxLength,
} from '@ceiba/domain/addresses/address';
import { lineMessage, plainTextMessage } from '@ceiba/domain/customers/plain-text';
import { cityOptions, zoneOptions } from '@ceiba/domain/locations/location';
import { Checkbox } from '@ceiba/ui/choice';
import { SelectField, TextAreaField, TextField } from '@ceiba/ui/field';
import { typedField } from '@ceiba/ui/typed-field';
import type { UseFormReturn } from 'react-hook-form';
import type { DeliveryData } from '../checkout/checkout-data.ts';
import { departmentOptions, nameOptions, placeFields } from '../forms/place-fields.tsx';
import type { Departments } from '../locations/use-departments.ts';

/** The fields of the address form (DEL-05); `deliver` and the recipient are not among them. */
export type AddressForm = Pick<
  DeliveryData,
  'address' | 'addressName' | 'saveAddress' | 'region' | 'city' | 'zone' | 'isExtras' | 'extras'
>;

const fields = {
  address: { ...placeFields.address, validate: addressMessage },
  // A select that depends on an earlier choice is not required until that choice is made (DEL-11).
  region: {
    ...placeFields.department,
    validate: (region: string, { address }: AddressForm) =>
      region === '' && address.trim() !== '' ? addressMessages.regionRequired : null,
  },
  city: {
    ...placeFields.city,
    validate: (city: string, { address, region }: AddressForm) =>
      city === '' && region !== '' && address.trim() !== '' ? addressMessages.cityRequired : null,
  },
  /** The name under which a customer may save the address (DEL-10, DEL-15). */
  addressName: {
    ...placeFields.name,
    label: 'Nombre de la dirección',
    validate: (typed: string) => lineMessage(typed, addressMessages.nameRequired),
  },
  /** Directions for the courier. A bar separates them from the phone in the address (DEC-90, TRU-04). */
  extras: {
    label: 'Indicaciones',
    hint: `Hasta ${extrasMaxLength} caracteres.`,
    maxLength: extrasMaxLength,
    placeholder: 'Color del portón, punto de referencia, horario…',
    format: (text: string) => text.replaceAll('|', '/'),
    kind: 'lines' as const,
    validate: (typed: string, { isExtras }: AddressForm) => (isExtras ? plainTextMessage(typed) : null),
  },
};

/** The address itself. A customer's also has a name. */
export function AddressFields({
  form,
  departments,
  isCustomer,
}: {
  form: UseFormReturn<AddressForm>;
  departments: Departments;
  isCustomer: boolean;
}) {
  const [address, region, city] = form.watch(['address', 'region', 'city']);
  const regionId = region === '' ? null : Number(region);
  const cities = cityOptions(departments, regionId);
  const zones = zoneOptions(departments, regionId, city);
  const isAddressMissing = address.trim() === '';
  const forget = (...names: ('city' | 'zone')[]) => ({
    onChange: () => {
      for (const name of names) form.setValue(name, '');
    },
  });
  // A select cannot show a stored choice before its options load, so it is rendered again when they do.
  const listed = departments.length;
  // The field keeps its space until the zones load, so that nothing below moves.
  const isZoneKept = listed === 0 && form.getValues('zone') !== '';
  return (
    <>
      <TextField
        {...typedField(form, 'address', fields.address)}
        maxLength={streetMaxLength}
        hint={streetHint(address) ?? undefined}
        className="sm:col-span-2"
      />
      <SelectField
        {...typedField(form, 'region', fields.region, forget('city', 'zone'))}
        key={`departments-${listed}`}
        disabled={isAddressMissing}
        hint={isAddressMissing ? 'Escribe primero tu dirección.' : undefined}
      >
        {departmentOptions(departments)}
      </SelectField>
      <SelectField
        {...typedField(form, 'city', fields.city, forget('zone'))}
        key={`cities-${listed}`}
        disabled={isAddressMissing || regionId === null}
      >
        {nameOptions('Elige un municipio', cities)}
      </SelectField>
      {(zones.length > 0 || isZoneKept) && (
        <SelectField key={`zones-${listed}`} label="Zona" disabled={isAddressMissing} {...form.register('zone')}>
          {nameOptions('Elige una zona', zones)}
        </SelectField>
      )}
      {isCustomer && (
        <>
          <TextField {...typedField(form, 'addressName', fields.addressName)} className="sm:col-span-2" />
          <Checkbox
            label="Guardar dirección para futuras compras"
            className="sm:col-span-2"
            {...form.register('saveAddress')}
          />
        </>
      )}
    </>
  );
}

export function ExtrasFields({ form }: { form: UseFormReturn<AddressForm> }) {
  return (
    <>
      <Checkbox label="Agregar indicaciones adicionales" className="sm:col-span-2" {...form.register('isExtras')} />
      {form.watch('isExtras') && (
        <TextAreaField {...typedField(form, 'extras', fields.extras)} className="sm:col-span-2" />
      )}
    </>
  );
}
