import type { SavedAddress } from '@ceiba/contract/addresses';
import type { Cart } from '@ceiba/contract/carts';
import type { DeliveryTimeGroup } from '@ceiba/contract/delivery';
import { mapButtonText } from '@ceiba/domain/locations/location';
import { Button } from '@ceiba/ui/button';
import { RadioCard } from '@ceiba/ui/choice';
import { Icon } from '@ceiba/ui/icon';
import { Suspense, useEffect, useId, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useAddressChoice, useSaveAddress } from '../addresses/address-choice.ts';
import { chosenReceiver, emptyDelivery } from '../checkout/checkout-data.ts';
import { updateDelivery, useCheckout } from '../checkout/checkout-store.ts';
import { stepForms } from '../checkout/step-forms.ts';
import { DepartmentsFailed } from '../locations/departments-failed.tsx';
import { useLocationStore } from '../locations/location-store.ts';
import { useDepartments } from '../locations/use-departments.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { AddressFields, type AddressForm, ExtrasFields } from './delivery-address-fields.tsx';
import { type DeliveryPlace, useDeliveryTimes } from './delivery-queries.ts';
import { placeText } from './delivery-texts.ts';
import { ReceiverChoice } from './receiver-choice.tsx';
import { RefusedVisits, refusedVisits } from './refused-visits.tsx';
import { ShipmentDates } from './shipment-dates.tsx';
import { addressToSave } from './shipping-address.ts';

/** Leaflet loads with the drawer, not with the page. */
const MapDrawer = lazyPart(() => import('./map-drawer.tsx'));

/**
 * The optional map point of the address (MAP-01..03). `place`: the place chosen so far. If the map cannot be drawn, a landmark is asked for and added
 * to the directions.
 */
function MapPointField({
  place,
  landmark,
  onLandmark,
}: {
  place: DeliveryPlace | null;
  landmark: string;
  onLandmark: (landmark: string) => void;
}) {
  const point = useCheckout((state) => state.userData.point);
  const [isOpen, setOpen] = useState(false);
  /** Counts the openings: each renders a new map, which starts at the confirmed point. 0 before the first. */
  const [opening, setOpening] = useState(0);
  const open = () => {
    setOpening((before) => before + 1);
    setOpen(true);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="outline" size="sm" icon={<Icon name="locate-fixed" size="sm" />} onClick={open}>
        {mapButtonText}
      </Button>
      <p role="status" className="text-sm font-medium text-success empty:hidden">
        {point !== null && (
          <span className="inline-flex items-center gap-1.5">
            <Icon name="circle-check" size="sm" />
            Ubicación confirmada
          </span>
        )}
      </p>
      {opening > 0 && (
        <Suspense fallback={null}>
          <MapDrawer
            key={opening}
            open={isOpen}
            start={point}
            place={place}
            landmark={landmark}
            onClose={() => setOpen(false)}
            onConfirm={(confirmed, typed) => {
              updateDelivery({ point: confirmed });
              if (typed !== null) onLandmark(typed);
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The customer's addresses by name, and "another one", which is null (DEL-17). */
function SavedAddressChoice({
  addresses,
  chosen,
  onChoose,
}: {
  addresses: readonly SavedAddress[];
  chosen: SavedAddress | null;
  onChoose: (saved: SavedAddress | null) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-3 heading-card text-base">Tus direcciones</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {addresses.map((saved) => (
          <RadioCard
            key={saved.id}
            name="savedAddress"
            value={saved.id}
            title={saved.alias}
            text={placeText({ street: saved.street.join(', '), zone: saved.zone, city: saved.city })}
            checked={chosen?.id === saved.id}
            onChange={() => onChoose(saved)}
          />
        ))}
        <RadioCard
          name="savedAddress"
          value=""
          title="Otra dirección"
          text="Escribe una dirección nueva"
          checked={chosen === null}
          onChange={() => onChoose(null)}
        />
      </div>
    </fieldset>
  );
}

/** The form's fields for a saved address. Null empties them for another one. */
function fieldsOf(
  saved: SavedAddress | null,
): Pick<AddressForm, 'address' | 'addressName' | 'region' | 'city' | 'zone'> {
  const { address, addressName, region, city, zone } = emptyDelivery;
  if (saved === null) return { address, addressName, region, city, zone };
  return {
    address: saved.street.join(', '),
    addressName: saved.alias,
    region: String(saved.region.regionId),
    city: saved.city,
    zone: saved.zone,
  };
}

const pointOf = ({ latitude, longitude }: SavedAddress) =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/**
 * The saved address for the order. Null while another address is typed. The default address is preselected if nothing
 * was typed or chosen before (DEL-17). The form contains the values of the chosen address, and only the form is sent.
 */
function useChosenAddress(
  form: UseFormReturn<AddressForm>,
  addresses: readonly SavedAddress[],
): { chosen: SavedAddress | null; choose: (saved: SavedAddress | null) => void } {
  const savedAddressId = useCheckout((state) => state.userData.savedAddressId);
  const { getValues, reset } = form;
  const choose = (saved: SavedAddress | null): void => {
    const fields = fieldsOf(saved);
    reset({ ...getValues(), ...fields, saveAddress: false });
    updateDelivery({
      ...fields,
      saveAddress: false,
      savedAddressId: saved?.id ?? otherAddress,
      point: saved === null ? null : pointOf(saved),
    });
  };
  const preselected = addresses.find(({ defaultShipping }) => defaultShipping);
  useEffect(() => {
    const isUntouched = savedAddressId === null && getValues('address') === '';
    if (isUntouched && preselected !== undefined) choose(preselected);
  });
  return { chosen: addresses.find(({ id }) => id === savedAddressId) ?? null, choose };
}

/** Stored instead of an ID when the shopper types another address. Then no saved address is preselected. */
const otherAddress = '';

interface HomeDeliveryProps {
  cart: Cart;
  items: readonly { sku: string; quantity: number }[];
  onContinue: (groups: DeliveryTimeGroup[]) => Promise<void>;
}

/** The address of a home delivery with its dates (DEL-05..17). Typed text is stored immediately (CHK-10). */
export function HomeDelivery({ cart, items, onContinue }: HomeDeliveryProps) {
  const form = useForm<AddressForm>({ mode: 'onTouched', defaultValues: typedSoFar() });
  const { isCustomer, addresses, isLoading } = useAddressChoice();
  const { chosen, choose } = useChosenAddress(form, addresses);
  const save = useSaveAddress();
  const departments = useDepartments();
  const [isReceiverMissing, setReceiverMissing] = useState(false);
  useStoredAddress(form);
  const place = placeOf(form.watch());
  const times = useDeliveryTimes('delivery', place, items);
  const refused = refusedVisits(cart, place);
  const refusedId = useId();
  const submit = async (values: AddressForm) => {
    const checkout = useCheckout.getState();
    const isMissing = checkout.userData.isOtherReceiver && chosenReceiver(checkout) === null;
    setReceiverMissing(isMissing);
    if (isMissing) return;
    // Uses this page's values, whatever the shopper has typed in another tab.
    updateDelivery({ ...values, deliver: 'delivery' });
    // Waits for the dates if the shopper was faster: the order promises them (DEL-32).
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
      <ShipmentDates cart={cart} times={times} refused={refused.map(({ line }) => line)} />
      <RefusedVisits id={refusedId} visits={refused} />
      <Button
        type="submit"
        size="lg"
        block
        blocked={refused.length > 0}
        aria-describedby={refused.length > 0 ? refusedId : undefined}
        loading={form.formState.isSubmitting || isLoading}
      >
        Continuar a pago
      </Button>
    </form>
  );
}

/** The address typed before. At first, the place that the shopper has chosen for the whole shop. */
function typedSoFar(): AddressForm {
  const { address, addressName, saveAddress, region, city, zone, isExtras, extras } = useCheckout.getState().userData;
  const { location } = useLocationStore.getState();
  const isUntouched = address === '' && region === '';
  const place =
    isUntouched && location
      ? { region: String(location.userRegion), city: location.userCity, zone: location.zone ?? '' }
      : { region, city, zone };
  return { address, addressName, saveAddress, ...place, isExtras, extras };
}

/** Saves a typed address, if asked, once its step is done (DEC-91). Not again when the step is repeated. */
async function saveTyped(save: ReturnType<typeof useSaveAddress>): Promise<void> {
  const checkout = useCheckout.getState();
  const { userData, contact } = checkout;
  if (!userData.saveAddress || contact === null || checkout.steps.stepStates[1] !== 'completed') return;
  updateDelivery({ saveAddress: false });
  const id = await save(addressToSave(checkout, contact));
  if (id !== null) updateDelivery({ savedAddressId: id });
}

/** Stores every change in the checkout's data, so that a reload or another method loses nothing. */
function useStoredAddress(form: UseFormReturn<AddressForm>): void {
  useEffect(() => {
    const { unsubscribe } = form.watch((values) => updateDelivery(withoutUndefined(values)));
    stepForms.delivery = (...wrong) => form.setError(...wrong);
    return () => {
      delete stepForms.delivery;
      unsubscribe();
    };
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
