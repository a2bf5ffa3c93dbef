import type { Field } from '@ceiba/contract/desk/fields';
import { typedFault } from '@ceiba/contract/desk/fields';
import { productFields } from '@ceiba/contract/desk/product-fields';
import { typedField } from '@ceiba/ui/typed-field';
import { useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { FieldControl } from '../actions/field-control.tsx';
import { useNames } from '../list/names.ts';
import { TextField } from '../platform/field.tsx';

type Form = UseFormReturn<Record<string, string>>;

/** "Marca": a typed name, with the shop's brands as suggestions. The server ignores capitals and accents. */
export function BrandField({ form }: { form: Form }) {
  const id = useId();
  const names = useNames('brand');
  const field: Field = productFields.brand;
  const props = typedField(form, 'brand', {
    label: field.label,
    required: true,
    validate: (text: string) => typedFault(field, text),
  });
  return (
    <>
      <TextField {...props} list={id} autoComplete="off" maxLength={productFields.brand.max} />
      <datalist id={id}>
        {names.map(({ code, name }) => (
          <option key={code} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** A choice among the shop's sellers or categories. The present one is offered before the list has loaded. */
function ChosenField({
  form,
  name,
  kind,
  present,
}: {
  form: Form;
  name: 'category' | 'seller';
  kind: 'categoryPath' | 'seller';
  present?: readonly [value: string, words: string];
}) {
  const names = useNames(kind);
  const known = names.map(({ code, name: words }) => [code, words] as const);
  const isKnown = present === undefined || known.some(([value]) => value === present[0]);
  const options = [
    ...(present === undefined ? [['', 'Elige una'] as const] : []),
    ...(isKnown || present === undefined ? [] : [present]),
    ...known,
  ];
  return <FieldControl form={form} name={name} field={productFields[name]} options={options} />;
}

export const CategoryField = (props: { form: Form; present?: readonly [value: string, words: string] }) => (
  <ChosenField {...props} name="category" kind="categoryPath" />
);

export const SellerField = (props: { form: Form; present: readonly [value: string, words: string] }) => (
  <ChosenField {...props} name="seller" kind="seller" />
);
