import { fullNameOf, type TrustedPerson, trustedPersonMessages } from '@ceiba/domain/addresses/trusted-person';
import { formatTypedPhone, isPhoneForm } from '@ceiba/domain/customers/phone';
import { useForm } from 'react-hook-form';
import { updateCheckout, updateDelivery, useCheckout } from '../checkout/checkout-store.ts';
import { Button } from '../ui/button.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { TextField } from '../ui/field.tsx';
import { typedField } from '../ui/typed-field.ts';

interface PersonForm {
  name: string;
  lastName: string;
  phone: string;
}

const formId = 'trusted-person';

/** Adds or changes who may receive (TRU-03, TRU-06, DEC-94); `index` null adds. */
export default function TrustedPersonDrawer({
  open,
  index,
  onClose,
}: {
  open: boolean;
  index: number | null;
  onClose: () => void;
}) {
  const edited = index === null ? undefined : useCheckout.getState().trustPeople[index];
  const form = useForm<PersonForm>({
    mode: 'onTouched',
    defaultValues: { name: edited?.name ?? '', lastName: edited?.lastName ?? '', phone: edited?.phone ?? '' },
  });
  const { errors } = form.formState;
  const save = (values: PersonForm) => {
    keepPerson(values, index);
    form.reset(index === null ? { name: '', lastName: '', phone: '' } : values);
    onClose();
  };
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={index === null ? 'Agregar persona' : 'Editar persona'}
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
            validate: (value) => value.trim() !== '' || trustedPersonMessages.nameRequired,
          })}
        />
        <TextField
          label="Apellido"
          required
          maxLength={100}
          error={errors.lastName?.message}
          {...typedField(form, 'lastName', {
            validate: (value) => value.trim() !== '' || trustedPersonMessages.lastNameRequired,
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
      </form>
    </Drawer>
  );
}

/** The saved person is the one who receives; the same person is not listed twice. */
function keepPerson({ name, lastName, phone }: PersonForm, index: number | null): void {
  const { trustPeople } = useCheckout.getState();
  const person: TrustedPerson = { name: name.trim(), lastName: lastName.trim(), phone, dpi: null };
  const isSame = (known: TrustedPerson) => fullNameOf(known) === fullNameOf(person) && known.phone === phone;
  const others = trustPeople.filter((known, position) => position !== index && !isSame(known));
  updateCheckout({ trustPeople: [...others, person] });
  updateDelivery({ isOtherReceiver: true, receiverIndex: others.length });
}
