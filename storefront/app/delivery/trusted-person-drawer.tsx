import { fullNameOf, trustedPersonMessages } from '@ceiba/domain/addresses/trusted-person';
import { normalizeDpi, profileDpiMessage } from '@ceiba/domain/billing/dpi';
import { nameMessage } from '@ceiba/domain/customers/person-name';
import { formatTypedPhone, isPhoneForm } from '@ceiba/domain/customers/phone';
import { useForm } from 'react-hook-form';
import { useAddressChoice } from '../addresses/address-choice.ts';
import type { Receiver } from '../checkout/checkout-data.ts';
import { updateCheckout, updateDelivery, useCheckout } from '../checkout/checkout-store.ts';
import { newUuid } from '../platform/new-uuid.ts';
import { Button } from '../ui/button.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { TextField } from '../ui/field.tsx';
import { typedField } from '../ui/typed-field.ts';

interface PersonForm {
  name: string;
  lastName: string;
  phone: string;
  dpi: string;
}

const empty: PersonForm = { name: '', lastName: '', phone: '', dpi: '' };

const formOf = ({ name, lastName, phone, dpi }: Receiver): PersonForm => ({ name, lastName, phone, dpi: dpi ?? '' });

const formId = 'trusted-person';

/**
 * Adds or changes who may receive (TRU-03, TRU-06, DEC-94); `id` null adds. A DPI is kept with saved addresses alone
 * (DIF-24): who has none, as no account, is not asked for it.
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
  const form = useForm<PersonForm>({
    mode: 'onTouched',
    defaultValues: edited === undefined ? empty : formOf(edited),
  });
  const { errors } = form.formState;
  const { isCustomer } = useAddressChoice();
  const save = (values: PersonForm) => {
    keepPerson(values, id);
    form.reset(id === null ? empty : values);
    onClose();
  };
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
          // The drawer stands inside the delivery form's tree: its submit is not that form's.
          event.stopPropagation();
          void form.handleSubmit(save)(event);
        }}
        className="grid gap-4"
      >
        <p className="text-sm text-ink-soft">Podrá recibir tu pedido presentando su documento de identificación.</p>
        <TextField
          label="Nombre"
          required
          maxLength={100}
          error={errors.name?.message}
          {...typedField(form, 'name', {
            validate: (value) => nameMessage(value, trustedPersonMessages.nameRequired) ?? true,
          })}
        />
        <TextField
          label="Apellido"
          required
          maxLength={100}
          error={errors.lastName?.message}
          {...typedField(form, 'lastName', {
            validate: (value) => nameMessage(value, trustedPersonMessages.lastNameRequired) ?? true,
          })}
        />
        <TextField
          label="Teléfono"
          required
          type="tel"
          inputMode="numeric"
          placeholder="0000-0000"
          error={errors.phone?.message}
          {...typedField(form, 'phone', {
            format: formatTypedPhone,
            validate: (value) => isPhoneForm(value) || trustedPersonMessages.phoneInvalid,
          })}
        />
        {isCustomer && (
          <TextField
            label="DPI (opcional)"
            inputMode="numeric"
            maxLength={20}
            hint="Solo se guarda junto con una dirección de tu cuenta."
            error={errors.dpi?.message}
            {...typedField(form, 'dpi', {
              validate: (value) => value.trim() === '' || (profileDpiMessage(value) ?? true),
            })}
          />
        )}
      </form>
    </Drawer>
  );
}

/** The saved person is the one who receives and keeps the place in the list; the same person is not listed twice. */
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
  // One that another tab has removed meanwhile is added again.
  const people = isListed ? others.map((known) => (known.id === person.id ? person : known)) : [...others, person];
  updateCheckout({ trustPeople: people });
  updateDelivery({ isOtherReceiver: true, trustedPerson: person.id });
}
