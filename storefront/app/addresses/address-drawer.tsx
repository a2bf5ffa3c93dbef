import {
  addressMessages,
  countryCode,
  cutStreet,
  finalConsumerNit,
  streetHint,
  streetMaxLength,
} from '@ceiba/domain/addresses/address';
import { lineMessage } from '@ceiba/domain/customers/plain-text';
import { cityOptions } from '@ceiba/domain/locations/location';
import { Button } from '@ceiba/ui/button';
import { Checkbox } from '@ceiba/ui/choice';
import { Drawer } from '@ceiba/ui/drawer';
import { requiredMark, SelectField, TextField } from '@ceiba/ui/field';
import { typedField } from '@ceiba/ui/typed-field';
import type { UseFormReturn } from 'react-hook-form';
import type { SignedInCustomer } from '../auth/customer-query.ts';
import { departmentOptions, nameOptions, placeFields } from '../forms/place-fields.tsx';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { DepartmentsFailed } from '../locations/departments-failed.tsx';
import { type Departments, useDepartments } from '../locations/use-departments.ts';
import type { AddressChanges, AddressValues, SavedAddress } from './saved-addresses.ts';

/** The fields of the address form (ADR-02). */
export interface AddressForm {
  addressAlias: string;
  department: string;
  city: string;
  address: string;
  defaultAddress: boolean;
}

const formOf = (edited: SavedAddress | null): AddressForm => ({
  addressAlias: edited?.alias ?? '',
  department: edited === null ? '' : String(edited.region.regionId),
  city: edited?.city ?? '',
  address: edited?.street[0] ?? '',
  defaultAddress: edited?.defaultShipping ?? false,
});

/** The recipient of a new address: the customer's own name and phone from the profile (API-16). */
const receiverOf = ({ firstName, lastName, phone, nit }: SignedInCustomer) => ({
  firstName,
  lastName,
  ...(phone === null ? {} : { phone }),
  nit: nit ?? finalConsumerNit,
});

/** Fields that the form does not ask for stay as saved. Zone and coordinates are dropped if the place has changed. */
const keptOf = ({ street, latitude, longitude, zone, ...edited }: SavedAddress, form: AddressForm) => {
  const isSamePlace = edited.region.regionId === Number(form.department) && edited.city === form.city;
  const { firstName, lastName, phone, nit, trustedPerson } = edited;
  return {
    street: street.slice(1),
    values: {
      firstName,
      lastName,
      phone,
      nit,
      trustedPerson,
      ...(isSamePlace ? { zone, latitude, longitude } : {}),
    },
  };
};

/** The request body of API-16 and API-17. */
function valuesOf(form: AddressForm, edited: SavedAddress | null, customer: SignedInCustomer): AddressValues {
  const unchangedFields = edited === null ? { street: [], values: receiverOf(customer) } : keptOf(edited, form);
  return {
    latitude: null,
    longitude: null,
    ...unchangedFields.values,
    alias: form.addressAlias.trim(),
    street: [cutStreet(form.address.trim()), ...unchangedFields.street],
    city: form.city,
    regionId: Number(form.department),
    countryCode,
    defaultShipping: form.defaultAddress,
  };
}

const formId = 'saved-address';

interface AddressDrawerProps {
  open: boolean;
  /** The address to change. Null adds a new one. */
  edited: SavedAddress | null;
  customer: SignedInCustomer;
  save: AddressChanges['save'];
  onClose: () => void;
}

/** Adds or changes a saved address (ADR-02 to ADR-04). If saving fails, the typed text stays. */
export default function AddressDrawer({ open, edited, customer, save, onClose }: AddressDrawerProps) {
  const { form, submit, isSending } = useSubmitForm({ defaultValues: formOf(edited) }, async (values: AddressForm) => {
    if (await save(valuesOf(values, edited, customer), edited?.id ?? null)) onClose();
  });
  const departments = useDepartments();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={edited === null ? 'Agregar dirección' : 'Editar dirección'}
      footer={
        <Button type="submit" form={formId} block loading={isSending}>
          {edited === null ? 'Agregar dirección' : 'Actualizar dirección'}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {departments.isFailed && <DepartmentsFailed reload={departments.reload} />}
        <AddressFields form={form} departments={departments.list} />
      </form>
    </Drawer>
  );
}

const needed = (message: string) => ({ required: true, validate: (typed: string) => lineMessage(typed, message) });

const fields = {
  addressAlias: {
    ...placeFields.name,
    ...needed(addressMessages.savedAliasRequired),
    label: 'Alias de la dirección',
  },
  department: { ...placeFields.department, ...needed(addressMessages.savedRegionRequired) },
  city: { ...placeFields.city, ...needed(addressMessages.savedCityRequired) },
  address: { ...placeFields.address, ...needed(addressMessages.savedAddressRequired) },
};

function AddressFields({ form, departments }: { form: UseFormReturn<AddressForm>; departments: Departments }) {
  const [department, city, address] = form.watch(['department', 'city', 'address']);
  const regionId = department === '' ? null : Number(department);
  const cities = cityOptions(departments, regionId);
  // The chosen city is in the list even before the list has loaded, and if the list no longer contains it.
  const listed = city === '' || cities.includes(city) ? cities : [city, ...cities];
  return (
    <>
      <TextField {...typedField(form, 'addressAlias', fields.addressAlias)} />
      <SelectField
        {...typedField(form, 'department', fields.department, { onChange: () => form.setValue('city', '') })}
        key={`departments-${departments.length}`}
      >
        {departmentOptions(departments)}
      </SelectField>
      <SelectField
        {...typedField(form, 'city', fields.city)}
        disabled={regionId === null}
        key={`cities-${cities.length}-${department}`}
      >
        {nameOptions('Elige un municipio', listed)}
      </SelectField>
      <TextField
        {...typedField(form, 'address', fields.address)}
        maxLength={streetMaxLength}
        hint={streetHint(address) ?? undefined}
      />
      <Checkbox
        label={<span className={requiredMark}>Usar como dirección predeterminada</span>}
        {...form.register('defaultAddress')}
      />
    </>
  );
}
