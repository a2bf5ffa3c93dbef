import type { Cart } from '@ceiba/contract/carts';
import type { DeliveryTimeGroup } from '@ceiba/contract/delivery';
import { Button } from '@ceiba/ui/button';
import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useAddressChoice, useSaveAddress } from '../addresses/address-choice.ts';
import { chosenReceiver } from '../checkout/checkout-data.ts';
import { updateDelivery, useCheckout } from '../checkout/checkout-store.ts';
import { DepartmentsFailed } from '../locations/departments-failed.tsx';
import { useDepartments } from '../locations/use-departments.ts';
import { AddressFields, type AddressForm, ExtrasFields } from './delivery-address-fields.tsx';
import { type DeliveryPlace, useDeliveryTimes } from './delivery-queries.ts';
import { MapPointField } from './map-point-field.tsx';
import { ReceiverChoice } from './receiver-choice.tsx';
import { SavedAddressChoice } from './saved-address-choice.tsx';
import { ShipmentDates } from './shipment-dates.tsx';
import { addressToSave } from './shipping-address.ts';
import { useChosenAddress } from './use-chosen-address.ts';

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
  useStoredAddress(form);
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
        <DepartmentsFailed reload={departments.reload} />
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
      <MapPointField
        place={place}
        landmark={form.watch('extras')}
        onLandmark={(landmark) => {
          form.setValue('isExtras', landmark !== '');
          form.setValue('extras', landmark);
        }}
      />
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
function useStoredAddress(form: UseFormReturn<AddressForm>): void {
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
