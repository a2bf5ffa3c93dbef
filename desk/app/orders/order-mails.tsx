import type { DeskOrder } from '@ceiba/contract/desk/orders';
import { useState } from 'react';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { Card, Loaded } from '../detail/detail-frame.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { longMomentText, momentText } from '../platform/formats.ts';
import { Pill, type PillStyle } from '../platform/pill.tsx';
import { Table } from '../platform/table.tsx';
import { useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { resendAction } from './order-actions.tsx';

type Mail = DeskOrder['mails'][number];

const states: Record<Mail['state'], PillStyle & { label: string }> = {
  sent: { look: 'good', icon: 'circle-check', label: 'Enviado' },
  waiting: { look: 'stone', icon: 'hourglass', label: 'Por enviar' },
  failed: { look: 'red', icon: 'circle-alert', label: 'No se pudo enviar' },
  withdrawn: { look: 'out', icon: 'ban', label: 'No se envía' },
};

/** The mails of an order, each viewable as it was sent (WORK-23). */
export function OrderMails({ order, keep }: { order: DeskOrder; keep: (order: DeskOrder) => void }) {
  const may = useMay();
  const [opened, setOpened] = useState<Mail>();
  if (order.mails.length === 0) return null;
  return (
    <Card
      title="Correos"
      isBare
      actions={<ActionButtons actions={[resendAction({ order, keep })]} allowed={order.actions} size="small" />}
    >
      <Table
        label="Correos de la orden"
        look="[&_th:first-child]:w-[36%]"
        texts={['Correo', 'Para', 'Fecha', 'Estado']}
      >
        {order.mails.map((mail) => (
          <tr key={mail.id}>
            <td>
              {mail.isOpen && may('orders.edit') ? (
                <button type="button" className="link" aria-haspopup="dialog" onClick={() => setOpened(mail)}>
                  {mail.subject}
                </button>
              ) : (
                mail.subject
              )}
            </td>
            <td className="text-ink-soft">{mail.to}</td>
            <td className="text-ink-soft">{momentText(mail.at)}</td>
            <td>
              <Pill look={states[mail.state].look} icon={states[mail.state].icon}>
                {states[mail.state].label}
              </Pill>
            </td>
          </tr>
        ))}
      </Table>
      {opened && <MailDialog number={order.number} mail={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}

function MailDialog({ number, mail, onClose }: { number: string; mail: Mail; onClose: () => void }) {
  const read = useDeskQuery('getOrderMail', { params: { number, id: mail.id } });
  return (
    <Dialog isWide title={mail.subject} text={`Para ${mail.to}, ${longMomentText(mail.at)}`} onClose={onClose}>
      <Loaded query={read}>
        {({ data }) => <pre className="[font:inherit] whitespace-pre-wrap wrap-anywhere">{data.text}</pre>}
      </Loaded>
    </Dialog>
  );
}
