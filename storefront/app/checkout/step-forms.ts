import type { UseFormSetError } from 'react-hook-form';
import type { Contact, DeliveryData } from './checkout-data.ts';

/** Fields of the delivery that a call may refuse. */
type DeliveryFields = Pick<DeliveryData, 'address' | 'region' | 'city' | 'zone' | 'extras'>;

/** The form of the contact and that of the delivery, while it stands: a later call may refuse what it has asked for. */
export const stepForms: { contact?: UseFormSetError<Contact>; delivery?: UseFormSetError<DeliveryFields> } = {};
