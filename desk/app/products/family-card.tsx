import { maxVariants } from '@ceiba/contract/desk/family-fields';
import { productStates } from '@ceiba/contract/desk/lists/products';
import type { DeskProduct } from '@ceiba/contract/desk/products';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Card } from '../detail/detail-frame.tsx';
import { Button, ButtonLink } from '../platform/button.tsx';
import { countText } from '../platform/formats.ts';
import { FailureNote } from '../platform/notes.tsx';
import { Pill } from '../platform/pill.tsx';
import { RowList } from '../platform/row-list.tsx';
import { useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { AddVariants } from './add-variants.tsx';
import { familyHref, productHref, productPills } from './product-looks.ts';

/** Maximum number of variants that the card lists. The family's page lists all variants. */
const maxListed = 8;

/** "Variantes" of a product: the other variants of its family, or a button that creates a family (PROD-25). */
export function FamilyCard({ product, isDirty }: { product: DeskProduct; isDirty: boolean }) {
  const may = useMay();
  const navigate = useNavigate();
  const { sku, title, parentSku } = product;
  const [isAdding, setIsAdding] = useState(false);
  const mayAdd = may('catalog.edit') && product.kind !== 'gift_card';
  if (parentSku === null && !mayAdd) return null;
  return (
    <Card
      title="Variantes"
      actions={
        parentSku !== null && (
          <ButtonLink size="small" to={familyHref(parentSku)}>
            Ver familia
          </ButtonLink>
        )
      }
    >
      {parentSku === null ? (
        <p className="text-ink-soft">Los colores o tallas de un mismo modelo se venden y se cambian juntos.</p>
      ) : (
        <Listed parentSku={parentSku} sku={sku} />
      )}
      {mayAdd && (
        <span>
          <Button size="small" icon="plus" disabled={isDirty} onClick={() => setIsAdding(true)}>
            Agregar variantes
          </Button>
          {isDirty && <small className="mt-1 block text-xs text-ink-muted">Guarda los cambios primero.</small>}
        </span>
      )}
      {isAdding && (
        <AddVariants
          sources={[{ sku, label: title }]}
          onAdded={(family) => void navigate(familyHref(family.parentSku))}
          onClose={() => setIsAdding(false)}
        />
      )}
    </Card>
  );
}

function Listed({ parentSku, sku }: { parentSku: string; sku: string }) {
  const family = useDeskQuery('getProductFamily', { params: { parentSku } }, { staleTime: 0 });
  const data = family.data?.data;
  if (data === undefined)
    return family.error ? (
      <FailureNote error={family.error} onRetry={() => void family.refetch()} />
    ) : (
      <span className="skeleton w-3/5" aria-hidden="true" />
    );
  const more = Math.min(data.total, maxVariants) - maxListed;
  return (
    <RowList aria-label="Variantes">
      {data.variants.slice(0, maxListed).map((variant) => (
        <li key={variant.sku} className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate">
            {variant.sku === sku ? (
              <b className="font-semibold">{variant.label}</b>
            ) : (
              <Link className="link" to={productHref(variant.sku)}>
                {variant.label}
              </Link>
            )}
          </span>
          <Pill {...productPills[variant.state]}>{productStates[variant.state]}</Pill>
        </li>
      ))}
      {more > 0 && <li className="text-ink-muted">{`Y ${countText(more)} más.`}</li>}
    </RowList>
  );
}
