import { checkEmail, emailMessage } from '@ceiba/domain/customers/email';
import { formatTypedPhone, phoneMessage, phonePrefix } from '@ceiba/domain/customers/phone';
import { profileMessages } from '@ceiba/domain/customers/profile';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { api, unwrap } from '../platform/api.ts';
import { AlertBox } from '../ui/alert.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { controlClass, Field, TextField } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { typedField } from '../ui/typed-field.ts';
import type { Contact } from './checkout-data.ts';
import { updateCheckout, useCheckout } from './checkout-store.ts';
import { StepCard } from './step-card.tsx';

/** Step 1 (INFO-01..14). `onSubmit` records the contact and moves on. */
export function ContactStep({ onSubmit }: { onSubmit: (contact: Contact) => Promise<void> }) {
  const contact = useCheckout((state) => state.contact);
  return (
    <StepCard
      step={0}
      summary={
        contact && (
          <p>
            <b className="font-semibold text-ink">
              {contact.firstname} {contact.lastname}
            </b>
            <br />
            <span className="break-words">{contact.email}</span>
            <br />
            <span className="tabular-nums">
              {phonePrefix} {contact.telephone}
            </span>
          </p>
        )
      }
    >
      <ContactForm contact={contact} onSubmit={onSubmit} />
    </StepCard>
  );
}

const emptyContact: Contact = { email: '', firstname: '', lastname: '', telephone: '' };

/** Null means nothing to say (react-hook-form wants `true`). */
const orTrue = (message: string | null): string | true => message ?? true;

const trimmed = (contact: Contact): Contact => ({
  email: contact.email.trim(),
  firstname: contact.firstname.trim(),
  lastname: contact.lastname.trim(),
  telephone: contact.telephone.trim(),
});

function ContactForm({
  contact,
  onSubmit,
}: {
  contact: Contact | null;
  onSubmit: (contact: Contact) => Promise<void>;
}) {
  const typed = useCheckout.getState().typedContact;
  const form = useForm<Contact>({ mode: 'onTouched', defaultValues: typed ?? contact ?? emptyContact });
  useKeptContact(form);
  const { errors, isValid, isSubmitting } = form.formState;
  const guest = useGuestCheck();
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((values) => onSubmit(trimmed(values)))}
      className="grid gap-4"
      aria-label="Información de contacto"
    >
      <LoginInvitation />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Correo electrónico"
          required
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          error={errors.email?.message}
          className="sm:col-span-2"
          {...typedField(form, 'email', {
            validate: (value) => orTrue(emailMessage(value, 'contact')),
            onBlur: () => guest.check(form.getValues('email')),
          })}
        />
        {guest.suggestedEmail !== null && <RegisteredBanner email={guest.suggestedEmail} />}
        <TextField
          label="Nombres"
          required
          autoComplete="given-name"
          maxLength={100}
          error={errors.firstname?.message}
          {...typedField(form, 'firstname', {
            validate: (value) => value.trim() !== '' || profileMessages.contactFirstNameRequired,
          })}
        />
        <TextField
          label="Apellidos"
          required
          autoComplete="family-name"
          maxLength={100}
          error={errors.lastname?.message}
          {...typedField(form, 'lastname', {
            validate: (value) => value.trim() !== '' || profileMessages.contactLastNameRequired,
          })}
        />
        <PhoneField form={form} />
      </div>
      <Button type="submit" size="lg" block disabled={!isValid} loading={isSubmitting}>
        Continuar a entrega
      </Button>
    </form>
  );
}

/** What is typed is kept as it is typed, so that a visit to another page loses none of it. */
function useKeptContact(form: UseFormReturn<Contact>): void {
  useEffect(() => {
    const { unsubscribe } = form.watch(() => updateCheckout({ typedContact: form.getValues() }));
    return unsubscribe;
  }, [form]);
}

/** INFO-05, INFO-06: "+502" stands before the field and is not typed. */
function PhoneField({ form }: { form: UseFormReturn<Contact> }) {
  return (
    <Field
      label="Teléfono"
      required
      hint="Lo usamos solo para coordinar la entrega."
      error={form.formState.errors.telephone?.message}
      className="sm:col-span-2"
    >
      {(control) => (
        <span className="flex">
          <span className="inline-flex items-center rounded-l-md border-[1.5px] border-r-0 border-border-control bg-surface-sunken px-3 text-ink-soft tabular-nums">
            {phonePrefix}
          </span>
          <input
            {...control}
            type="tel"
            inputMode="numeric"
            autoComplete="tel-national"
            placeholder="0000-0000"
            {...typedField(form, 'telephone', {
              format: formatTypedPhone,
              validate: (value) => orTrue(phoneMessage(value, 'contact')),
            })}
            className={`${controlClass} rounded-l-none tabular-nums`}
          />
        </span>
      )}
    </Field>
  );
}

const loginPath = (email?: string): string =>
  `/login?${new URLSearchParams({ redirect: '/checkout', ...(email === undefined ? {} : { email }) })}`;

/** INFO-12. */
function LoginInvitation() {
  return (
    <>
      <ButtonLink
        to={loginPath()}
        variant="tonal"
        size="sm"
        icon={<Icon name="log-in" size="sm" />}
        className="justify-self-start"
      >
        Ya tienes cuenta? Inicia sesión aquí
      </ButtonLink>
      <p className="grid grid-cols-[1fr_auto_1fr] items-center gap-3.5 text-center text-sm text-ink-muted before:h-px before:bg-border after:h-px after:bg-border">
        O continúa sin ingresar a tu cuenta
      </p>
    </>
  );
}

/** INFO-14, DEC-34: it invites, it does not block (DIF-51). */
function RegisteredBanner({ email }: { email: string }) {
  return (
    <AlertBox type="Info" role="status" className="sm:col-span-2">
      <p>Este correo ya tiene una cuenta. Inicia sesión para una compra más rápida.</p>
      <ButtonLink to={loginPath(email)} variant="outline" size="sm" className="mt-2.5">
        Iniciar sesión
      </ButtonLink>
    </AlertBox>
  );
}

/** Whether an address has an account (INFO-13, DEC-134). A failed look-up says nothing: it only serves an invitation. */
function useGuestCheck(): { check: (email: string) => void; suggestedEmail: string | null } {
  const [email, setEmail] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: ['guest-check', email],
    enabled: email !== null,
    retry: false,
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) =>
      unwrap(await api('validateGuestCheckout', { body: { email: email ?? '' } }, { signal })).data,
  });
  const isRegistered = email !== null && data?.result === false;
  return {
    check: (typed) => {
      const checked = checkEmail(typed);
      setEmail(checked.ok ? checked.value : null);
    },
    suggestedEmail: isRegistered ? (data.suggestedEmail ?? email) : null,
  };
}
