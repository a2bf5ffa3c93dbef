import { banners } from '@ceiba/contract/desk/entities/banners';
import { tableOf } from '../platform/entities/entity-table.ts';
import { fixedPages } from './content-pages.table.ts';

/** SQL condition: a changed picture was not uploaded, or was uploaded for another place. */
const isStranger = (is: string, was: string, isFitting: string): string =>
  `${is} is distinct from ${was} and ${is} like '/media/%'
   and not (${isFitting} and exists (select from media where key = split_part(${is}, '/', 3)))`;

const stranger = 'Sube la foto aquí, para este lugar.';

/** Banners. Triggers give a new banner the last position of its place, and purge the home page. */
export const bannerTable = tableOf(banners, {
  table: 'banners',
  key: { column: 'id', type: 'integer' },
  columns: {
    place: 'place',
    picture: 'picture_url',
    phonePicture: 'phone_picture_url',
    alt: 'alt',
    title: 'title',
    eyebrow: 'eyebrow',
    text: 'text',
    link: 'link',
    linkLabel: 'link_label',
    note: 'note',
    tone: 'tone',
    startsAt: 'starts_at',
    endsAt: 'ends_at',
    position: 'position',
    state: {
      computed: `case when t.ends_at < now() then 'ended' when t.starts_at > now() then 'planned' else 'current' end`,
    },
  },
  rules: [
    {
      field: 'link',
      text: 'No hay ninguna página en esa dirección.',
      isBroken: ({ is }) => `not is_open_address(${is('link')}, ${fixedPages})`,
    },
    {
      field: 'endsAt',
      text: 'Debe terminar después de empezar.',
      isBroken: ({ is }) => `${is('endsAt')} < ${is('startsAt')}`,
    },
    {
      field: 'picture',
      text: stranger,
      isBroken: ({ is, was }) =>
        isStranger(
          is('picture'),
          was('picture'),
          `${is('picture')} like case ${is('place')} when 'promo' then '%/480.webp' else '%/1600.webp' end`,
        ),
    },
    {
      field: 'phonePicture',
      text: stranger,
      isBroken: ({ is, was }) =>
        isStranger(is('phonePicture'), was('phonePicture'), `${is('phonePicture')} like '%/960.webp'`),
    },
  ],
  search: `t.title || ' ' || t.text`,
});
