import { contactMessages, missingContactText } from '@ceiba/domain/customers/contact-messages';
import { formatTypedPhone } from '@ceiba/domain/customers/phone';
import { Button } from '@ceiba/ui/button';
import { TextField } from '@ceiba/ui/field';
import { typedField } from '@ceiba/ui/typed-field';
import { Suspense, useEffect, useId, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useAdvisor } from '../advisors/advisor-store.ts';
import { type SignedInCustomer, useCustomer } from '../auth/customer-query.ts';
import { useSession } from '../auth/session-store.ts';
import { PhoneField, personFields } from '../forms/person-fields.tsx';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { useOpenLink } from '../platform/open-link.ts';
import type { Contact } from './checkout-data.ts';
import { updateCheckout, useCheckout } from './checkout-store.ts';
import { LoginDrawer, LoginInvitation, RegisteredBanner, useGuestCheck, useLogin } from './contact-login.tsx';

const emptyContact: Contact = { email: '', firstname: '', lastname: '', telephone: '' };

const fields = personFields('contact', contactMessages.firstNameRequired, contactMessages.lastNameRequired);

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
  const { form, submit, isSending } = useSubmitForm(
    { defaultValues: typed ?? contact ?? emptyContact },
    (values: Contact) => onSubmit(trimmed(values)),
  );
  useStoredContact(form);
  const isOfAccount = useAccountContact(form);
  // An advisor counts as signed in (ADV-07); signing in would bring another cart than the link's.
  const isAdvisor = Boolean(useAdvisor());
  const isLink = useOpenLink() !== null;
  const isGuest = useSession() === null && !isAdvisor && !isLink;
  const missing = missingContactText(form.watch());
  const missingId = useId();
  const guest = useGuestCheck();
  const login = useLogin();
  const openLogin = (): void => login.open(guest.suggestedEmail ?? '');
  useKnownContact(onSubmit, login.isOpen);
  return (
    <>
      <form noValidate onSubmit={submit} className="grid gap-4" aria-label="Información de contacto">
        {isGuest && <LoginInvitation onLogin={openLogin} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...typedField(form, 'email', fields.email, { onBlur: () => guest.check(form.getValues('email')) })}
            readOnly={isOfAccount('email')}
            className="sm:col-span-2"
          />
          {isGuest && guest.suggestedEmail !== null && <RegisteredBanner onLogin={openLogin} />}
          <TextField {...typedField(form, 'firstname', fields.firstName)} readOnly={isOfAccount('firstname')} />
          <TextField {...typedField(form, 'lastname', fields.lastName)} readOnly={isOfAccount('lastname')} />
          <PhoneField
            {...typedField(form, 'telephone', fields.phone)}
            hint="Lo usamos solo para coordinar la entrega."
            readOnly={isOfAccount('telephone')}
            className="sm:col-span-2"
          />
        </div>
        <div className="grid gap-2">
          <Button
            type="submit"
            size="lg"
            block
            blocked={missing !== null || login.isOpen}
            aria-describedby={missingId}
            loading={isSending}
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
function useStoredContact(form: UseFormReturn<Contact>): void {
  useEffect(() => {
    const { unsubscribe } = form.watch(() => updateCheckout({ typedContact: form.getValues() }));
    return unsubscribe;
  }, [form]);
}
