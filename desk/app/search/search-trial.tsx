import type { Field } from '@ceiba/contract/desk/fields';
import { useState } from 'react';
import { FieldControl } from '../actions/field-control.tsx';
import { PageForm } from '../actions/page-form.tsx';
import { useLandingForm } from '../actions/use-landing-form.ts';
import { Card } from '../detail/detail-frame.tsx';
import { Button } from '../platform/button.tsx';
import { countedText } from '../platform/formats.ts';
import { call, type DeskAnswer } from '../session/desk-client.ts';

type Tried = DeskAnswer<'trySearch'>['data']['now'];

const fields = {
  q: { kind: 'text', label: 'Lo que alguien busca', max: 100 },
  words: {
    kind: 'text',
    label: 'Con estos sinónimos',
    max: 400,
    isOptional: true,
    hint: 'Palabras que significarían lo mismo, separadas por comas.',
  },
  ignored: {
    kind: 'text',
    label: 'Sin esta palabra',
    max: 60,
    isOptional: true,
    hint: 'Como si el buscador la ignorara.',
  },
  absent: { kind: 'text', label: 'Como si no vendieras', max: 60, isOptional: true },
  pinned: {
    kind: 'text',
    label: 'Con estos productos primero',
    max: 300,
    isOptional: true,
    hint: 'Hasta cinco SKU, separados por comas.',
  },
  hidden: { kind: 'text', label: 'Sin estos productos', max: 300, isOptional: true, hint: 'SKU separados por comas.' },
} as const satisfies Record<string, Field>;

type Name = keyof typeof fields;
const names = Object.keys(fields) as Name[];
const landings = Object.fromEntries(names.map((name) => [name, name]));

/** Shows what a search would find with words and products that are not saved yet (PROD-17). Nothing is saved. */
export function SearchTrial() {
  const { form, said, isSending, send } = useLandingForm<Record<string, string>>({
    defaultValues: Object.fromEntries(names.map((name) => [name, ''])),
  });
  const [shown, setShown] = useState<DeskAnswer<'trySearch'>['data']>();
  const submit = form.handleSubmit(async (texts) => {
    const typed = names.flatMap((name) => ((texts[name] ?? '').trim() === '' ? [] : [[name, texts[name]?.trim()]]));
    const query = { q: '', ...Object.fromEntries(typed) };
    const sent = await send((options) => call('trySearch', { query }, options), landings);
    if (sent.ok) setShown(sent.value.data);
  });
  return (
    <Card title="Probar antes de guardar">
      <PageForm said={said} isSending={isSending} onSubmit={submit}>
        {names.map((name) => (
          <FieldControl key={name} form={form} name={name} field={fields[name]} />
        ))}
        <span>
          <Button type="submit" loading={isSending}>
            Probar
          </Button>
        </span>
      </PageForm>
      {shown && (
        <div className="grid grid-cols-2 gap-4 max-lg:grid-cols-1" aria-live="polite">
          <Result title="Ahora" tried={shown.now} />
          <Result title="Con los cambios" tried={shown.changed} />
        </div>
      )}
    </Card>
  );
}

function Result({ title, tried: { total, products, understood, nearestCategory } }: { title: string; tried: Tried }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="font-semibold">{`${title}: ${countedText(total, 'producto', 'productos')}`}</h3>
      {understood !== undefined && <p className="text-ink-soft">{`Se entendió «${understood}».`}</p>}
      {nearestCategory !== undefined && <p className="text-ink-soft">{`Se ofrece la categoría ${nearestCategory}.`}</p>}
      <ol className="list-decimal pl-5">
        {products.map(({ sku, title: name }) => (
          <li key={sku} className="wrap-anywhere">
            {name} <small className="text-ink-muted">{sku}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}
