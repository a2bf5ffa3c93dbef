import { formatTypedPhone } from '@ceiba/domain/customers/phone';
import { defaultGender, type Gender, genderLabels, profileMessages } from '@ceiba/domain/customers/profile';
import { type DocumentType, documentMessage, documentTypes, loyaltyTexts } from '@ceiba/domain/loyalty/document';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { SignedInCustomer } from '../auth/customer-query.ts';
import { personInputs, personRules } from '../auth/person-inputs.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { TermsCheckbox } from '../ui/terms-checkbox.tsx';
import { typedField } from '../ui/typed-field.ts';
import type { Joining, MemberValues } from './membership.ts';

interface MemberForm {
  documentType: DocumentType;
  documentId: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  dateOfBirth: string;
  gender: string;
  acceptTerms: boolean;
}

const formOf = (customer: SignedInCustomer): MemberForm => ({
  documentType: 'DPI',
  documentId: customer.dpi ?? '',
  firstName: customer.firstName,
  lastName: customer.lastName,
  email: customer.email,
  phone: formatTypedPhone(customer.phone ?? ''),
  dateOfBirth: customer.dateOfBirth ?? '',
  gender: String(customer.gender ?? defaultGender),
  acceptTerms: false,
});

const genderOf = (text: string): Gender => (text === '2' ? 2 : defaultGender);

const valuesOf = (form: MemberForm): MemberValues => ({
  documentType: form.documentType,
  documentId: form.documentId.trim(),
  firstName: form.firstName.trim(),
  lastName: form.lastName.trim(),
  email: form.email.trim(),
  phone: form.phone.trim(),
  dateOfBirth: form.dateOfBirth,
  gender: genderOf(form.gender),
  acceptTerms: true,
});

const isField = (name: string, form: MemberForm): name is keyof MemberForm => Object.hasOwn(form, name);

/** Registers with the loyalty program (DEC-116), with what the profile knows; or finds the account of the document. */
export default function LoyaltyForm({ customer, joining }: { customer: SignedInCustomer; joining: Joining }) {
  const form = useForm<MemberForm>({ mode: 'onTouched', defaultValues: formOf(customer) });
  const { isSubmitting } = form.formState;
  const showRefusals = (fields: Record<string, string>): void => {
    for (const [field, message] of Object.entries(fields))
      if (isField(field, form.getValues())) form.setError(field, { message });
  };
  const find = async (): Promise<void> => {
    if (!(await form.trigger('documentId', { shouldFocus: true }))) return;
    const { documentType, documentId } = form.getValues();
    showRefusals(await joining.find({ documentType, documentId: documentId.trim() }));
  };
  return (
    <form
      noValidate
      aria-label="Puntos MAX"
      onSubmit={form.handleSubmit(async (values) => showRefusals(await joining.register(valuesOf(values))))}
      className="grid gap-4 sm:grid-cols-2"
    >
      <DocumentFields form={form} />
      <MemberFields form={form} />
      <TermsField form={form} />
      <div className="flex flex-wrap justify-end gap-3 border-t border-border pt-4 sm:col-span-2">
        <Button variant="outline" onClick={() => void find()}>
          Ya tengo una cuenta
        </Button>
        <Button type="submit" loading={isSubmitting}>
          Registrarme
        </Button>
      </div>
    </form>
  );
}

function DocumentFields({ form }: { form: UseFormReturn<MemberForm> }) {
  return (
    <>
      <SelectField label="Tipo de documento" required {...form.register('documentType', { deps: ['documentId'] })}>
        {documentTypes.map((type) => (
          <option key={type} value={type}>
            {type}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Número de documento"
        required
        maxLength={30}
        error={form.formState.errors.documentId?.message}
        {...typedField(form, 'documentId', {
          validate: (documentId, { documentType }) => documentMessage({ documentType, documentId }) ?? true,
        })}
      />
    </>
  );
}

function MemberFields({ form }: { form: UseFormReturn<MemberForm> }) {
  const { errors } = form.formState;
  return (
    <>
      <TextField
        {...personInputs.firstName}
        error={errors.firstName?.message}
        {...typedField(form, 'firstName', {
          validate: (text) => text.trim() !== '' || profileMessages.firstNameRequired,
        })}
      />
      <TextField
        {...personInputs.lastName}
        error={errors.lastName?.message}
        {...typedField(form, 'lastName', {
          validate: (text) => text.trim() !== '' || profileMessages.lastNameRequired,
        })}
      />
      <TextField
        {...personInputs.email}
        readOnly
        error={errors.email?.message}
        {...typedField(form, 'email', personRules.email)}
      />
      <TextField
        {...personInputs.phone}
        error={errors.phone?.message}
        {...typedField(form, 'phone', personRules.phone)}
      />
      <TextField
        {...personInputs.dateOfBirth}
        error={errors.dateOfBirth?.message}
        {...typedField(form, 'dateOfBirth', { validate: (text) => text !== '' || profileMessages.dateOfBirthRequired })}
      />
      <SelectField label="Género" required {...form.register('gender')}>
        {([1, 2] as const).map((gender) => (
          <option key={gender} value={gender}>
            {genderLabels[gender]}
          </option>
        ))}
      </SelectField>
    </>
  );
}

/** By itself: a refused form goes to the first field in the order in which they were registered. */
function TermsField({ form }: { form: UseFormReturn<MemberForm> }) {
  return (
    <TermsCheckbox
      label={
        <>
          Acepto los{' '}
          <a href="/terminos-y-condiciones" target="_blank" rel="noopener" className="link">
            términos y condiciones de Puntos MAX
          </a>
        </>
      }
      error={form.formState.errors.acceptTerms?.message}
      className="sm:col-span-2"
      {...form.register('acceptTerms', { validate: (value) => value || loyaltyTexts.termsRequired })}
    />
  );
}
