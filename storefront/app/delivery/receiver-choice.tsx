import { fullNameOf, trustedPeopleLimit } from '@ceiba/domain/addresses/trusted-person';
import { phonePrefix } from '@ceiba/domain/customers/phone';
import { lazy, Suspense, useState } from 'react';
import { updateCheckout, updateDelivery, useCheckout } from '../checkout/checkout-store.ts';
import { Button } from '../ui/button.tsx';
import { RadioCard } from '../ui/choice.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';

const TrustedPersonDrawer = lazy(() => import('./trusted-person-drawer.tsx'));

/** Which entry the drawer works on (`editingPersonIndex`, TRU-02); null is a new one. */
interface Editing {
  isOpen: boolean;
  index: number | null;
}

/** The buyer or another person (TRU-01..06, DEC-47). */
export function ReceiverChoice({ isMissing }: { isMissing: boolean }) {
  const contact = useCheckout((state) => state.contact);
  const people = useCheckout((state) => state.trustPeople);
  const isOtherReceiver = useCheckout((state) => state.userData.isOtherReceiver);
  const [editing, setEditing] = useState<Editing | null>(null);
  const buyer = contact === null ? '' : `${contact.firstname} ${contact.lastname}`;
  return (
    <fieldset className="grid gap-3 rounded-lg bg-surface-sunken p-4 sm:p-5">
      <legend className="float-left heading-card text-base">¿Quién recibe?</legend>
      <div className="grid gap-3">
        <RadioCard
          name="receiver"
          value="self"
          title="Yo recibo"
          text={
            <>
              {buyer} ·{' '}
              <span className="whitespace-nowrap tabular-nums">
                {phonePrefix} {contact?.telephone}
              </span>
            </>
          }
          checked={!isOtherReceiver}
          onChange={() => updateDelivery({ isOtherReceiver: false })}
        />
        <RadioCard
          name="receiver"
          value="other"
          title="Otra persona recibe"
          text="Una persona de confianza recibe por ti"
          checked={isOtherReceiver}
          onChange={() => {
            updateDelivery({ isOtherReceiver: true, ...(people.length === 1 ? { receiverIndex: 0 } : {}) });
            if (people.length === 0) setEditing({ isOpen: true, index: null });
          }}
        />
      </div>
      {isOtherReceiver && <PeopleList isMissing={isMissing} onEdit={(index) => setEditing({ isOpen: true, index })} />}
      {editing !== null && (
        <Suspense fallback={null}>
          <TrustedPersonDrawer
            key={editing.index ?? 'new'}
            open={editing.isOpen}
            index={editing.index}
            onClose={() => setEditing({ ...editing, isOpen: false })}
          />
        </Suspense>
      )}
    </fieldset>
  );
}

/** The people of this checkout, one of whom receives; `onEdit(null)` adds one. */
function PeopleList({ isMissing, onEdit }: { isMissing: boolean; onEdit: (index: number | null) => void }) {
  const people = useCheckout((state) => state.trustPeople);
  const receiverIndex = useCheckout((state) => state.userData.receiverIndex);
  return (
    <div className="grid gap-3">
      {people.map((person, index) => (
        <div key={`${fullNameOf(person)} ${person.phone}`} className="flex items-center gap-1">
          <RadioCard
            name="trustedPerson"
            value={index}
            title={fullNameOf(person)}
            text={
              <>
                Persona de confianza · <span className="whitespace-nowrap tabular-nums">{person.phone}</span>
              </>
            }
            checked={receiverIndex === index}
            onChange={() => updateDelivery({ receiverIndex: index })}
            className="flex-1"
          />
          <IconButton label={`Editar a ${fullNameOf(person)}`} onClick={() => onEdit(index)}>
            <Icon name="pencil" />
          </IconButton>
          <IconButton label={`Eliminar a ${fullNameOf(person)}`} onClick={() => removePerson(index)}>
            <Icon name="trash-2" />
          </IconButton>
        </div>
      ))}
      {isMissing && receiverIndex === null && (
        <p role="alert" className="flex gap-1.5 text-sm font-medium text-danger">
          <Icon name="circle-alert" size="sm" className="mt-0.5" />
          Elige o agrega a la persona que recibe.
        </p>
      )}
      {people.length < trustedPeopleLimit && (
        <Button
          variant="tonal"
          size="sm"
          icon={<Icon name="user-plus" size="sm" />}
          className="justify-self-start"
          onClick={() => onEdit(null)}
        >
          Agregar persona
        </Button>
      )}
    </div>
  );
}

/** The chosen position follows its person when an earlier one goes. */
function removePerson(index: number): void {
  const { trustPeople, userData } = useCheckout.getState();
  const { receiverIndex } = userData;
  updateCheckout({ trustPeople: trustPeople.filter((_, position) => position !== index) });
  if (receiverIndex === null || receiverIndex < index) return;
  updateDelivery({ receiverIndex: receiverIndex === index ? null : receiverIndex - 1 });
}
