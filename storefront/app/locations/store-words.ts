import type { StorePage } from '@ceiba/contract/locations';
import { storesPage } from '@ceiba/domain/help/help-pages';
import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';

export const storePath = ({ slug }: Pick<StorePage, 'slug'>): string => `${storesPage.path}/${slug}`;

/** Links to map services, which open in a new tab. */
export const mapLinks = ({ latitude, longitude }: Pick<StorePage, 'latitude' | 'longitude'>) => ({
  google: `https://www.google.com/maps/search/?api=1&query=${latitude}%2C${longitude}`,
  waze: `https://waze.com/ul?ll=${latitude}%2C${longitude}&navigate=yes`,
});

/** The earliest moment at which one of the stores opens or closes. Undefined if there is no store. */
export const firstChange = (stores: readonly Pick<StorePage, 'today'>[]): string | undefined =>
  stores
    .map(({ today }) => today.changesAt)
    .sort()
    .at(0);

const schemaDays = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
  holiday: 'PublicHolidays',
} as const;

/** schema.org Store. Unknown hours are left out. */
export const storeSchema = (origin: string, store: StorePage, policy: PublicPolicy) => ({
  '@context': 'https://schema.org',
  '@type': 'Store',
  '@id': `${origin}${storePath(store)}`,
  url: `${origin}${storePath(store)}`,
  name: store.name,
  ...(policy.shopLogo === null ? {} : { image: `${origin}${policy.shopLogo}` }),
  telephone: store.phone === null ? policy.supportPhone : `+502 ${store.phone}`,
  parentOrganization: { '@type': 'Organization', name: policy.shopName, url: `${origin}/` },
  address: {
    '@type': 'PostalAddress',
    streetAddress: store.street,
    addressLocality: store.city,
    ...(store.department === '' ? {} : { addressRegion: store.department }),
    addressCountry: 'GT',
  },
  geo: { '@type': 'GeoCoordinates', latitude: store.latitude, longitude: store.longitude },
  currenciesAccepted: 'GTQ',
  ...(store.hours.length === 0
    ? {}
    : {
        openingHoursSpecification: store.hours.map(({ days, opens, closes }) => ({
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: days.map((day) => `https://schema.org/${schemaDays[day]}`),
          opens,
          closes: closes === '24:00' ? '23:59' : closes,
        })),
      }),
});
