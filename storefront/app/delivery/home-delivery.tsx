import type { Cart } from '@ceiba/contract/carts';
import type { DeliveryTimeGroup } from '@ceiba/contract/delivery';
import { addressMessage, addressMessages, streetMaxLength } from '@ceiba/domain/addresses/address';
import { extrasMaxLength } from '@ceiba/domain/addresses/trusted-person';
import { cityOptions, offeredDepartments, zoneOptions } from '@ceiba/domain/locations/location';
import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useAddressChoice, useSaveAddress } from '../addresses/address-choice.ts';
import { chosenReceiver, type DeliveryData } from '../checkout/checkout-data.ts';
import { updateDelivery, useCheckout } from '../checkout/checkout-store.ts';
import { type Departments, useDepartments } from '../locations/use-departments.ts';
import { AlertBox } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Field, SelectField, TextArea, TextField } from '../ui/field.tsx';
import { typedField } from '../ui/typed-field.ts';
import { type DeliveryPlace, useDeliveryTimes } from './delivery-queries.ts';
import { MapPointField } from './map-point-field.tsx';
import { ReceiverChoice } from './receiver-choice.tsx';
import { SavedAddressChoice } from './saved-address-choice.tsx';
import { ShipmentDates } from './shipment-dates.tsx';
import { addressToSave } from './shipping-address.ts';
import { useChosenAddress } from './use-chosen-address.ts';

/** DEL-05; `deliver` and the receiver are not fields of this form. */
export type AddressForm = Pick<
  DeliveryData,
  'address' | 'addressName' | 'saveAddress' | 'region' | 'city' | 'zone' | 'isExtras' | 'extras'
>;

interface HomeDeliveryProps {
  cart: Cart;
  items: readonly { sku: string; quantity: number }[];
  onContinue: (groups: DeliveryTimeGroup[]) => Promise<void>;
}

/** The address of a home delivery with its dates (DEL-05..17); what is typed is kept as it is typed (CHK-10). */
export function HomeDelivery({ cart, items, onContinue }: HomeDeliveryProps) {
  const { address, addressName, saveAddress, region, city, zone, isExtras, extras } = useCheckout.getState().userData;
  const form = useForm<AddressForm>({
    mode: 'onTouched',
    defaultValues: { address, addressName, saveAddress, region, city, zone, isExtras, extras },
  });
  const { isCustomer, addresses, isLoading } = useAddressChoice();
  const { chosen, choose } = useChosenAddress(form, addresses);
  const save = useSaveAddress();
  const departments = useDepartments();
  const [isReceiverMissing, setReceiverMissing] = useState(false);
  useKeptAddress(form);
  const place = placeOf(form.watch());
  const times = useDeliveryTimes('delivery', place, items);
  const submit = async (values: AddressForm) => {
    const checkout = useCheckout.getState();
    const isMissing = checkout.userData.isOtherReceiver && chosenReceiver(checkout) === null;
    setReceiverMissing(isMissing);
    if (isMissing) return;
    // What this page shows, whatever another tab has typed meanwhile.
    updateDelivery({ ...values, deliver: 'delivery' });
    // Whoever is faster than the dates waits for them: they are what the order promises (DEL-32).
    await onContinue(await times.settled());
    await saveTyped(save);
  };
  return (
    <form noValidate onSubmit={form.handleSubmit(submit)} aria-label="Entrega a domicilio" className="grid gap-5">
      {departments.isFailed ? (
        <AlertBox type="Error" role="alert" title="No pudimos cargar los departamentos">
          <Button variant="outline" size="sm" className="mt-2.5" onClick={departments.reload}>
            Reintentar
          </Button>
        </AlertBox>
      ) : (
        <>
          {addresses.length > 0 && <SavedAddressChoice addresses={addresses} chosen={chosen} onChoose={choose} />}
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {chosen === null && !isLoading && (
              <AddressFields form={form} departments={departments.list} isCustomer={isCustomer} />
            )}
            <ExtrasFields form={form} />
          </div>
        </>
      )}
      <MapPointField />
      <ReceiverChoice isMissing={isReceiverMissing} />
      <ShipmentDates cart={cart} times={times} />
      <Button type="submit" size="lg" block loading={form.formState.isSubmitting || isLoading}>
        Continuar a pago
      </Button>
    </form>
  );
}

/** DEC-91: a typed address that was to be saved, once its step is done; not a second time when the step is done again. */
async function saveTyped(save: ReturnType<typeof useSaveAddress>): Promise<void> {
  const checkout = useCheckout.getState();
  const { userData, contact } = checkout;
  if (!userData.saveAddress || contact === null || checkout.steps.stepStates[1] !== 'completed') return;
  updateDelivery({ saveAddress: false });
  const id = await save(addressToSave(checkout, contact));
  if (id !== null) updateDelivery({ savedAddressId: id });
}

/** Every change goes to the checkout's data, so that a reload and the choice of another method keep it. */
function useKeptAddress(form: UseFormReturn<AddressForm>): void {
  useEffect(() => {
    const { unsubscribe } = form.watch((values) => updateDelivery(withoutUndefined(values)));
    return unsubscribe;
  }, [form]);
}

const withoutUndefined = (values: { [K in keyof AddressForm]?: AddressForm[K] | undefined }): Partial<AddressForm> => ({
  ...(values.address === undefined ? {} : { address: values.address }),
  ...(values.addressName === undefined ? {} : { addressName: values.addressName }),
  ...(values.saveAddress === undefined ? {} : { saveAddress: values.saveAddress }),
  ...(values.region === undefined ? {} : { region: values.region }),
  ...(values.city === undefined ? {} : { city: values.city }),
  ...(values.zone === undefined ? {} : { zone: values.zone }),
  ...(values.isExtras === undefined ? {} : { isExtras: values.isExtras }),
  ...(values.extras === undefined ? {} : { extras: values.extras }),
});

function placeOf({ region, city, zone }: AddressForm): DeliveryPlace | null {
  if (region === '' || city === '') return null;
  return { region: Number(region), city, ...(zone === '' ? {} : { zone }) };
}

function AddressFields({
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
          validate: (value) => value.trim() !== '' || addressMessages.nameRequired,
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
function ExtrasFields({ form }: { form: UseFormReturn<AddressForm> }) {
  return (
    <>
      <Checkbox
        label="Agregar indicaciones adicionales"
        className="sm:col-span-2"
        {...typedField(form, 'isExtras', {})}
      />
      {form.watch('isExtras') && (
        <Field label="Indicaciones" hint={`Hasta ${extrasMaxLength} caracteres.`} className="sm:col-span-2">
          {(control) => (
            <TextArea
              {...control}
              maxLength={extrasMaxLength}
              placeholder="Color del portón, punto de referencia, horario…"
              {...typedField(form, 'extras', { format: withoutBars })}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** The bar separates phone and indications in the address (DEC-90, TRU-04). */
const withoutBars = (text: string): string => text.replaceAll('|', '');
