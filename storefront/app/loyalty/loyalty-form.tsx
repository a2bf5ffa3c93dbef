import { formatTypedPhone } from '@ceiba/domain/customers/phone';
import { defaultGender } from '@ceiba/domain/customers/profile';
import { type DocumentType, documentMessage, documentTypes, loyaltyTexts } from '@ceiba/domain/loyalty/document';
import { Button } from '@ceiba/ui/button';
import { SelectField, TextField } from '@ceiba/ui/field';
import { TermsCheckbox } from '@ceiba/ui/terms-checkbox';
import { typedField } from '@ceiba/ui/typed-field';
import type { SignedInCustomer } from '../auth/customer-query.ts';
import { genderField, genderOf, genderOptions } from '../auth/gender-field.tsx';
import { profileFields } from '../auth/person-inputs.ts';
import { SubmitRow } from '../forms/submit-row.tsx';
import { useSubmitForm } from '../forms/use-submit-form.ts';
import type { MemberRegistration, MemberValues } from './membership.ts';

const formOf = (customer: SignedInCustomer) => ({
  documentType: 'DPI' as DocumentType,
  documentId: customer.dpi ?? '',
  firstName: customer.firstName,
  lastName: customer.lastName,
  email: customer.email,
  phone: formatTypedPhone(customer.phone ?? ''),
  dateOfBirth: customer.dateOfBirth ?? '',
  gender: String(customer.gender ?? defaultGender),
  acceptTerms: false,
});

type MemberForm = ReturnType<typeof formOf>;

const valuesOf = (form: MemberForm): MemberValues => ({
  ...form,
  documentId: form.documentId.trim(),
  firstName: form.firstName.trim(),
  lastName: form.lastName.trim(),
  email: form.email.trim(),
  phone: form.phone.trim(),
  gender: genderOf(form.gender),
  acceptTerms: true,
});

const fields = {
  documentId: {
    label: 'Número de documento',
    required: true,
    maxLength: 30,
    validate: (documentId: string, { documentType }: MemberForm) => documentMessage({ documentType, documentId }),
  },
  acceptTerms: {
    of: ' de Puntos MAX',
    validate: (isAccepted: boolean) => (isAccepted ? null : loyaltyTexts.termsRequired),
  },
};

/** Registers with the loyalty program (DEC-116) using the profile's data, or finds the account of the document. */
export default function LoyaltyForm({
  customer,
  joining,
}: {
  customer: SignedInCustomer;
  joining: MemberRegistration;
}) {
  const { form, submit, isSending, refuse } = useSubmitForm({ defaultValues: formOf(customer) }, (values: MemberForm) =>
    joining.register(valuesOf(values)),
  );
  const find = async (): Promise<void> => {
    if (!(await form.trigger('documentId', { shouldFocus: true }))) return;
    const { documentType, documentId } = form.getValues();
    const refusal = await joining.find({ documentType, documentId: documentId.trim() });
    if (refusal) refuse(refusal);
  };
  return (
    <form noValidate aria-label="Puntos MAX" onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
      <SelectField label="Tipo de documento" required {...form.register('documentType', { deps: ['documentId'] })}>
        {documentTypes.map((type) => (
          <option key={type} value={type}>
            {type}
          </option>
        ))}
      </SelectField>
      <TextField {...typedField(form, 'documentId', fields.documentId)} />
      <TextField {...typedField(form, 'firstName', profileFields.firstName)} />
      <TextField {...typedField(form, 'lastName', profileFields.lastName)} />
      <TextField {...typedField(form, 'email', profileFields.email)} readOnly />
      <TextField {...typedField(form, 'phone', profileFields.phone)} />
      <TextField {...typedField(form, 'dateOfBirth', profileFields.dateOfBirth)} />
      <SelectField {...typedField(form, 'gender', genderField)}>{genderOptions}</SelectField>
      <TermsCheckbox {...typedField(form, 'acceptTerms', fields.acceptTerms)} className="sm:col-span-2" />
      <SubmitRow label="Registrarme" loading={isSending}>
        <Button variant="outline" onClick={() => void find()}>
          Ya tengo una cuenta
        </Button>
      </SubmitRow>
    </form>
  );
}
