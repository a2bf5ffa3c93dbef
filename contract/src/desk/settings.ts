import { pictureFields } from '@ceiba/domain/policies/identity-table';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { detailOf, version } from './changes.ts';
import { type Field, faultOf, repairedText } from './fields.ts';
import { type SettingValue, settingFields, settingNames } from './setting-fields.ts';
import type { SettingName } from './setting-labels.ts';

const settingTypes = { whole: z.number(), money: z.number(), percent: z.number(), flag: z.boolean() } as const;

/** Returns the schema of a value in a body, with the message of its form. */
function asked(field: Field): z.ZodType<SettingValue> {
  const text = z.string().overwrite((typed) => (field.kind === 'text' ? repairedText(field, typed) : typed.trim()));
  const type = field.kind in settingTypes ? settingTypes[field.kind as keyof typeof settingTypes] : text;
  return type.nullable().superRefine((value: SettingValue, context: z.RefinementCtx) => {
    const message = faultOf(field, value);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
}

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** The pictures of the shop's identity. Null if there is no picture. */
const pictures = z.object(
  Object.fromEntries(pictureFields.map((name) => [name, z.string().nullable()])) as Record<
    (typeof pictureFields)[number],
    z.ZodNullable<z.ZodString>
  >,
);

export const settingsDetail = detailOf({
  /** Amounts in quetzales, percentages, times of day as "09:30", days and links line by line. */
  values: z.record(z.string(), value),
  /** The requirements' values. */
  standards: z.record(z.string(), value),
  pictures,
});
export type SettingsDetail = z.infer<typeof settingsDetail>['data'];

const shared = { slice: 'identity', auth: 'staff', permission: 'settings.edit' } as const;

export const getSettings = endpoint({
  ...shared,
  name: 'getSettings',
  limit: 'staffRead',
  touches: 'nothing',
  method: 'GET',
  path: '/v1/admin/settings',
  summary: 'Returns the identity of the shop and the numbers of its policy, with their standard values (PROD-16)',
  answers: { 200: settingsDetail },
  errors: [],
});

export const changeSettings = endpoint({
  ...shared,
  name: 'changeSettings',
  limit: 'staffWrite',
  touches: 'shop',
  method: 'PATCH',
  path: '/v1/admin/settings',
  summary: 'Changes some settings, checked together; every process uses them within seconds (PROD-16)',
  idempotent: true,
  body: z.strictObject({
    version,
    ...(Object.fromEntries(settingNames.map((name) => [name, asked(settingFields[name]).optional()])) as Record<
      SettingName,
      z.ZodOptional<z.ZodType<SettingValue>>
    >),
  }),
  answers: { 200: settingsDetail },
  errors: ['VERSION_CONFLICT'],
});

/** Maximum size of an identity picture, in bytes (`server/src/identity/read-picture.ts`). */
export const identityPictureBytes = 2 * 1024 * 1024;

export const setShopPicture = endpoint({
  ...shared,
  name: 'setShopPicture',
  limit: 'staffWrite',
  touches: 'shop',
  method: 'POST',
  path: '/v1/admin/settings/pictures/{field}',
  summary: 'Sets a logo or an icon of the shop: SVG, PNG or JPEG; without a file, removes it (PROD-16)',
  params: z.strictObject({ field: z.enum(pictureFields) }),
  form: { files: 'pictures', most: 1, maxBytes: identityPictureBytes },
  body: z.strictObject({
    /** The address of the picture that the person saw. Empty if there was no picture. */
    replaces: z.string().max(100).default(''),
    pictures: z.array(z.file().max(identityPictureBytes)).max(1).default([]),
  }),
  answers: { 200: settingsDetail },
  errors: ['VERSION_CONFLICT', 'UPLOAD_TOO_SLOW'],
});
