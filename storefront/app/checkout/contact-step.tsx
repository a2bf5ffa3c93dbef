import { phonePrefix } from '@ceiba/domain/customers/phone';
import type { Contact } from './checkout-data.ts';
import { useCheckout } from './checkout-store.ts';
import { ContactForm } from './contact-form.tsx';
import { StepCard } from './step-card.tsx';

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
