import { productCodes } from '@ceiba/contract/desk/entities/product-codes';
import { type Field, readTyped } from '@ceiba/contract/desk/fields';
import { productFields, skuForm, skuMaxLength } from '@ceiba/contract/desk/product-fields';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { FieldControl } from '../actions/field-control.tsx';
import { PageForm } from '../actions/page-form.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { Card, DetailFrame } from '../detail/detail-frame.tsx';
import { LeaveGuard } from '../detail/leave-guard.tsx';
import { draftText, readDraft, storeDraft } from '../detail/stored-draft.ts';
import { Button } from '../platform/button.tsx';
import { RequiredNote } from '../platform/field.tsx';
import { DeniedNote, Note } from '../platform/notes.tsx';
import { showToast } from '../platform/toasts.tsx';
import { call } from '../session/desk-client.ts';
import { draftKeyOf } from '../session/draft-keys.ts';
import { useMay, useSession } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';
import { productHref, productsPath } from './product-looks.ts';
import { BrandField, CategoryField } from './reference-fields.tsx';

const skuField: Field = {
  kind: 'text',
  label: 'Código',
  max: skuMaxLength,
  form: skuForm,
  isOptional: true,
  hint: 'El sku de tu proveedor o el tuyo. Vacío: la tienda le da uno.',
};

const codeField: Field = { ...productCodes.fields.code, label: 'Código de barras', isOptional: true };

const names = ['title', 'category', 'brand', 'regularPrice', 'sku', 'code'] as const;
const landings = Object.fromEntries(names.map((name) => [name, name]));
type Texts = Record<string, string>;

const empty: Texts = Object.fromEntries(names.map((name) => [name, '']));

/** The key of the draft of a product that does not exist yet. */
const workKey = 'products.+';
const noProduct = { version: 0 };

const priceOf = (text: string): number | undefined => {
  const read = readTyped(productFields.regularPrice, text);
  return read.ok && typeof read.value === 'number' ? read.value : undefined;
};

/** "Nuevo producto": the short form. The page of the new product then lists the data that it lacks for sale (PROD-27). */
export function Component() {
  const may = useMay();
  const navigate = useNavigate();
  const [made, setMade] = useState<string>();
  // The list of unknown codes links here with a code for the new product.
  const [params] = useSearchParams();
  const { user } = useSession();
  const draftKey = draftKeyOf(user.id, workKey);
  const [first] = useState<Texts>({ ...empty, sku: params.get('sku') ?? '', code: params.get('codigo') ?? '' });
  const [start] = useState(() => readDraft<Texts, typeof noProduct>(draftKey)?.values ?? first);
  const { form, said, isSending, send } = useLandingForm<Texts>({ defaultValues: start });
  const typed = form.watch();
  const isDirty = made === undefined && names.some((name) => typed[name] !== first[name]);
  const draft = isDirty ? draftText({ base: noProduct, values: typed }) : undefined;
  // The draft survives a reload; leaving the page deletes it (PROD-02).
  useEffect(() => storeDraft(draftKey, draft), [draftKey, draft]);
  useEffect(() => () => storeDraft(draftKey, undefined), [draftKey]);
  // Navigates one render after the answer, because until then the guard asks whether to leave.
  useEffect(() => {
    if (made !== undefined) void navigate(productHref(made), { replace: true });
  }, [made, navigate]);
  if (!may('catalog.edit')) return <DeniedNote permission="catalog.edit" />;
  const submit = form.handleSubmit(
    async ({ title = '', category = '', brand = '', regularPrice = '', sku = '', code = '' }) => {
      const price = priceOf(regularPrice);
      const body = {
        ...{ title: title.trim(), category, brand: brand.trim() },
        ...(price !== undefined && { regularPrice: price }),
        ...(sku.trim() !== '' && { sku: sku.trim() }),
        ...(code.trim() !== '' && { code: code.trim() }),
      };
      const sent = await send((options) => call('createProduct', { body }, options), landings);
      if (!sent.ok) return;
      showToast('Producto creado como borrador');
      setMade(sent.value.data.sku);
    },
  );
  return (
    <>
      <PageHead title="Nuevo producto" path={productsPath} />
      <DetailFrame>
        <PageForm isSending={isSending} onSubmit={submit}>
          <Card title="Producto">
            <p className="text-ink-soft">
              Empieza con esto: queda como borrador, y su página te dice qué le falta para venderse.
            </p>
            {said !== undefined && <Note kind="error">{said}</Note>}
            <FieldControl form={form} name="title" field={productFields.title} />
            <div className="grid grid-cols-2 gap-4 max-lg:grid-cols-1">
              <CategoryField form={form} />
              <BrandField form={form} />
              {may('prices.edit') && (
                <FieldControl form={form} name="regularPrice" field={productFields.regularPrice} />
              )}
              <FieldControl form={form} name="sku" field={skuField} />
              <FieldControl form={form} name="code" field={codeField} />
            </div>
            <span>
              <Button type="submit" look="primary" loading={isSending}>
                Crear producto
              </Button>
            </span>
          </Card>
          <RequiredNote />
        </PageForm>
      </DetailFrame>
      <LeaveGuard isDirty={isDirty} />
    </>
  );
}
