import { addressMessages, streetMaxLength } from '@ceiba/domain/addresses/address';
import { lineMessage } from '@ceiba/domain/customers/plain-text';
import { cityOptions, offeredDepartments } from '@ceiba/domain/locations/location';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { SignedInCustomer } from '../auth/customer-query.ts';
import { type Departments, useDepartments } from '../locations/use-departments.ts';
import { AlertBox } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { requiredMark, SelectField, TextField } from '../ui/field.tsx';
import { typedField } from '../ui/typed-field.ts';
import { type AddressForm, formOf, valuesOf } from './address-form.ts';
import type { AddressChanges, SavedAddress } from './saved-addresses.ts';

const formId = 'saved-address';

interface AddressDrawerProps {
  open: boolean;
  /** Null adds one. */
  edited: SavedAddress | null;
  customer: SignedInCustomer;
  save: AddressChanges['save'];
  onClose: () => void;
}

/** Adds or changes a saved address (ADR-02 to ADR-04); what could not be saved stays as it was typed. */
export default function AddressDrawer({ open, edited, customer, save, onClose }: AddressDrawerProps) {
  const form = useForm<AddressForm>({ mode: 'onTouched', defaultValues: formOf(edited) });
  const departments = useDepartments();
  const submit = async (values: AddressForm): Promise<void> => {
    if (await save(valuesOf(values, edited, customer), edited?.id ?? null)) onClose();
  };
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={edited === null ? 'Agregar dirección' : 'Editar dirección'}
      footer={
        <Button type="submit" form={formId} block loading={form.formState.isSubmitting}>
          {edited === null ? 'Agregar dirección' : 'Actualizar dirección'}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-4">
        {departments.isFailed && (
          <AlertBox type="Error" role="alert" title="No pudimos cargar los departamentos">
            <Button variant="outline" size="sm" className="mt-2.5" onClick={departments.reload}>
              Reintentar
            </Button>
          </AlertBox>
        )}
        <AddressFields form={form} departments={departments.list} />
      </form>
    </Drawer>
  );
}

const needed = (message: string) => ({ validate: (value: string) => lineMessage(value, message) ?? true });

function AddressFields({ form, departments }: { form: UseFormReturn<AddressForm>; departments: Departments }) {
  const { errors } = form.formState;
  return (
    <>
      <TextField
        label="Alias de la dirección"
        required
        maxLength={60}
        placeholder="Casa, oficina…"
        error={errors.addressAlias?.message}
        {...typedField(form, 'addressAlias', needed(addressMessages.savedAliasRequired))}
      />
      <PlaceFields form={form} departments={departments} />
      <StreetField form={form} />
      <Checkbox
        label={<span className={requiredMark}>Usar como dirección predeterminada</span>}
        {...form.register('defaultAddress')}
      />
    </>
  );
}

/** A part of its own, after the place: a refused form leads to the first field as the shopper reads them. */
function StreetField({ form }: { form: UseFormReturn<AddressForm> }) {
  return (
    <TextField
      label="Dirección"
      required
      autoComplete="street-address"
      maxLength={streetMaxLength}
      placeholder="Calle, avenida, número de casa o apartamento"
      error={form.formState.errors.address?.message}
      {...typedField(form, 'address', needed(addressMessages.savedAddressRequired))}
    />
  );
}

function PlaceFields({ form, departments }: { form: UseFormReturn<AddressForm>; departments: Departments }) {
  const { errors } = form.formState;
  const [department, city] = form.watch(['department', 'city']);
  const regionId = department === '' ? null : Number(department);
  const cities = cityOptions(departments, regionId);
  // What is chosen already stands there before the list has come, and when the list knows it no longer.
  const isCityKnown = city === '' || cities.includes(city);
  return (
    <>
      <SelectField
        label="Departamento"
        required
        error={errors.department?.message}
        key={`departments-${departments.length}`}
        {...typedField(form, 'department', {
          ...needed(addressMessages.savedRegionRequired),
          onChange: () => form.setValue('city', ''),
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
        label="Municipio"
        required
        disabled={regionId === null}
        error={errors.city?.message}
        key={`cities-${cities.length}-${department}`}
        {...typedField(form, 'city', needed(addressMessages.savedCityRequired))}
      >
        <option value="">Elige un municipio</option>
        {!isCityKnown && <option>{city}</option>}
        {cities.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
    </>
  );
}
