import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { identityPictureBytes } from '@ceiba/contract/desk/settings';
import { isPictureField, type PictureField } from '@ceiba/domain/policies/identity-table';
import { expectedOf, readablePolicy, shownValue } from '@ceiba/domain/policies/policy-fields';
import type { PolicyField } from '@ceiba/domain/policies/shop-policy';
import { z } from 'zod';
import { createReencodePhoto } from '../media/reencode-photo.ts';
import { type Command, type DatabaseCall, databaseCommand } from '../platform/operations/command-line.ts';
import { optional, typed } from '../platform/operations/typed-words.ts';
import { getStoredPolicy } from '../policies/policies.store.ts';
import { settingsChange, settingsEntity } from '../policies/settings-audit.ts';
import { changeIdentity, type IdentityChange, type IdentityRefusal } from './change-identity.ts';
import type { PictureFault, PictureRefusal } from './read-picture.ts';

/** Options of `ceiba shop set`, which are also the names in its file. Each sets a field of the policy. */
export const identityOptions = {
  name: 'shopName',
  'legal-name': 'shopLegalName',
  nit: 'shopNit',
  sentence: 'shopSentence',
  colour: 'shopColour',
  logo: 'shopLogo',
  'logo-on-dark': 'shopLogoOnDark',
  icon: 'shopIcon',
  'app-icon': 'shopAppIcon',
  phone: 'supportPhone',
  whatsapp: 'supportWhatsApp',
  email: 'shopEmail',
  address: 'shopAddress',
  hours: 'shopHours',
  links: 'shopLinks',
} as const satisfies Record<string, PolicyField>;

type Option = keyof typeof identityOptions;
const isOption = (name: string): name is Option => Object.hasOwn(identityOptions, name);
const options: readonly Option[] = Object.keys(identityOptions).filter(isOption);
const optionOf = (field: string): string => options.find((option) => identityOptions[option] === field) ?? field;

const explain = (refusal: IdentityRefusal): string => {
  switch (refusal.code) {
    case 'unknown_field':
      return `there is no field ${refusal.field}`;
    case 'invalid_value':
      return `${optionOf(refusal.field)} takes ${refusal.expected}`;
    case 'bad_nit':
      return 'nit takes a NIT with its right check digit, for example 576937-K, or none';
    case 'bad_picture':
      return `the ${refusal.refusal.code === 'svg_refused' ? 'SVG' : 'picture'} of ${optionOf(refusal.field)} ${pictureText(refusal.refusal)}`;
  }
};

const faultTexts: Readonly<Record<PictureFault, string>> = {
  not_square: 'is not square',
  svg_icon: 'is an SVG, which telephones do not draw: give a PNG',
  small_icon: 'is too small: a side has fewer than 192 pixels, and 192 are the least',
  too_large: `has more than ${identityPictureBytes / 1024 / 1024} MB`,
  broken: 'is no whole SVG, PNG or JPEG',
  too_heavy: 'is too large for a page: make it smaller, 1,000 pixels at most',
};

const pictureText = (refusal: PictureRefusal): string =>
  refusal.code === 'svg_refused' ? refusal.reason : faultTexts[refusal.fault];

/** Content of a file: texts, `links` as a list, and pictures as paths relative to the file. */
const fileShape = z.strictObject(
  Object.fromEntries(
    options.map((option) => [option, option === 'links' ? z.array(z.string()).optional() : z.string().optional()]),
  ),
);

type Texts = Partial<Record<Option, string>>;

/** Reads the texts of a file, with absolute paths of pictures. @throws a sentence if the file cannot be read */
const readIdentityFile = async (path: string): Promise<Texts> => {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`${path} cannot be read`);
  });
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new Error(`${path} is no JSON`);
  }
  const read = fileShape.safeParse(document);
  if (!read.success) throw new Error(`${path}: ${z.prettifyError(read.error)}`);
  const texts: Texts = {};
  for (const [option, value] of Object.entries(read.data)) {
    if (!isOption(option) || value === undefined) continue;
    const said = Array.isArray(value) ? value.join(' ') || 'none' : value === '' ? 'none' : value;
    texts[option] = isPictureField(identityOptions[option]) && said !== 'none' ? resolve(dirname(path), said) : said;
  }
  return texts;
};

/** Reads the files of pictures. The text "none" removes a picture. @throws a sentence if a file cannot be read */
const toChange = async (texts: Texts): Promise<IdentityChange> => {
  const change: IdentityChange = { texts: {}, pictures: {} };
  const addPicture = async (field: PictureField, path: string): Promise<void> => {
    const bytes = await readFile(path).catch(() => {
      throw new Error(`${path} cannot be read`);
    });
    if (bytes.length > identityPictureBytes)
      throw new Error(`${path} has more than ${identityPictureBytes / 1024 / 1024} MB`);
    change.pictures[field] = bytes;
  };
  for (const option of options) {
    const text = texts[option];
    if (text === undefined) continue;
    const field = identityOptions[option];
    if (isPictureField(field) && text !== 'none') await addPicture(field, text);
    else change.texts[field] = text;
  }
  return change;
};

/** Reads a file of `ceiba shop set` for code that does not use the command. */
export const readIdentity = async (path: string): Promise<IdentityChange> => toChange(await readIdentityFile(path));

const show = async ({ db, answer }: DatabaseCall): Promise<boolean> => {
  const policy = readablePolicy(await getStoredPolicy(db.write));
  const rows = options.map((option) => {
    const field = identityOptions[option];
    return { option, value: shownValue(policy, field), takes: expectedOf(field) };
  });
  answer(
    Object.fromEntries(rows.map(({ option, value }) => [option, value])),
    rows.map(({ option, value, takes }) => `${option.padEnd(16)}${value}\n    ${takes}`),
  );
  return true;
};

const set = async (
  { db, now, say, reportChange, refuse }: DatabaseCall,
  file: string | undefined,
  typedTexts: Texts,
): Promise<boolean> => {
  let change: IdentityChange;
  try {
    change = await toChange({ ...(file === undefined ? {} : await readIdentityFile(file)), ...typedTexts });
  } catch (error) {
    return refuse(`Nothing was changed: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const changed = await changeIdentity({ db, reencodePhoto: createReencodePhoto(1) }, change, now);
  if (!changed.ok) return refuse(`Nothing was changed: ${explain(changed.error)}.`);
  const fields = [...Object.keys(change.texts), ...Object.keys(change.pictures)];
  const audited = settingsChange(changed.value, fields);
  if (audited !== null) reportChange(audited);
  for (const field of fields) {
    const option = options.find((each) => identityOptions[each] === field);
    if (option !== undefined) say(`${option} is now ${shownValue(changed.value.after, identityOptions[option])}`);
  }
  say('Pages, mails and papers of every process change immediately.');
  return true;
};

const typedValue = typed('<text>', 'a text of 1 to 400 characters on one line, or none', (value) => {
  const text = value.trim();
  return text !== '' && text.length <= 400 && !/\p{Cc}/u.test(text) ? text : undefined;
});
const typedFile = typed('<file>', 'the path of a file, or none', (value) =>
  value.trim() === '' ? undefined : value.trim(),
);

const takes = {
  file: optional(typed('<json>', 'the path of a file', (value) => (value.trim() === '' ? undefined : value.trim()))),
  name: optional(typedValue),
  'legal-name': optional(typedValue),
  nit: optional(typedValue),
  sentence: optional(typedValue),
  colour: optional(typedValue),
  logo: optional(typedFile),
  'logo-on-dark': optional(typedFile),
  icon: optional(typedFile),
  'app-icon': optional(typedFile),
  phone: optional(typedValue),
  whatsapp: optional(typedValue),
  email: optional(typedValue),
  address: optional(typedValue),
  hours: optional(typedValue),
  links: optional(typedValue),
};

/** Commands for the shop's name, look and contacts. */
export const shopCommands: readonly Command[] = [
  databaseCommand({
    usage: 'shop show',
    changes: null,
    summary: 'shows the identity of the shop: its name, its look and its contacts',
    canJson: true,
    takes: {},
    run: show,
  }),
  databaseCommand({
    usage: 'shop set',
    changes: { entity: settingsEntity.entity, id: () => settingsEntity.entityId, calls: ['changeSettings'] },
    summary:
      'changes the identity of the shop by options, by a file, or both (docs/operations.md); "none" clears a value',
    canDryRun: true,
    takes,
    check: (said) =>
      Object.values(said).every((value) => value === undefined) ? 'say at least one value, or --file.' : undefined,
    run: (call, { file, ...said }) => {
      const texts: Texts = {};
      for (const option of options) {
        const value = said[option];
        if (value !== undefined) texts[option] = value;
      }
      return set(call, file, texts);
    },
  }),
];
