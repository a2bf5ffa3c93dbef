import type { HelpTables } from '@ceiba/contract/help';
import { complaintsPage, storesPage } from '@ceiba/domain/help/help-pages';
import { formatQ } from '@ceiba/domain/money/money';
import { cardName } from '@ceiba/domain/payments/card-number';
import { cashTexts, singlePaymentLabel, storePaymentLabel } from '@ceiba/domain/payments/payment-options';
import { pointsPrograms } from '@ceiba/domain/points/points';
import { supportChatLink, supportPhoneLink } from '@ceiba/domain/policies/support-links';
import { returnReasons } from '@ceiba/domain/returns/return-window';
import { Icon } from '@ceiba/ui/icon';
import { amountOf } from '@ceiba/ui/price';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useShopData } from '../platform/shop-data.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { TopicCard, TopicIcon, topicOf } from './topic-card.tsx';

/** The part of a help page that comes from the shop's policy and data, above its texts. Renders nothing for pages with texts only. */
export function HelpFacts({ name, tables }: { name: string; tables: Partial<HelpTables> }) {
  switch (name) {
    case 'entregas':
      return <Deliveries {...tables} />;
    case 'pagos':
      return <Payments {...tables} />;
    case 'devoluciones':
      return <Returns />;
    case 'puntos':
      return <Points />;
    case 'facturas':
      return <Invoices />;
    case 'contacto':
      return <Contact />;
    default:
      return null;
  }
}

function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="grid scroll-mt-32 gap-4">
      <h2 className="text-2xl leading-tight lg:text-3xl">{title}</h2>
      {children}
    </section>
  );
}

const cellClass = 'px-4 py-2.5 text-left align-top';

function Table({ label, heads, children }: { label: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <div className="panel overflow-x-auto p-0 sm:p-0">
      <table aria-label={label} className="w-full text-sm tabular-nums">
        <thead className="bg-surface-sunken">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={`${cellClass} font-semibold`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">{children}</tbody>
      </table>
    </div>
  );
}

const q = (amount: number): string => formatQ(amountOf(amount));

function Deliveries({ deliveries = [], pickup }: Partial<Pick<HelpTables, 'deliveries' | 'pickup'>>) {
  return (
    <>
      <Part title="Envío a tu departamento">
        <Table label="Envío por departamento" heads={['Departamento', 'Envío', 'Llega en']}>
          {deliveries.map(({ department, fee, freeFrom, days }) => (
            <tr key={department}>
              <th scope="row" className={`${cellClass} font-medium`}>
                {department}
              </th>
              <td className={cellClass}>
                {fee === 0 ? 'Gratis' : q(fee)}
                {freeFrom !== null && <span className="block text-success">Gratis desde {q(freeFrom)}</span>}
              </td>
              <td className={cellClass}>{days}</td>
            </tr>
          ))}
        </Table>
        <p className="text-sm text-ink-muted">
          Lo que envía otro vendedor o un proveedor puede tardar más. La fecha de cada producto está en su página y en
          tu carrito.
        </p>
      </Part>
      {pickup !== undefined && (
        <Part title="Recoger en tienda">
          <Table label="Recoger en tienda" heads={['Tu pedido', 'Costo', 'Listo en']}>
            {[
              ['Está en la tienda', pickup.inStore],
              ['Se lleva desde la bodega', pickup.fromWarehouse],
            ].map(([name, ready]) => (
              <tr key={name}>
                <th scope="row" className={`${cellClass} font-medium`}>
                  {name}
                </th>
                <td className={cellClass}>Gratis</td>
                <td className={cellClass}>{ready}</td>
              </tr>
            ))}
          </Table>
          <p>
            <Link to={storesPage.path} discover="none" className="link">
              Ver tiendas y horarios
            </Link>
          </p>
        </Part>
      )}
    </>
  );
}

function Payments({ banks = [] }: Partial<Pick<HelpTables, 'banks'>>) {
  const policy = usePolicy();
  return (
    <>
      <Part title="Formas de pago">
        <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:gap-4">
          <Way icon="credit-card" title={singlePaymentLabel} text="Visa, Mastercard o American Express." />
          {banks.length > 0 && (
            <Way
              icon="calendar-range"
              title="Cuotas sin recargo"
              text={`Con tarjetas de bancos participantes, en compras desde ${formatQ(policy.installmentsMinimum)}.`}
            />
          )}
          <Way
            icon="banknote"
            title={cashTexts.label}
            text={policy.cashLimit === null ? 'Pagas al recibir tu pedido.' : cashTexts.limit(policy.cashLimit)}
          />
          <Way
            icon="store"
            title={storePaymentLabel}
            text="Con ayuda de un asesor: tu pedido espera a que lo pagues."
          />
          {policy.acceptsPoints && (
            <Way icon="coins" title="Puntos" text="Descuenta de tu compra lo que valen tus puntos." />
          )}
        </ul>
      </Part>
      {banks.length > 0 && (
        <Part id="bancos" title="Cuotas por banco">
          <Table label="Cuotas por banco" heads={['Banco', 'Tarjetas', 'Cuotas']}>
            {banks.map(({ name, cards, plans, hasDiscount }) => (
              <tr key={name}>
                <th scope="row" className={`${cellClass} font-medium`}>
                  {name}
                  {hasDiscount && policy.bankDiscountBasisPoints > 0 && (
                    <span className="block font-normal text-success">
                      {policy.bankDiscountBasisPoints / 100}% de descuento en cuotas
                    </span>
                  )}
                </th>
                <td className={cellClass}>{cards.map(cardName).join(', ')}</td>
                <td className={cellClass}>{plans.length === 0 ? 'Solo al contado' : plans.join(', ')}</td>
              </tr>
            ))}
          </Table>
          <p className="text-sm text-ink-muted">Las cuotas de tu tarjeta se muestran al escribir su número.</p>
        </Part>
      )}
    </>
  );
}

function Way({ icon, title, text }: { icon: string; title: string; text: string }) {
  return (
    <li className="panel flex gap-4">
      <TopicIcon name={icon} />
      <div className="min-w-0">
        <h3 className="heading-card">{title}</h3>
        <p className="mt-1 text-sm text-ink-soft">{text}</p>
      </div>
    </li>
  );
}

/** The main figure of a page. */
function Figure({ value, text, children }: { value: string; text: string; children?: ReactNode }) {
  return (
    <section className="panel grid gap-1">
      <p className="font-display text-3xl font-bold text-primary">{value}</p>
      <p className="text-ink-soft">{text}</p>
      {children}
    </section>
  );
}

function Returns() {
  const { returnDays } = usePolicy();
  return (
    <Figure
      value={`${returnDays} ${returnDays === 1 ? 'día hábil' : 'días hábiles'}`}
      text="para devolver, desde que recibiste tu producto."
    >
      <p className="text-sm text-ink-muted">Motivos: {returnReasons.join(', ')}.</p>
      <p className="mt-2">
        <Link to="/dashboard/returns" discover="none" className="link">
          Mis devoluciones
        </Link>
      </p>
    </Figure>
  );
}

function Points() {
  const { flags } = useShopData();
  const programs = pointsPrograms.filter(({ flag }) => flags[flag]);
  return (
    <Part title="Programas">
      <ul className="flex flex-wrap gap-3">
        {programs.map(({ name, title }) => (
          <li key={name} className="panel flex items-center gap-2.5 font-semibold">
            <Icon name="coins" className="text-primary" />
            {title}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Invoices() {
  const { finalConsumerLimit } = usePolicy();
  return (
    <Figure value={formatQ(finalConsumerLimit)} text="Desde este total tu factura necesita NIT, DPI o pasaporte." />
  );
}

function Contact() {
  const policy = usePolicy();
  const chat = supportChatLink(policy);
  const topics = [
    {
      icon: 'headset',
      title: `Llámanos al ${policy.supportPhone}`,
      text: 'Te ayudamos con tu compra.',
      to: supportPhoneLink(policy),
    },
    ...(chat === null
      ? []
      : [{ icon: 'phone', title: `WhatsApp ${policy.supportWhatsApp}`, text: 'Escríbenos un mensaje.', to: chat }]),
    ...(policy.acceptsPoints
      ? [
          {
            icon: 'mail',
            title: 'Escríbenos sobre tus puntos',
            text: policy.loyaltyEmail,
            to: `mailto:${policy.loyaltyEmail}`,
          },
        ]
      : []),
    { icon: 'package', title: 'Consulta tu pedido', text: 'Mira dónde está tu compra.', to: '/track-order' },
    { icon: 'gift', title: 'Consulta tu saldo', text: 'De una tarjeta de regalo.', to: '/gift-card' },
    { icon: 'store', ...topicOf(storesPage) },
    { icon: 'pencil', ...topicOf(complaintsPage) },
  ];
  return (
    <>
      <Company />
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:gap-4">
        {topics.map((topic) => (
          <TopicCard key={topic.icon} topic={topic} />
        ))}
      </ul>
    </>
  );
}

/** The company with its address and hours, as far as the shop has set them. */
function Company() {
  const { shopName, shopLegalName, shopNit, shopAddress, shopHours, shopEmail, supportPhone } = usePolicy();
  const rows = [
    ['Horario', shopHours],
    ['Teléfono', supportPhone],
    ['Correo', shopEmail ?? ''],
    ['Dirección', shopAddress],
    ['Empresa', shopLegalName === '' ? shopName : shopLegalName],
    ['NIT', shopNit ?? ''],
  ].filter(([, value]) => value !== '');
  return (
    <dl aria-label="Datos de la tienda" className="panel grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
      {rows.map(([name, value]) => (
        <div key={name} className="sm:contents">
          <dt className="text-ink-muted">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
