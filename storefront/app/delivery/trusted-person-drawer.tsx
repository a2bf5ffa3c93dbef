import { fullNameOf, trustedPersonMessages } from '@ceiba/domain/addresses/trusted-person';
import { normalizeDpi, profileDpiMessage } from '@ceiba/domain/billing/dpi';
import { phoneRefusalText } from '@ceiba/domain/customers/phone';
import { profilePhone } from '@ceiba/domain/customers/profile-words';
import { Button } from '@ceiba/ui/button';
import { Drawer } from '@ceiba/ui/drawer';
import { TextField } from '@ceiba/ui/field';
import { typedField } from '@ceiba/ui/typed-field';
import { useAddressChoice } from '../addresses/address-choice.ts';
import type { Receiver } from '../checkout/checkout-data.ts';
import { updateCheckout, updateDelivery, useCheckout } from '../checkout/checkout-store.ts';
import { nameField, phoneField } from '../forms/person-fields.tsx';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { newUuid } from '../platform/new-uuid.ts';

const empty = { name: '', lastName: '', phone: '', dpi: '' };

const formOf = ({ name, lastName, phone, dpi }: Receiver): PersonForm => ({ name, lastName, phone, dpi: dpi ?? '' });

type PersonForm = typeof empty;

const fields = {
  name: nameField('Nombre', trustedPersonMessages.nameRequired),
  lastName: nameField('Apellido', trustedPersonMessages.lastNameRequired),
  phone: {
    ...phoneField(profilePhone),
    autoComplete: undefined,
    validate: (typed: string) => phoneRefusalText(typed, trustedPersonMessages.phoneInvalid),
  },
  dpi: {
    label: 'DPI (opcional)',
    inputMode: 'numeric',
    maxLength: 20,
    hint: 'Solo se guarda junto con una dirección de tu cuenta.',
    validate: (typed: string) => (typed.trim() === '' ? null : profileDpiMessage(typed)),
  },
} as const;

const formId = 'trusted-person';

/**
 * Adds or changes a recipient (TRU-03, TRU-06, DEC-94); A null `id` adds a recipient. The DPI is only stored with saved addresses (DIF-24), so
 * shoppers without an account are not asked for it.
 */
export default function TrustedPersonDrawer({
  open,
  id,
  onClose,
}: {
  open: boolean;
  id: string | null;
  onClose: () => void;
}) {
  const edited = useCheckout.getState().trustPeople.find((person) => person.id === id);
  const { form, submit } = useSubmitForm(
    { defaultValues: edited === undefined ? empty : formOf(edited) },
    async (values: PersonForm, { reset }) => {
      keepPerson(values, id);
      reset(id === null ? empty : values);
      onClose();
    },
  );
  const { isCustomer } = useAddressChoice();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={id === null ? 'Agregar persona' : 'Editar persona'}
      footer={
        <Button type="submit" form={formId} block>
          Guardar
        </Button>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          // The drawer is a React child of the delivery form: without this call, the submit event would also reach that form.
          event.stopPropagation();
          void submit(event);
        }}
        className="grid gap-4"
      >
        <p className="text-sm text-ink-soft">Podrá recibir tu pedido presentando su documento de identificación.</p>
        <TextField {...typedField(form, 'name', fields.name)} />
        <TextField {...typedField(form, 'lastName', fields.lastName)} />
        <TextField {...typedField(form, 'phone', fields.phone)} />
        {isCustomer && <TextField {...typedField(form, 'dpi', fields.dpi)} />}
      </form>
    </Drawer>
  );
}

/** The saved person becomes the recipient and keeps their place in the list. The same person is not listed twice. */
function keepPerson({ name, lastName, phone, dpi }: PersonForm, id: string | null): void {
  const { trustPeople } = useCheckout.getState();
  const person: Receiver = {
    id: id ?? newUuid(),
    name: name.trim(),
    lastName: lastName.trim(),
    phone,
    dpi: normalizeDpi(dpi) || null,
  };
  const isSame = (known: Receiver) => fullNameOf(known) === fullNameOf(person) && known.phone === phone;
  const isListed = trustPeople.some((known) => known.id === person.id);
  const others = trustPeople.filter((known) => known.id === person.id || !isSame(known));
  // If another tab has removed the person, the person is added again.
  const people = isListed ? others.map((known) => (known.id === person.id ? person : known)) : [...others, person];
  updateCheckout({ trustPeople: people });
  updateDelivery({ isOtherReceiver: true, trustedPerson: person.id });
}
