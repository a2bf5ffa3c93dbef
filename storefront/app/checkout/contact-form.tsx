import { contactMessages, missingContactText } from '@ceiba/domain/customers/contact-messages';
import { emailMessage } from '@ceiba/domain/customers/email';
import { nameMessage } from '@ceiba/domain/customers/person-name';
import { formatTypedPhone, phoneMessage, phonePrefix } from '@ceiba/domain/customers/phone';
import { Suspense, useEffect, useId, useRef } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useAdvisor } from '../advisors/advisor-store.ts';
import { type SignedInCustomer, useCustomer } from '../auth/customer-query.ts';
import { useSession } from '../auth/session-store.ts';
import { useOpenLink } from '../platform/open-link.ts';
import { Button } from '../ui/button.tsx';
import { Field, TextField } from '../ui/field.tsx';
import { controlClass } from '../ui/select.tsx';
import { typedField } from '../ui/typed-field.ts';
import type { Contact } from './checkout-data.ts';
import { updateCheckout, useCheckout } from './checkout-store.ts';
import { LoginDrawer, LoginInvitation, RegisteredBanner, useGuestCheck, useLogin } from './contact-login.tsx';

const emptyContact: Contact = { email: '', firstname: '', lastname: '', telephone: '' };

/** Null means nothing to say (react-hook-form wants `true`). */
const orTrue = (message: string | null): string | true => message ?? true;

const trimmed = (contact: Contact): Contact => ({
  email: contact.email.trim(),
  firstname: contact.firstname.trim(),
  lastname: contact.lastname.trim(),
  telephone: contact.telephone.trim(),
});

/** Who buys, to be typed or known of the account; a guest is invited to sign in, and can go on without. */
export function ContactForm({
  contact,
  onSubmit,
}: {
  contact: Contact | null;
  onSubmit: (contact: Contact) => Promise<void>;
}) {
  const typed = useCheckout.getState().typedContact;
  const form = useForm<Contact>({ mode: 'onTouched', defaultValues: typed ?? contact ?? emptyContact });
  useKeptContact(form);
  const isOfAccount = useAccountContact(form);
  // An advisor counts as signed in (ADV-07); signing in would bring another cart than the link's.
  const isAdvisor = Boolean(useAdvisor());
  const isLink = useOpenLink() !== null;
  const isGuest = useSession() === null && !isAdvisor && !isLink;
  const { errors, isSubmitting } = form.formState;
  const missing = missingContactText(form.watch());
  const missingId = useId();
  const guest = useGuestCheck();
  const login = useLogin();
  useKnownContact(onSubmit, login.isOpen);
  return (
    <>
      <form
        noValidate
        onSubmit={form.handleSubmit((values) => onSubmit(trimmed(values)))}
        className="grid gap-4"
        aria-label="Información de contacto"
      >
        {isGuest && <LoginInvitation onLogin={() => login.open(guest.suggestedEmail ?? '')} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Correo electrónico"
            required
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            error={errors.email?.message}
            readOnly={isOfAccount('email')}
            className="sm:col-span-2"
            {...typedField(form, 'email', {
              validate: (value) => orTrue(emailMessage(value, 'contact')),
              onBlur: () => guest.check(form.getValues('email')),
            })}
          />
          {isGuest && guest.suggestedEmail !== null && (
            <RegisteredBanner onLogin={() => login.open(guest.suggestedEmail ?? '')} />
          )}
          <TextField
            label="Nombres"
            required
            autoComplete="given-name"
            maxLength={100}
            error={errors.firstname?.message}
            readOnly={isOfAccount('firstname')}
            {...typedField(form, 'firstname', {
              validate: (value) => orTrue(nameMessage(value, contactMessages.firstNameRequired)),
            })}
          />
          <TextField
            label="Apellidos"
            required
            autoComplete="family-name"
            maxLength={100}
            error={errors.lastname?.message}
            readOnly={isOfAccount('lastname')}
            {...typedField(form, 'lastname', {
              validate: (value) => orTrue(nameMessage(value, contactMessages.lastNameRequired)),
            })}
          />
          <PhoneField form={form} isOfAccount={isOfAccount('telephone')} />
        </div>
        <div className="grid gap-2">
          <Button
            type="submit"
            size="lg"
            block
            blocked={missing !== null || login.isOpen}
            aria-describedby={missingId}
            loading={isSubmitting}
          >
            Continuar a entrega
          </Button>
          <p id={missingId} className="text-center text-xs text-ink-muted empty:hidden">
            {missing}
          </p>
        </div>
      </form>
      {login.email !== null && (
        <Suspense>
          <LoginDrawer open={login.isOpen} email={login.email} onClose={login.close} />
        </Suspense>
      )}
    </>
  );
}

/** What the account knows of the contact; null for a guest, and until it is known. */
const contactOf = (customer: SignedInCustomer | null): Contact | null =>
  customer && {
    email: customer.email,
    firstname: customer.firstName,
    lastname: customer.lastName,
    telephone: formatTypedPhone(customer.phone ?? ''),
  };

/** INFO-08: a customer's contact is the account's; what the account does not know can be typed. */
function useAccountContact(form: UseFormReturn<Contact>): (field: keyof Contact) => boolean {
  const { customer } = useCustomer();
  const { setValue } = form;
  useEffect(() => {
    const known = contactOf(customer);
    if (known === null) return;
    for (const field of ['email', 'firstname', 'lastname', 'telephone'] as const)
      if (known[field] !== '') setValue(field, known[field], { shouldValidate: true });
  }, [customer, setValue]);
  const known = contactOf(customer);
  return (field) => known !== null && known[field] !== '';
}

/** A customer whose account knows all of it has nothing to do in a step that opens; once welcomed, after signing in here. */
function useKnownContact(onSubmit: (contact: Contact) => Promise<void>, isSigningIn: boolean): void {
  const { customer } = useCustomer();
  const isSent = useRef(false);
  useEffect(() => {
    const known = contactOf(customer);
    if (known === null || isSigningIn || isSent.current || missingContactText(known) !== null) return;
    isSent.current = useCheckout.getState().steps.stepStates[0] === 'default';
    if (isSent.current) void onSubmit(known);
  }, [customer, isSigningIn, onSubmit]);
}

/** What is typed is kept as it is typed, so that a visit to another page loses none of it. */
function useKeptContact(form: UseFormReturn<Contact>): void {
  useEffect(() => {
    const { unsubscribe } = form.watch(() => updateCheckout({ typedContact: form.getValues() }));
    return unsubscribe;
  }, [form]);
}

/** INFO-05, INFO-06: "+502" stands before the field and is not typed. */
function PhoneField({ form, isOfAccount }: { form: UseFormReturn<Contact>; isOfAccount: boolean }) {
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
          <span className="phone-prefix">{phonePrefix}</span>
          <input
            {...control}
            readOnly={isOfAccount}
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
