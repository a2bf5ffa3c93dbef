import type { ApiError } from '@ceiba/contract/client';
import type { DeskCustomer } from '@ceiba/contract/desk/accounts';
import { reasonField } from '@ceiba/contract/desk/fields';
import { emailMaxLength } from '@ceiba/domain/customers/email';
import { formatDateText } from '@ceiba/domain/dates/spanish-date';
import { pointsProgramTitle } from '@ceiba/domain/points/points';
import type { Result } from '@ceiba/domain/result';
import type { DeskIconName } from '@ceiba/ui/desk-icon';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ActionButtons } from '../actions/action-buttons.tsx';
import type { DeskAction } from '../actions/desk-action.ts';
import { FieldDialog } from '../actions/field-dialog.tsx';
import { Card, DetailFrame, Loaded } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import { HistoryCard } from '../detail/history-card.tsx';
import { OrderPill } from '../orders/order-pills.tsx';
import { countedText, longMomentText, momentText, moneyText, phoneText } from '../platform/formats.ts';
import { Pill } from '../platform/pill.tsx';
import { Table } from '../platform/table.tsx';
import { historyKey, listKey } from '../session/cache-keys.ts';
import { call, queryKeyOf, useDeskQuery } from '../session/desk-client.ts';
import { useSession } from '../session/session.ts';
import { PageHead } from '../shell/page-head.tsx';

const path = [{ label: 'Clientes', to: '/clientes' }];

/** A customer (WORK-03). */
export function Component() {
  const { id = '' } = useParams();
  const customer = useDeskQuery('getDeskCustomer', { params: { id } }, { staleTime: 0 });
  return <Loaded query={customer}>{({ data }) => <CustomerPage key={data.id} customer={data} />}</Loaded>;
}

function CustomerPage({ customer }: { customer: DeskCustomer }) {
  const queries = useQueryClient();
  const [dpi, setDpi] = useState<string | null>();
  const { id } = customer;
  // Some actions for a customer do not change the customer's version.
  const rereadHistory = (): void => void queries.invalidateQueries({ queryKey: historyKey('customers', id) });
  const showDpi = (shown: string | null): void => {
    setDpi(shown);
    rereadHistory();
  };
  const keep = (data: DeskCustomer): void => {
    queries.setQueryData(queryKeyOf('getDeskCustomer', { params: { id } }), { status: 200, data });
    rereadHistory();
    void queries.invalidateQueries({ queryKey: listKey('customers') });
  };
  return (
    <>
      <PageHead
        title={customer.name}
        path={path}
        beside={
          customer.isConfirmed ? (
            <Pill look="good" icon="circle-check">
              Correo confirmado
            </Pill>
          ) : (
            <Pill look="corn" icon="mail">
              Correo sin confirmar
            </Pill>
          )
        }
        actions={<ActionButtons actions={actionsOf(customer, keep, showDpi)} allowed={customer.actions} />}
      />
      <DetailFrame
        aside={
          <>
            <Profile customer={customer} dpi={dpi ?? customer.dpi} />
            <HistoryCard
              entity="customers"
              entityId={id}
              version={customer.version}
              events={customer.timeline.map(({ at, kind, text, href }) => ({
                ...{ at, text, href, by: '', icon: eventIcons[kind] },
              }))}
            />
          </>
        }
      >
        <Orders customer={customer} />
        <Addresses customer={customer} />
        <Ways customer={customer} />
      </DetailFrame>
    </>
  );
}

/** Icons of the events of an account. */
const eventIcons: Readonly<Record<DeskCustomer['timeline'][number]['kind'], DeskIconName>> = {
  order: 'shopping-bag',
  return: 'undo-2',
  mail: 'mail',
  note: 'pencil',
  complaint: 'circle-alert',
};

const employeeText = ({ isEmployee, isOnStaffList }: DeskCustomer): string =>
  isEmployee ? 'Sí' : isOnStaffList ? 'Sí, cuando confirme su correo' : 'No';

function Profile({ customer, dpi }: { customer: DeskCustomer; dpi: string | null }) {
  const { offers } = useSession();
  return (
    <Card title="Perfil">
      <Facts
        isWrapped
        facts={[
          ['Correo electrónico', customer.email],
          ['Teléfono', phoneText(customer.phone)],
          ['NIT', customer.nit],
          ['DPI', dpi],
          ['Nacimiento', customer.dateOfBirth && formatDateText(customer.dateOfBirth)],
          ['Factura a nombre de', customer.billingName],
          ['Dirección de la factura', customer.billingAddress],
          ['Cliente desde', longMomentText(customer.createdAt)],
          ['Empleado', employeeText(customer)],
          ...(offers.points ? [['Programa de puntos', customer.hasLoyalty ? 'Sí' : 'No'] as const] : []),
          ['Lista de deseos', countedText(customer.wishlistProducts, 'producto', 'productos')],
          ['Contraseñas incorrectas', String(customer.failedSignIns)],
        ]}
      />
    </Card>
  );
}

function Orders({ customer: { recentOrders, orders } }: { customer: DeskCustomer }) {
  return (
    <Card
      title="Órdenes"
      isBare
      actions={<span className="text-ink-muted">{countedText(orders, 'orden', 'órdenes')}</span>}
    >
      {recentOrders.length === 0 ? (
        <p className="p-4 text-ink-muted">Nada por aquí</p>
      ) : (
        <Table label="Órdenes del cliente" texts={['Orden', 'Fecha', 'Estado']} numbers={['Total']}>
          {recentOrders.map(({ number, placedAt, status, total }) => (
            <tr key={number}>
              <td>
                <Link className="font-semibold text-link focus-visible:outline-offset-0" to={`/ordenes/${number}`}>
                  {number}
                </Link>
              </td>
              <td className="text-ink-soft">{momentText(placedAt)}</td>
              <td>
                <OrderPill status={status} />
              </td>
              <td className="text-right font-semibold">{moneyText(total)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}

function Addresses({ customer: { addresses } }: { customer: DeskCustomer }) {
  if (addresses.length === 0) return null;
  return (
    <Card title="Direcciones">
      <ul className="stack gap-2">
        {addresses.map(({ id, alias, street, zone, city, department, phone, isDefault }) => (
          <li key={id}>
            <p className="font-semibold">{isDefault ? `${alias} (principal)` : alias}</p>
            <p className="leading-[1.3rem] text-ink-soft">
              {[...street, zone, city, department].filter(Boolean).join(', ')}
            </p>
            <p className="text-ink-soft whitespace-nowrap tabular-nums">{phoneText(phone)}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The customer's cards (masked), points and sessions. */
function Ways({ customer: { cards, points, sessions, passkeys } }: { customer: DeskCustomer }) {
  const { offers } = useSession();
  return (
    <Card title={points.length > 0 || offers.points ? 'Tarjetas, puntos y sesiones' : 'Tarjetas y sesiones'}>
      <Facts
        isWrapped
        facts={[
          ...cards.map(
            ({ masked, expiryMonth, expiryYear }) =>
              [`Tarjeta •••• ${masked.slice(-4)}`, `vence ${expiryMonth}/${expiryYear}`] as const,
          ),
          ...points.map(
            ({ program, amount, points: count }) =>
              [pointsProgramTitle(program) ?? program, `${moneyText(amount)} · ${count} puntos`] as const,
          ),
          ...sessions.map(
            ({ createdAt, expiresAt }) =>
              ['Sesión', `desde ${momentText(createdAt)}, hasta ${momentText(expiresAt)}`] as const,
          ),
          ['Llaves de acceso', String(passkeys)],
        ]}
      />
    </Card>
  );
}

const emailField = { kind: 'text', max: emailMaxLength, isEmail: true } as const;

function EmailDialog({
  customer,
  verb,
  keep,
  onClose,
}: {
  customer: DeskCustomer;
  verb: 'correctCustomerEmail' | 'giveCustomerBack';
  keep: (customer: DeskCustomer) => void;
  onClose: () => void;
}) {
  const isCorrection = verb === 'correctCustomerEmail';
  return (
    <FieldDialog
      title={isCorrection ? '¿Corregir el correo de la cuenta?' : '¿Devolver la cuenta a su dueño?'}
      text={
        isCorrection
          ? 'Sus sesiones terminan, y avisamos a los dos correos. El nuevo se confirma con un enlace.'
          : 'Terminan todas las sesiones, llaves y enlaces, y la contraseña deja de servir. El correo queda confirmado.'
      }
      button={isCorrection ? 'Corregir correo' : 'Devolver cuenta'}
      isDanger={!isCorrection}
      done={isCorrection ? 'Correo corregido' : 'Cuenta devuelta'}
      fields={{
        email: { ...emailField, label: isCorrection ? 'Correo correcto' : 'Correo de su dueño' },
        reason: reasonField,
      }}
      lands={{ EMAIL_TAKEN: 'email' }}
      send={(values, options) =>
        call(verb, { params: { id: customer.id }, body: { version: customer.version, ...values } }, options)
      }
      onDone={({ data }) => keep(data)}
      onClose={onClose}
    />
  );
}

const actionsOf = (
  customer: DeskCustomer,
  keep: (customer: DeskCustomer) => void,
  showDpi: (dpi: string | null) => void,
): DeskAction[] => {
  const params = { id: customer.id };
  const showAnswer = async (sent: Promise<Result<{ data: DeskCustomer }, ApiError>>) => {
    const answer = await sent;
    if (answer.ok) keep(answer.value.data);
    return answer;
  };
  /** A change that only needs a reason. */
  const withReason = (
    name: 'unlockCustomer' | 'endCustomerSessions',
    {
      title,
      text,
      done,
      ...action
    }: Pick<DeskAction, 'verb' | 'label' | 'icon'> & { title: string; text: string; done: string },
  ): DeskAction => ({
    ...action,
    permission: 'customers.edit',
    dialog: (close) => (
      <FieldDialog
        title={title}
        text={text}
        button={action.label}
        done={done}
        fields={{ reason: reasonField }}
        send={(body, options) => call(name, { params, body }, options)}
        onDone={({ data }) => keep(data)}
        onClose={close}
      />
    ),
  });
  /** Adds the account to the list of employees, or removes the account. */
  const employee = (isEmployee: boolean): DeskAction => ({
    verb: isEmployee ? 'employee' : 'notEmployee',
    label: isEmployee ? 'Dar precio de empleado' : 'Quitar precio de empleado',
    icon: 'tag',
    permission: 'customers.edit',
    dialog: (close) => (
      <FieldDialog
        title={isEmployee ? '¿Darle el precio de empleado?' : '¿Quitarle el precio de empleado?'}
        text={
          isEmployee
            ? 'Vale en sus carritos de inmediato, si su correo está confirmado. Factura solo con NIT.'
            : 'Sus carritos cambian de inmediato; sus órdenes no.'
        }
        button={isEmployee ? 'Dar precio de empleado' : 'Quitar precio de empleado'}
        done={isEmployee ? 'Ya es empleado' : 'Ya no es empleado'}
        fields={{ reason: reasonField }}
        send={({ reason }, options) => call('setCustomerEmployee', { params, body: { isEmployee, reason } }, options)}
        onDone={({ data }) => keep(data)}
        onClose={close}
      />
    ),
  });
  return [
    withReason('unlockCustomer', {
      verb: 'unlock',
      label: 'Desbloquear',
      icon: 'key-round',
      title: '¿Quitar el bloqueo por contraseñas incorrectas?',
      text: 'Podrá intentar ingresar de inmediato.',
      done: 'Cuenta desbloqueada',
    }),
    withReason('endCustomerSessions', {
      verb: 'signOut',
      label: 'Cerrar sesiones',
      icon: 'log-out',
      title: '¿Cerrar todas sus sesiones?',
      text: 'También terminan sus llaves de acceso y los enlaces de sus correos.',
      done: 'Sesiones cerradas',
    }),
    {
      verb: 'confirmation',
      label: 'Reenviar confirmación',
      icon: 'mail',
      permission: 'customers.edit',
      confirm: {
        title: '¿Reenviar la confirmación?',
        text: `Le llega un enlace a ${customer.email}.`,
        button: 'Reenviar confirmación',
      },
      done: 'Confirmación enviada',
      run: (options) => showAnswer(call('resendCustomerConfirmation', { params, body: {} }, options)),
    },
    {
      verb: 'email',
      label: 'Corregir correo',
      icon: 'pencil',
      permission: 'customers.edit',
      dialog: (close) => <EmailDialog customer={customer} verb="correctCustomerEmail" keep={keep} onClose={close} />,
    },
    {
      verb: 'giveBack',
      label: 'Devolver cuenta robada',
      icon: 'rotate-ccw',
      isDanger: true,
      permission: 'customers.edit',
      dialog: (close) => <EmailDialog customer={customer} verb="giveCustomerBack" keep={keep} onClose={close} />,
    },
    employee(true),
    employee(false),
    {
      verb: 'dpi',
      label: 'Ver DPI',
      icon: 'eye',
      permission: 'customers.edit',
      dialog: (close) => (
        <FieldDialog
          title="¿Ver el DPI completo?"
          text="Queda escrito quién lo vio, cuándo y por qué."
          button="Ver DPI"
          done="DPI visible en el perfil"
          fields={{ reason: reasonField }}
          send={(body, options) => call('openCustomerDpi', { params, body }, options)}
          onDone={({ data }) => showDpi(data.dpi)}
          onClose={close}
        />
      ),
    },
  ];
};
