import { legalPages } from '@ceiba/domain/content/legal-pages';
import {
  complaintsPage,
  deliveryHelpPath,
  helpPagePath,
  helpPagesOf,
  helpPath,
  storesPage,
} from '@ceiba/domain/help/help-pages';
import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';
import { socialName, supportChatLink, supportPhoneLink } from '@ceiba/domain/policies/support-links';
import { CardLogos } from '@ceiba/ui/card-logos';
import { Icon } from '@ceiba/ui/icon';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { openConsentPanel } from '../analytics/consent-panel.ts';
import { promisesWithIcons } from '../content/trust-promises.ts';
import { useShopData } from '../platform/shop-data.ts';
import { usePolicy, useTagContainer } from '../policies/shop-policy.ts';
import { offersHref } from '../search/offers-href.ts';
import { ShopLogo } from './shop-logo.tsx';

const accountLinks = [
  ['Consulta tu pedido', '/track-order'],
  ['Mis órdenes', '/dashboard/orders'],
  ['Lista de deseos', '/dashboard/wishlists'],
  ['Productos guardados', '/wishlist'],
  ['Mis direcciones', '/dashboard/addresses'],
] as const;

/** The page on which customers join the shop's points programme. */
const pointsLink = ['Puntos MAX', '/dashboard/points'] as const;

const shownCategories = 5;

/** Trust claims (APP-19), links into the shop, accepted cards (APP-21), under the feather line. */
export default function ShopFooter() {
  const { categories } = useShopData();
  const policy = usePolicy();
  const phoneLink = supportPhoneLink(policy);
  const chatLink = supportChatLink(policy);
  const hasContainer = useTagContainer() !== null;
  return (
    <footer className="on-dark mt-section bg-surface-inverse text-sm text-ink-inverse-soft">
      <div className="pluma" />
      <div className="wrap foot-columns">
        <div className="col-span-full grid content-start gap-3">
          <div className="text-ink-inverse">
            <ShopLogo onDark className="h-12" />
          </div>
          <p className="max-w-[34ch]">
            {policy.shopSentence !== '' && `${policy.shopSentence}. `}Compra en línea y recoge en tienda cuando quieras.
          </p>
          <Contacts policy={policy} />
        </div>
        <FooterColumn title="Comprar">
          <FooterLink to={offersHref}>Ofertas</FooterLink>
          {categories.slice(0, shownCategories).map((category) => (
            <FooterLink key={category.path} to={category.path}>
              {category.title}
            </FooterLink>
          ))}
        </FooterColumn>
        <FooterColumn title="Mi cuenta">
          {[...accountLinks, ...(policy.hasOwnPoints ? [pointsLink] : [])].map(([text, path]) => (
            <FooterLink key={path} to={path}>
              {text}
            </FooterLink>
          ))}
        </FooterColumn>
        <FooterColumn title="Ayuda">
          {helpPagesOf(policy).map(({ name, title }) => (
            <FooterLink key={name} to={helpPagePath(name)}>
              {title}
            </FooterLink>
          ))}
        </FooterColumn>
        <FooterColumn title="La tienda">
          <FooterLink to={storesPage.path}>{storesPage.title}</FooterLink>
          <FooterLink to={helpPath}>Centro de ayuda</FooterLink>
          <FooterLink to={complaintsPage.path}>{complaintsPage.title}</FooterLink>
        </FooterColumn>
        <section className="col-span-full">
          <h2>Compra con confianza</h2>
          <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-1">
            {promisesWithIcons(policy).map(({ icon, promise }) => (
              <li key={icon} className="flex min-h-9 items-center gap-2.5">
                <Icon name={icon} size="sm" className="text-quetzal-300" />
                {icon === 'headset' && phoneLink !== undefined ? (
                  <a href={phoneLink} className="hover:text-white hover:underline">
                    {promise}
                  </a>
                ) : icon === 'truck' ? (
                  <Link to={deliveryHelpPath} discover="none" className="hover:text-white hover:underline">
                    {promise}
                  </Link>
                ) : (
                  promise
                )}
              </li>
            ))}
            {chatLink !== null && (
              <li className="flex min-h-9 items-center gap-2.5">
                <Icon name="phone" size="sm" className="text-quetzal-300" />
                <a href={chatLink} target="_blank" rel="noreferrer" className="hover:text-white hover:underline">
                  WhatsApp {policy.supportWhatsApp}
                </a>
              </li>
            )}
          </ul>
        </section>
      </div>
      <div className="wrap">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-border-inverse pt-4.5 pb-7 text-xs">
          <span>{sellerText(policy)}. Precios en quetzales (Q), IVA incluido.</span>
          <p className="flex flex-wrap gap-x-5">
            {Object.values(legalPages).map(({ path, title }) => (
              <Link key={path} to={path} discover="none" className="foot-link">
                {title}
              </Link>
            ))}
          </p>
          {hasContainer && (
            <button
              type="button"
              onClick={openConsentPanel}
              className="min-h-touch text-sm underline underline-offset-4 hover:text-white"
            >
              Preferencias de cookies
            </button>
          )}
          <CardLogos cuotas={policy.installmentPlans.length > 0} />
        </div>
      </div>
    </footer>
  );
}

/** "Electrónica Maya · Electrónica Maya, S.A. · NIT 576937-K", as far as set. */
const sellerText = ({ shopName, shopLegalName, shopNit }: PublicPolicy): string =>
  [shopName, shopLegalName === shopName ? '' : shopLegalName, shopNit === null ? '' : `NIT ${shopNit}`]
    .filter((text) => text !== '')
    .join(' · ')
    .replace(/\.$/, '');

/** The shop's contacts besides its phone, and its pages on other sites. Renders nothing without contacts. */
function Contacts({ policy: { shopAddress, shopHours, shopEmail, shopLinks } }: { policy: PublicPolicy }) {
  const link = 'hover:text-white hover:underline';
  return (
    <address className="grid max-w-[44ch] gap-1 not-italic">
      {shopAddress !== '' && <span>{shopAddress}</span>}
      {shopHours !== '' && <span>{shopHours}</span>}
      {shopEmail !== null && (
        <a href={`mailto:${shopEmail}`} className={link}>
          {shopEmail}
        </a>
      )}
      {shopLinks.length > 0 && (
        <span className="flex flex-wrap gap-x-4">
          {shopLinks.map((href) => (
            <a key={href} href={href} target="_blank" rel="noreferrer" className={`foot-link ${link}`}>
              {socialName(href)}
            </a>
          ))}
        </span>
      )}
    </address>
  );
}

function FooterColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} discover="none">
        {children}
      </Link>
    </li>
  );
}
