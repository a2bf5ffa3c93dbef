import type { StorePage } from '@ceiba/contract/locations';
import type { CivilDate } from '@ceiba/domain/dates/civil-date';
import { exceptionTable } from '@ceiba/domain/delivery/store-day';
import { storesPage } from '@ceiba/domain/help/help-pages';
import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';

export const storePath = ({ slug }: Pick<StorePage, 'slug'>): string => `${storesPage.path}/${slug}`;

/** Links to map services, which open in a new tab. */
export const mapLinks = ({ latitude, longitude }: Pick<StorePage, 'latitude' | 'longitude'>) => ({
  google: `https://www.google.com/maps/search/?api=1&query=${latitude}%2C${longitude}`,
  waze: `https://waze.com/ul?ll=${latitude}%2C${longitude}&navigate=yes`,
});

/** The earliest time at which a store opens or closes. Undefined if there is no store. */
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

/** "24:00" is not a valid time in schema.org. */
const schemaTime = (clock: string): string => (clock === '24:00' ? '23:59' : clock);

/** The days that the store's page announces (HELP-07). A closed day opens and closes at midnight. */
const specialHours = ({ exceptions }: StorePage, today: CivilDate) => {
  const days = exceptionTable(exceptions, today);
  return days.length === 0
    ? {}
    : {
        specialOpeningHoursSpecification: days.map(({ date, opens, closes }) => ({
          '@type': 'OpeningHoursSpecification',
          validFrom: date,
          validThrough: date,
          opens: opens ?? '00:00',
          closes: schemaTime(closes ?? '00:00'),
        })),
      };
};

/** schema.org Store. Unknown hours are left out. */
export const storeSchema = (origin: string, store: StorePage, policy: PublicPolicy, today: CivilDate) => ({
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
          closes: schemaTime(closes),
        })),
      }),
  ...specialHours(store, today),
});
