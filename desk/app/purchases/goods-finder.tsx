import { useState } from 'react';
import { Card } from '../detail/detail-frame.tsx';
import { Button } from '../platform/button.tsx';
import { refusalText } from '../platform/notes.tsx';
import { RowList } from '../platform/row-list.tsx';
import { Thumbnail } from '../platform/thumbnail.tsx';
import { ScanField, type ScanVerdict } from '../scan/scan-field.tsx';
import { call, type DeskAnswer } from '../session/desk-client.ts';

export type Goods = DeskAnswer<'findGoods'>['data'][number];

/** Finds products to order or receive. A scanned code adds its product immediately. Typed words show a list of matching products. */
export function GoodsFinder({
  supplierId,
  onAdd,
}: {
  supplierId: string;
  /** Adds one unit. Returns the new number of units. */
  onAdd: (goods: Goods) => number;
}) {
  const [verdict, setVerdict] = useState<ScanVerdict>();
  const [found, setFound] = useState<readonly Goods[]>([]);
  const add = (goods: Goods): void => {
    const units = onAdd(goods);
    setFound([]);
    setVerdict({ isRight: true, title: `${goods.title} agregado`, text: `Van ${units}.` });
  };
  const find = async (q: string): Promise<void> => {
    const query = { q, ...(supplierId !== '' && { supplierId }) };
    const answer = await call('findGoods', { query });
    if (!answer.ok) return setVerdict({ isRight: false, title: 'No se pudo buscar', text: refusalText(answer.error) });
    const { data } = answer.value;
    const [first] = data;
    if (first === undefined)
      return setVerdict({ isRight: false, title: 'No hay ese producto', text: `Buscaste ${q}.` });
    if (first.isExact && data.length === 1) return add(first);
    setFound(data);
    setVerdict({ isRight: true, title: 'Elige el producto', text: `Buscaste ${q}.` });
  };
  return (
    <>
      <ScanField
        label="Escanea un código, o escribe el nombre"
        ready={{ title: 'Listo', text: 'Cada lectura agrega una unidad.' }}
        verdict={verdict}
        onCode={(code) => {
          setVerdict(undefined);
          void find(code);
          return { isRight: true, title: code, text: 'Buscando…' };
        }}
      />
      {found.length > 0 && (
        <Card title="Productos encontrados" isBare>
          <RowList aria-label="Productos encontrados">
            {found.map((goods) => (
              <li key={goods.sku} className="flex items-center gap-3">
                <Thumbnail src={goods.picture} size={32} />
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {goods.title}
                  <small className="text-ink-muted">{goods.sku}</small>
                </span>
                <Button size="small" aria-label={`Agregar ${goods.title}`} onClick={() => add(goods)}>
                  Agregar
                </Button>
              </li>
            ))}
          </RowList>
        </Card>
      )}
    </>
  );
}
