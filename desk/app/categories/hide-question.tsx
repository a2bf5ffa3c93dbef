import type { CategoryDetail } from '@ceiba/contract/desk/categories';
import { categoryStates } from '@ceiba/contract/desk/lists/categories';
import { type ReactNode, useState } from 'react';
import { DialogButtons } from '../actions/form-dialog.tsx';
import { Dialog } from '../platform/dialog.tsx';

type Below = Pick<CategoryDetail, 'title' | 'state' | 'productsBelow' | 'children'>;

const countText = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('es-GT')} ${many}`;

/** "14 productos y 2 categorías". Undefined if nothing else leaves the menu with the category. */
const leavingText = ({ productsBelow, children }: Below): string | undefined => {
  const parts = [
    ...(productsBelow > 0 ? [countText(productsBelow, 'producto', 'productos')] : []),
    ...(children > 0 ? [countText(children, 'categoría de abajo', 'categorías de abajo')] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' y ');
};

/**
 * Asks before a category leaves the menu together with its products and categories. `ask` resolves to true if the person confirms. The caller renders
 * `dialog`.
 */
export const useHideQuestion = (
  category: Below,
): { ask: (state: string | undefined) => Promise<boolean>; dialog: ReactNode } => {
  const [asked, setAsked] = useState<{ state: 'hidden' | 'retired'; answer: (isMeant: boolean) => void }>();
  const leaving = leavingText(category);
  return {
    ask: (state) =>
      new Promise((resolve) => {
        const isLeaving = category.state === 'visible' && (state === 'hidden' || state === 'retired');
        if (!isLeaving || leaving === undefined) return resolve(true);
        const answer = (isMeant: boolean): void => {
          setAsked(undefined);
          resolve(isMeant);
        };
        setAsked({ state, answer });
      }),
    dialog: asked && (
      <Dialog
        role="alertdialog"
        title={`¿Dejar ${category.title} como «${categoryStates[asked.state]}»?`}
        text={`Con ella dejan el menú ${leaving}.`}
        onClose={() => asked.answer(false)}
        footer={
          <DialogButtons
            onClose={() => asked.answer(false)}
            isSending={false}
            onClick={() => asked.answer(true)}
            button={asked.state === 'hidden' ? 'Ocultar categoría' : 'Retirar categoría'}
          />
        }
      />
    ),
  };
};
