import { fullNameOf, trustedPeopleLimit } from '@ceiba/domain/addresses/trusted-person';
import { phonePrefix } from '@ceiba/domain/customers/phone';
import { Button } from '@ceiba/ui/button';
import { RadioCard } from '@ceiba/ui/choice';
import { Icon } from '@ceiba/ui/icon';
import { IconButton } from '@ceiba/ui/icon-button';
import { Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { updateCheckout, updateDelivery, useCheckout } from '../checkout/checkout-store.ts';
import { lazyPart } from '../platform/lazy-part.tsx';

const TrustedPersonDrawer = lazyPart(() => import('./trusted-person-drawer.tsx'));

/** ID of the person that the drawer edits (TRU-02). Null adds a person. An ID, because another tab may change the list while the drawer is open. */
interface Editing {
  isOpen: boolean;
  id: string | null;
}

/** The choice of the recipient: the buyer or another person (TRU-01..06, DEC-47). */
export function ReceiverChoice({ isMissing }: { isMissing: boolean }) {
  const contact = useCheckout((state) => state.contact);
  const people = useCheckout((state) => state.trustPeople);
  const isOtherReceiver = useCheckout((state) => state.userData.isOtherReceiver);
  const [editing, setEditing] = useState<Editing | null>(null);
  const buyer = contact === null ? '' : `${contact.firstname} ${contact.lastname}`;
  const edit = (editingPersonIndex: number | null) =>
    setEditing({ isOpen: true, id: editingPersonIndex === null ? null : (people[editingPersonIndex]?.id ?? null) });
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
            const [only] = people;
            updateDelivery({
              isOtherReceiver: true,
              ...(only !== undefined && people.length === 1 ? { trustedPerson: only.id } : {}),
            });
            if (only === undefined) edit(null);
          }}
        />
      </div>
      {isOtherReceiver && <PeopleList isMissing={isMissing} onEdit={edit} />}
      {editing !== null && (
        <Suspense fallback={null}>
          <TrustedPersonDrawer
            key={editing.id ?? 'new'}
            open={editing.isOpen}
            id={editing.id}
            onClose={() => setEditing({ ...editing, isOpen: false })}
          />
        </Suspense>
      )}
    </fieldset>
  );
}

/** The people of this checkout. One person receives the order. `onEdit` with null adds a person. */
function PeopleList({
  isMissing,
  onEdit,
}: {
  isMissing: boolean;
  onEdit: (editingPersonIndex: number | null) => void;
}) {
  const people = useCheckout((state) => state.trustPeople);
  const receiverId = useCheckout((state) => state.userData.trustedPerson);
  const list = useRef<HTMLDivElement>(null);
  const remove = (id: string, index: number) => {
    flushSync(() => removePerson(id));
    // Focuses the person now in that position, or the last one, or the add button.
    const radios = list.current?.querySelectorAll<HTMLElement>('input[type=radio]') ?? [];
    const next = radios[Math.min(index, radios.length - 1)];
    (next ?? list.current?.querySelector<HTMLElement>('button'))?.focus();
  };
  return (
    <div ref={list} className="grid gap-3">
      {people.map((person, index) => (
        <div key={person.id} className="flex items-center gap-1">
          <RadioCard
            name="trustedPerson"
            value={person.id}
            title={fullNameOf(person)}
            text={
              <>
                Persona de confianza · <span className="whitespace-nowrap tabular-nums">{person.phone}</span>
              </>
            }
            checked={receiverId === person.id}
            onChange={() => updateDelivery({ trustedPerson: person.id })}
            className="flex-1"
          />
          <IconButton label={`Editar a ${fullNameOf(person)}`} onClick={() => onEdit(index)}>
            <Icon name="pencil" />
          </IconButton>
          <IconButton label={`Eliminar a ${fullNameOf(person)}`} onClick={() => remove(person.id, index)}>
            <Icon name="trash-2" />
          </IconButton>
        </div>
      ))}
      {isMissing && people.every(({ id }) => id !== receiverId) && (
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

function removePerson(id: string): void {
  const { trustPeople, userData } = useCheckout.getState();
  updateCheckout({ trustPeople: trustPeople.filter((person) => person.id !== id) });
  if (userData.trustedPerson === id) updateDelivery({ trustedPerson: null });
}
