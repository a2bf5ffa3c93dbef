import type { OrderCorrection } from '@ceiba/contract/desk/order-changes';
import type { DeskOrder } from '@ceiba/contract/desk/orders';
import { streetMaxLength } from '@ceiba/domain/addresses/address';
import { emailMaxLength, emailMessage } from '@ceiba/domain/customers/email';
import { nameMaxLength } from '@ceiba/domain/customers/name-length';
import { nameMessage } from '@ceiba/domain/customers/person-name';
import { checkPhone, phoneMessage } from '@ceiba/domain/customers/phone';
import { lineMessage, plainTextMessage } from '@ceiba/domain/customers/plain-text';
import { profileEmail, profilePhone } from '@ceiba/domain/customers/profile-words';
import { lengthMessage } from '@ceiba/domain/customers/typed-text';
import { typedField } from '@ceiba/ui/typed-field';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { Card } from '../detail/detail-frame.tsx';
import { Facts } from '../detail/facts.tsx';
import type { DetailField, DetailForm } from '../detail/use-detail-form.ts';
import { Button } from '../platform/button.tsx';
import { CheckField, SelectField, TextAreaField, TextField } from '../platform/field.tsx';
import { countedText, nothing, phoneText } from '../platform/formats.ts';
import { shopOfDesk } from '../platform/shop.ts';
import { useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';

export interface OrderValues {
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
  telephone: string;
  street: string;
  zone: string;
  /** The region's number. */
  region: string;
  city: string;
  reference: string;
  receiver: string;
  nit: string;
  documentType: string;
  billingName: string;
  tags: string;
  /** ID of the person assigned to the order. Empty if no person is assigned. */
  assigneeId: string;
}

/** Labels of a correction's fields for the conflict dialog. `names`: labels of values that are stored by number. */
export const orderFields = (names: {
  region: (id: string) => string;
  colleague: (id: string) => string;
}): readonly DetailField<OrderValues>[] => [
  { name: 'firstName', label: 'Nombre' },
  { name: 'lastName', label: 'Apellido' },
  { name: 'phone', label: 'Teléfono' },
  { name: 'email', label: 'Correo electrónico' },
  { name: 'telephone', label: 'Teléfono de entrega' },
  { name: 'street', label: 'Dirección' },
  { name: 'zone', label: 'Zona' },
  { name: 'region', label: 'Departamento', show: ({ region }) => names.region(region) },
  { name: 'city', label: 'Municipio' },
  { name: 'reference', label: 'Referencia' },
  { name: 'receiver', label: 'Recibe' },
  { name: 'nit', label: 'NIT o documento' },
  { name: 'documentType', label: 'Tipo de documento' },
  { name: 'billingName', label: 'Nombre de la factura' },
  { name: 'tags', label: 'Etiquetas', isSafe: true },
  { name: 'assigneeId', label: 'Encargado', show: ({ assigneeId }) => names.colleague(assigneeId), isSafe: true },
];

export const orderValues = ({ contact, email, delivery, billing, tags, assignee }: DeskOrder): OrderValues => ({
  ...contact,
  email,
  telephone: delivery?.telephone ?? '',
  street: delivery?.street.join('\n') ?? '',
  zone: delivery?.zone ?? '',
  region: delivery === null ? '' : String(delivery.region.regionId),
  city: delivery?.city ?? '',
  reference: delivery?.reference ?? '',
  receiver: delivery?.receiver ?? '',
  nit: billing?.nit ?? '',
  documentType: billing?.documentType ?? '',
  billingName: billing === null ? '' : `${billing.firstname} ${billing.lastname}`.trim(),
  tags: tags.join(', '),
  assigneeId: assignee?.id ?? '',
});

const listed = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const documentTypes = ['CF', 'NIT', 'DPI', 'Pasaporte'] as const;

/** The request body of a correction, with only the changed fields. */
export const correctionOf = (changes: Partial<OrderValues>, version: number): OrderCorrection => {
  const { firstName, lastName, phone, email, telephone, street, zone, region, city, reference, receiver } = changes;
  const { nit, documentType, billingName, tags, assigneeId } = changes;
  const present = <T extends object>(part: T): Partial<T> | undefined => {
    const named = Object.entries(part).filter(([, value]) => value !== undefined);
    return named.length === 0 ? undefined : (Object.fromEntries(named) as Partial<T>);
  };
  const contact = present({ firstName, lastName, phone, email });
  const shippingAddress = present({
    ...{ telephone, zone, city, reference },
    region: region === undefined ? undefined : Number(region),
    street: street === undefined ? undefined : listed(street, '\n'),
    receiver: receiver === undefined ? undefined : receiver.trim() || null,
  });
  const billingAddress = present({
    nit,
    documentType: documentTypes.find((type) => type === documentType),
    ...(billingName === undefined ? {} : { firstname: billingName, lastname: '' }),
  });
  return {
    version,
    ...(contact && { contact }),
    ...(shippingAddress && { shippingAddress }),
    ...(billingAddress && { billingAddress }),
    ...(tags !== undefined && { tags: listed(tags, ',') }),
    ...(assigneeId !== undefined && { assigneeId: assigneeId === '' ? null : assigneeId }),
  };
};

const missing = 'Falta este dato.';
const needed = (text: string): string | null => lineMessage(text, missing);

/** A street has one or two lines, each within the call's limit; a third line is reported, not dropped (DEC-234). */
const streetMessage = (text: string): string | null => {
  const lines = listed(text, '\n');
  if (lines.length > 2) return `Escribe la dirección en dos líneas: hay ${lines.length}.`;
  const long = lines.findIndex((each) => [...each].length > streetMaxLength);
  if (long >= 0) return `Línea ${long + 1}: ${lengthMessage(lines[long] ?? '', streetMaxLength)}`;
  return needed(text);
};

/** A rule for corrected values only: an order from before the rule can be saved unchanged. */
const unless =
  (present: string, rule: (text: string) => string | null) =>
  (text: string): string | null =>
    text === present ? null : rule(text);

const name = (present: string) =>
  ({
    required: true,
    maxLength: nameMaxLength,
    kind: 'line',
    validate: unless(present, (text) => nameMessage(text, missing)),
  }) as const;

const phone = (present: string) =>
  ({
    inputMode: 'tel',
    kind: 'phone',
    validate: unless(present, (text) => phoneMessage(text, profilePhone)),
  }) as const;

/** An optional line of text. */
const line = { kind: 'line', validate: plainTextMessage } as const;

type Detail = DetailForm<OrderValues, DeskOrder>;

/** The buyer, with contact links (WORK-30). */
export function OrderCustomer({ order }: { order: DeskOrder }) {
  const may = useMay();
  const { contact, email, customerId, customerOrders } = order;
  const name = `${contact.firstName} ${contact.lastName}`.trim() || nothing;
  return (
    <Card
      title="Cliente"
      actions={
        <span className="text-ink-muted">
          {customerId === null ? 'Invitado' : countedText(customerOrders, 'orden', 'órdenes')}
        </span>
      }
    >
      <p className="font-semibold">
        {customerId !== null && may('customers.read') ? (
          <Link className="link" to={`/clientes/${customerId}`}>
            {name}
          </Link>
        ) : (
          name
        )}
      </p>
      <p className="text-ink-soft wrap-anywhere">{email || nothing}</p>
      <p className="whitespace-nowrap tabular-nums">{phoneText(contact.phone) || nothing}</p>
      {checkPhone(contact.phone).ok && (
        <div className="flex items-center gap-2 flex-wrap">
          <a
            className="button button-small"
            href={`https://wa.me/502${contact.phone}?text=${encodeURIComponent(`Hola, te escribimos de ${shopOfDesk().name} por tu pedido ${order.number}.`)}`}
            target="_blank"
            rel="noreferrer"
          >
            Escribir por WhatsApp
          </a>
          <a className="button button-small" href={`tel:+502${contact.phone}`}>
            Llamar
          </a>
        </div>
      )}
    </Card>
  );
}

/** Delivery and billing, which can be corrected until the order is packed (WORK-22). */
export function OrderPlaces({ order, detail }: { order: DeskOrder; detail: Detail }) {
  // The form closes after a save, or when all typed values are discarded.
  const [openedAt, setOpenedAt] = useState<number>();
  const isEditing = openedAt === detail.endings;
  const canEdit = order.actions.includes('edit');
  // Typed values stay visible if another person packs the order during typing.
  const isShown = isEditing && (canEdit || detail.dirty.length > 0);
  return (
    <Card
      title="Entrega y facturación"
      actions={
        canEdit &&
        (isEditing ? (
          <Button size="small" onClick={detail.discard}>
            Cerrar
          </Button>
        ) : (
          <Button size="small" icon="pencil" onClick={() => setOpenedAt(detail.endings)}>
            Editar
          </Button>
        ))
      }
    >
      {isShown ? <PlaceFields order={order} detail={detail} /> : <Places order={order} />}
    </Card>
  );
}

function Places({ order: { delivery, billing } }: { order: DeskOrder }) {
  return (
    <>
      {delivery !== null && (
        <div>
          <p className="text-xs text-ink-muted">{delivery.isPickup ? 'Se recoge en' : 'A domicilio'}</p>
          <p className="leading-[1.3rem] text-ink-soft">
            {delivery.isPickup
              ? (delivery.store ?? nothing)
              : `${[...delivery.street, delivery.zone, delivery.city, delivery.region.region].filter(Boolean).join(', ')}.${delivery.reference === '' ? '' : ` ${delivery.reference}`}`}
          </p>
          <p className="text-xs text-ink-muted">Recibe</p>
          <p className="leading-[1.3rem] text-ink-soft">{`${delivery.receiver ?? `${delivery.firstname} ${delivery.lastname}`} · ${phoneText(delivery.telephone)}`}</p>
        </div>
      )}
      {billing !== null && (
        <div>
          <p className="text-xs text-ink-muted">Facturación</p>
          <p className="leading-[1.3rem] text-ink-soft">{`${billing.firstname} ${billing.lastname}`.trim()}</p>
          <p className="leading-[1.3rem] text-ink-soft whitespace-nowrap tabular-nums">
            {billing.nit === 'CF' ? 'CF' : `${billing.documentType} ${billing.nit}`}
          </p>
        </div>
      )}
      {delivery === null && billing === null && <p className="text-ink-muted">No se envía a ningún lugar.</p>}
    </>
  );
}

function PlaceFields({ order, detail: { form } }: { order: DeskOrder; detail: Detail }) {
  const { contact, email } = order;
  const isDelivered = order.delivery !== null && !order.delivery.isPickup;
  const both = useSharedPhone(order, form);
  return (
    <>
      <TextField {...typedField(form, 'firstName', { label: 'Nombre', ...name(contact.firstName) })} />
      <TextField {...typedField(form, 'lastName', { label: 'Apellido', ...name(contact.lastName) })} />
      <TextField {...typedField(form, 'phone', { label: 'Teléfono', required: true, ...phone(contact.phone) })} />
      {both.isOffered && (
        <CheckField
          label="También es el teléfono de entrega"
          checked={both.isChosen}
          onChange={({ target }) => both.choose(target.checked)}
        />
      )}
      <TextField
        {...typedField(form, 'email', {
          label: 'Correo electrónico',
          type: 'email',
          required: true,
          maxLength: emailMaxLength,
          kind: 'email',
          validate: unless(email, (text) => emailMessage(text, profileEmail)),
        })}
      />
      {isDelivered && (
        <>
          <TextAreaField
            {...typedField(form, 'street', {
              label: 'Dirección',
              required: true,
              rows: 2,
              hint: 'Hasta dos líneas.',
              kind: 'lines',
              validate: streetMessage,
            })}
          />
          <TextField {...typedField(form, 'zone', { ...line, label: 'Zona', maxLength: 40 })} />
          <RegionFields form={form} present={order.delivery?.region.region ?? ''} />
          <TextField {...typedField(form, 'reference', { ...line, label: 'Referencia', maxLength: 150 })} />
          <TextField {...typedField(form, 'receiver', { ...line, label: 'Recibe otra persona', maxLength: 200 })} />
          <TextField
            {...typedField(form, 'telephone', {
              label: 'Teléfono de entrega',
              ...phone(order.delivery?.telephone ?? ''),
            })}
          />
        </>
      )}
      {order.billing !== null && (
        <>
          <TextField {...typedField(form, 'billingName', { ...line, label: 'Nombre de la factura', maxLength: 200 })} />
          <SelectField {...typedField(form, 'documentType', { label: 'Tipo de documento' })}>
            {documentTypes.map((type) => (
              <option key={type} value={type}>
                {type}
              </option>
            ))}
          </SelectField>
          <TextField {...typedField(form, 'nit', { label: 'NIT o documento', maxLength: 30, validate: needed })} />
        </>
      )}
    </>
  );
}

/**
 * If the delivery has the buyer's phone, a correction of either phone changes both by default. Otherwise couriers would call the old number.
 * `isOffered`: the buyer's phone was corrected, and both were the same.
 */
function useSharedPhone({ contact, delivery }: DeskOrder, form: Detail['form']) {
  const [isChosen, setIsChosen] = useState(true);
  const wasShared = delivery !== null && !delivery.isPickup && delivery.telephone === contact.phone;
  const phone = form.watch('phone');
  const isOffered = wasShared && phone !== contact.phone;
  const before = delivery?.telephone ?? '';
  const follow = useEffectEvent((typed: string) => {
    if (wasShared && isChosen) form.setValue('telephone', typed);
  });
  useEffect(() => follow(phone), [phone]);
  const choose = (next: boolean): void => {
    setIsChosen(next);
    form.setValue('telephone', next ? phone : before);
  };
  return { isOffered, isChosen, choose };
}

/** The department, which only a manager can change, and one of its municipalities. */
function RegionFields({ form, present }: Pick<Detail, 'form'> & { present: string }) {
  const may = useMay();
  const regions = useDeskQuery('listRegions', {}).data?.data ?? [];
  const [regionId, city] = form.watch(['region', 'city']);
  const cities = regions.find((region) => String(region.regionId) === regionId)?.cities ?? [];
  return (
    <>
      {may('settings.edit') ? (
        <SelectField
          label="Departamento"
          required
          hint="El costo de envío no cambia."
          value={regionId}
          onChange={({ target }) => {
            form.setValue('region', target.value);
            form.setValue('city', '');
          }}
        >
          {regions.length === 0 && <option value={regionId}>{present}</option>}
          {regions.map(({ regionId: id, region }) => (
            <option key={id} value={id}>
              {region}
            </option>
          ))}
        </SelectField>
      ) : (
        <p className="text-xs text-ink-muted">{`${present}. Otro departamento lo cambia gerencia.`}</p>
      )}
      <SelectField {...typedField(form, 'city', { label: 'Municipio', required: true, validate: needed })} value={city}>
        {/* The order's current value may not be in the list. */}
        {[...new Set([city, ...cities])].map((name) => (
          <option key={name} value={name}>
            {name === '' ? 'Elige un municipio' : name}
          </option>
        ))}
      </SelectField>
    </>
  );
}

/** The order's tags, and the person assigned to it. */
export function OrderTags({ order, detail: { form } }: { order: DeskOrder; detail: Detail }) {
  const colleagues = useDeskQuery('listColleagues', {}).data?.data ?? [];
  const { assignee } = order;
  // The assigned person may no longer work here.
  const people =
    assignee === null || colleagues.some(({ id }) => id === assignee.id) ? colleagues : [assignee, ...colleagues];
  return (
    <Card title="Etiquetas y encargado">
      {order.actions.includes('tag') ? (
        <>
          <TextField
            {...typedField(form, 'tags', {
              label: 'Etiquetas',
              hint: 'Separadas por comas. El cliente no las ve.',
              maxLength: 400,
            })}
          />
          <SelectField
            label="Encargado"
            value={form.watch('assigneeId')}
            onChange={({ target }) => form.setValue('assigneeId', target.value)}
          >
            <option value="">Nadie</option>
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </>
      ) : (
        <>
          <p>{order.tags.join(', ') || nothing}</p>
          <Facts facts={[['Encargado', assignee?.name ?? null]]} />
        </>
      )}
    </Card>
  );
}
