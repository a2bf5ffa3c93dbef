import type { Field } from '@ceiba/contract/desk/fields';
import { typedFault } from '@ceiba/contract/desk/fields';
import { productFields } from '@ceiba/contract/desk/product-fields';
import { typedField } from '@ceiba/ui/typed-field';
import { useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { FieldControl } from '../actions/field-control.tsx';
import { useNames, useNamesQuery } from '../list/names.ts';
import { Button } from '../platform/button.tsx';
import { TextField } from '../platform/field.tsx';
import { Note } from '../platform/notes.tsx';

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

const unreadable = {
  category: 'No pudimos leer las categorías.',
  seller: 'No pudimos leer los vendedores.',
} as const;

/** A choice among names of the shop. The present name is offered even before the others have loaded. */
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
  const query = useNamesQuery(kind);
  const names = query.data?.data ?? [];
  const known = names.map(({ code, name: words }) => [code, words] as const);
  const isKnown = present === undefined || known.some(([value]) => value === present[0]);
  const options = [
    ...(present === undefined ? [['', 'Elige una'] as const] : []),
    ...(isKnown || present === undefined ? [] : [present]),
    ...known,
  ];
  if (query.isError && names.length === 0)
    return (
      <div className="stack gap-2">
        <FieldControl form={form} name={name} field={productFields[name]} options={options} />
        <Note
          kind="error"
          actions={
            <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
              Reintentar
            </Button>
          }
        >
          {unreadable[name]}
        </Note>
      </div>
    );
  return <FieldControl form={form} name={name} field={productFields[name]} options={options} />;
}

export const CategoryField = (props: { form: Form; present?: readonly [value: string, words: string] }) => (
  <ChosenField {...props} name="category" kind="categoryPath" />
);

export const SellerField = (props: { form: Form; present: readonly [value: string, words: string] }) => (
  <ChosenField {...props} name="seller" kind="seller" />
);
