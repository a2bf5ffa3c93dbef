import { reasonField } from '@ceiba/contract/desk/fields';
import { transferFates, transferFields } from '@ceiba/contract/desk/transfer-fields';
import type { DeskAction } from '../actions/desk-action.ts';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { countedText } from '../platform/formats.ts';
import { call, type DeskAnswer } from '../session/desk-client.ts';

export type Transfer = DeskAnswer<'getTransfer'>['data'];

/** The actions of a transfer besides scanning: units that did not arrive, and its end by a person. Each needs a reason (PROD-20). */
export function transferActions({
  transfer,
  keep,
}: {
  transfer: Transfer;
  keep: (data: Transfer) => void;
}): readonly DeskAction[] {
  const { number, version, lines, inTransit, state } = transfer;
  const missing = lines.filter((line) => line.inTransit > 0);
  const isDraft = state === 'draft';
  return [
    {
      verb: 'receive',
      label: 'Faltan unidades',
      permission: 'stock.move',
      icon: 'package-x',
      dialog: (close) => (
        <FieldDialog
          title="Unidades que no llegaron"
          text="Dejan de estar en camino, y queda escrito por qué."
          button="Anotar diferencia"
          isDanger
          fields={{
            sku: {
              kind: 'option',
              label: 'Producto',
              options: missing.map((line) => [line.sku, `${line.title} (${line.inTransit})`] as const),
            },
            lost: { ...transferFields.lost, value: '1' },
            reason: reasonField,
          }}
          lands={{ TRANSITION_NOT_ALLOWED: 'lost' }}
          send={({ sku, lost, reason }, options) =>
            call(
              'receiveTransfer',
              { params: { number }, body: { version, lines: [{ sku, quantity: 0, lost, reason }] } },
              options,
            )
          }
          done="Diferencia anotada"
          onDone={({ data }) => keep(data)}
          onClose={close}
        />
      ),
    },
    {
      verb: 'close',
      label: isDraft ? 'Cancelar traslado' : 'Cerrar traslado',
      permission: 'stock.move',
      isDanger: true,
      dialog: (close) => (
        <FieldDialog
          title={isDraft ? 'Cancelar traslado' : 'Cerrar traslado'}
          text={
            inTransit > 0
              ? `${countedText(inTransit, 'unidad sigue', 'unidades siguen')} en camino. Di qué pasó con ellas.`
              : 'Ya no sale nada más.'
          }
          button={isDraft ? 'Cancelar traslado' : 'Cerrar traslado'}
          close="Volver"
          isDanger
          fields={{
            fate:
              inTransit > 0 ? { kind: 'choice', label: 'Qué pasó', values: transferFates, value: 'back' } : undefined,
            reason: reasonField,
          }}
          send={({ fate, reason }, options) =>
            call('closeTransfer', { params: { number }, body: { version, fate: fate ?? 'back', reason } }, options)
          }
          done={isDraft ? 'Traslado cancelado' : 'Traslado cerrado'}
          onDone={({ data }) => keep(data)}
          onClose={close}
        />
      ),
    },
  ];
}
