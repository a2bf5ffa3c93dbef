import { unwrap } from '@ceiba/client/call-failure';
import { guestTexts } from '@ceiba/domain/auth/guest-texts';
import { contactMessages, missingContactText } from '@ceiba/domain/customers/contact-messages';
import { checkEmail, contactEmail } from '@ceiba/domain/customers/email';
import { contactPhone, formatTypedPhone, phonePrefix } from '@ceiba/domain/customers/phone';
import { AlertBox } from '@ceiba/ui/alert';
import { Button } from '@ceiba/ui/button';
import { TextField } from '@ceiba/ui/field';
import { Icon } from '@ceiba/ui/icon';
import { typedField } from '@ceiba/ui/typed-field';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useAdvisor } from '../advisors/advisor-store.ts';
import { type SignedInCustomer, useCustomer } from '../auth/customer-query.ts';
import { useSession } from '../auth/session-store.ts';
import { PhoneField, personFields } from '../forms/person-fields.tsx';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import { api } from '../platform/api.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { useOpenLink } from '../platform/open-link.ts';
import type { Contact } from './checkout-data.ts';
import { updateCheckout, useCheckout } from './checkout-store.ts';
import { StepCard } from './step-card.tsx';
import { stepForms } from './step-forms.ts';

/** This script is fetched when a guest wants to sign in. */
const LoginDrawer = lazyPart(() => import('../auth/login-drawer.tsx'));

/** State of the login drawer. `email` is null until the drawer was opened, and stays while it slides out. */
function useLogin() {
  const [email, setEmail] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    email,
    isOpen,
    open: (suggested: string) => {
      setEmail(suggested);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}

/** Offers guests to sign in or to continue without an account (INFO-12). */
function LoginInvitation({ onLogin }: { onLogin: () => void }) {
  return (
    <>
      <Button
        variant="tonal"
        size="sm"
        icon={<Icon name="log-in" size="sm" />}
        onClick={onLogin}
        className="justify-self-start"
      >
        {guestTexts.login}
      </Button>
      <p className="or-line">{guestTexts.divider}</p>
    </>
  );
}

/** Invites the shopper to log in if the e-mail has an account. Does not block the step (INFO-14, DEC-34, DIF-51). */
function RegisteredBanner({ onLogin }: { onLogin: () => void }) {
  return (
    <AlertBox type="Info" role="status" className="sm:col-span-2">
      <p>{guestTexts.registered}</p>
      <Button variant="outline" size="sm" className="mt-2.5" onClick={onLogin}>
        Iniciar sesión
      </Button>
    </AlertBox>
  );
}

/** Checks whether an e-mail has an account (INFO-13, DEC-134). A failed check shows nothing, because the check only serves an invitation. */
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

const emptyContact: Contact = { email: '', firstname: '', lastname: '', telephone: '' };

const fields = personFields({
  email: contactEmail,
  phone: contactPhone,
  noFirstName: contactMessages.firstNameRequired,
  noLastName: contactMessages.lastNameRequired,
});

/** The buyer's contact, typed or known from the account. Guests are invited to sign in, and can continue without signing in. */
function ContactForm({
  contact,
  onSubmit,
}: {
  contact: Contact | null;
  onSubmit: (contact: Contact) => Promise<void>;
}) {
  const typed = useCheckout.getState().typedContact;
  const { form, submit, isSending } = useSubmitForm(
    { defaultValues: typed ?? contact ?? emptyContact },
    (values: Contact) => onSubmit(values),
  );
  useStoredContact(form);
  const isOfAccount = useAccountContact(form);
  // An advisor counts as signed in (ADV-07). On a payment link, signing in would bring another cart than the link's cart.
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

/** The contact from the account. Null for a guest, and until it is known. */
const contactOf = (customer: SignedInCustomer | null): Contact | null =>
  customer && {
    email: customer.email,
    firstname: customer.firstName,
    lastname: customer.lastName,
    telephone: formatTypedPhone(customer.phone ?? ''),
  };

/** Fills in a customer's contact from the account (INFO-08). Fields that the account lacks can be typed. */
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

/**
 * Submits the opened step automatically if the account knows the whole contact. After a sign-in in this step, the
 * submit waits for the welcome message.
 */
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

/** Stores each field while it is typed, so that a visit to another page loses nothing. */
function useStoredContact(form: UseFormReturn<Contact>): void {
  useEffect(() => {
    const { unsubscribe } = form.watch(() => updateCheckout({ typedContact: form.getValues() }));
    stepForms.contact = form.setError;
    return () => {
      delete stepForms.contact;
      unsubscribe();
    };
  }, [form]);
}

/** Step 1 (INFO-01..14). `onSubmit` records the contact and moves on. */
export function ContactStep({ onSubmit }: { onSubmit: (contact: Contact) => Promise<void> }) {
  const contact = useCheckout((state) => state.contact);
  return (
    <StepCard
      step={0}
      summary={
        contact && (
          <p className="wrap-anywhere">
            <b className="font-semibold text-ink">
              {contact.firstname} {contact.lastname}
            </b>
            <br />
            {contact.email}
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
