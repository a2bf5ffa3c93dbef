import type { UseFormSetError } from 'react-hook-form';
import type { Contact, DeliveryData } from './checkout-data.ts';

/** Fields of the delivery that a call may refuse. */
type DeliveryFields = Pick<DeliveryData, 'address' | 'region' | 'city' | 'zone' | 'extras'>;

/** The forms of contact and delivery while they are rendered. A later call may refuse their values. */
export const stepForms: { contact?: UseFormSetError<Contact>; delivery?: UseFormSetError<DeliveryFields> } = {};
