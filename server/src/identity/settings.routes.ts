import {
  isSettingName,
  operatorText,
  type SettingValue,
  settingNames,
  settingValue,
} from '@ceiba/contract/desk/setting-fields';
import { settingLabels } from '@ceiba/contract/desk/setting-labels';
import { changeSettings, getSettings, identityPictureBytes, setShopPicture } from '@ceiba/contract/desk/settings';
import { formatQ } from '@ceiba/domain/money/money';
import { pictureFields } from '@ceiba/domain/policies/identity-table';
import { readablePolicy } from '@ceiba/domain/policies/policy-fields';
import type { PolicyRule } from '@ceiba/domain/policies/policy-rules';
import { defaultShopPolicy, type PolicyField, type ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, refuse } from '@ceiba/domain/result';
import { createReencodePhoto } from '../media/reencode-photo.ts';
import { versionConflict } from '../platform/audit/version-conflict.ts';
import type { Database } from '../platform/db/database.ts';
import { type Refusal, type Route, route } from '../platform/http/route.ts';
import { changeRoute, preparedRoute } from '../platform/http/staff-route.ts';
import { getVersionedPolicy, lockPolicy, type VersionedPolicy } from '../policies/policies.store.ts';
import { settingsChange, settingsEntity } from '../policies/settings-audit.ts';
import { type IdentityRefusal, judgeIdentity, saveIdentity } from './change-identity.ts';
import type { PictureFault, PictureRefusal } from './read-picture.ts';

const detail = ({ changes, version }: VersionedPolicy) => {
  const policy = readablePolicy(changes);
  const values = (of: ShopPolicy) =>
    Object.fromEntries(settingNames.map((name): [string, SettingValue] => [name, settingValue(of, name)]));
  const pictures = {
    shopLogo: policy.shopLogo,
    shopLogoOnDark: policy.shopLogoOnDark,
    shopIcon: policy.shopIcon,
    shopAppIcon: policy.shopAppIcon,
  };
  return { values: values(policy), standards: values(defaultShopPolicy), pictures, version, actions: [] };
};

/** The message of a rule between fields, with the names that the page shows. */
function ruleText(rule: PolicyRule, { calculatorAbove }: ShopPolicy): string {
  switch (rule) {
    case 'installments':
      return `Las cuotas empiezan a lo sumo un quetzal arriba de «${settingLabels.calculatorAbove.label}» (${formatQ(calculatorAbove)}): la calculadora no puede prometer lo que el pago no ofrece. Cambia los dos.`;
    case 'colour':
      return 'Con ese color no se leen los botones: elige uno más oscuro.';
    case 'pickup hours':
      return `Escribe una hora después de «${settingLabels.pickupOpensAt.label}».`;
    case 'pickup next day':
      return 'Escribe una hora dentro del horario en que se entrega.';
  }
}

const faultTexts: Readonly<Record<PictureFault, string>> = {
  not_square: 'El ícono debe ser cuadrado.',
  svg_icon: 'Los teléfonos no dibujan SVG: elige una PNG.',
  small_icon: 'El ícono necesita 192 píxeles por lado o más.',
  too_large: `El archivo pesa más de ${identityPictureBytes / 1024 / 1024} MB.`,
  broken: 'El archivo no es una imagen SVG, PNG o JPEG completa.',
  too_heavy: 'La imagen es muy pesada para una página: hazla más pequeña, de 1,000 píxeles a lo más.',
};

const pictureText = (refusal: PictureRefusal): string =>
  refusal.code === 'svg_refused'
    ? 'El SVG tiene más que dibujo, como programas o enlaces: guárdalo como SVG simple o como PNG.'
    : faultTexts[refusal.fault];

const atField = (field: string, message: string) =>
  refuse<Refusal<'VALIDATION_ERROR'>>({
    code: 'VALIDATION_ERROR',
    message,
    metadata: { fields: { [field]: message } },
  });

function refused(refusal: IdentityRefusal, asked: ShopPolicy) {
  switch (refusal.code) {
    case 'bad_nit':
      return atField('shopNit', 'El NIT no es correcto: revisa su dígito verificador.');
    case 'bad_picture':
      return atField('pictures', pictureText(refusal.refusal));
    case 'unknown_field':
      return atField(refusal.field, 'No existe este ajuste.');
    case 'invalid_value':
      return atField(
        refusal.field,
        refusal.rule === undefined ? 'Este valor no se puede usar.' : ruleText(refusal.rule, asked),
      );
  }
}

const textsOf = (asked: Readonly<Record<string, SettingValue | undefined>>): Partial<Record<PolicyField, string>> =>
  Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) =>
      value !== undefined && isSettingName(name) ? [[name, operatorText(value)]] : [],
    ),
  );

/** "Ajustes": the shop's identity and the numbers of its policy (PROD-16). */
export const settingsRoutes = ({ db }: { db: Database }): Route[] => {
  const reencode = createReencodePhoto(1);
  const conflict = (tx: Parameters<typeof versionConflict>[0], found: VersionedPolicy, asked: object) =>
    versionConflict(tx, { ...settingsEntity, current: detail(found), conflicts: { asked } });
  return [
    route(getSettings, async () => ok({ status: 200, data: detail(await getVersionedPolicy(db.write)) })),
    changeRoute(changeSettings, db, async ({ tx, body: { version, ...asked }, context: { now } }) => {
      const found = await lockPolicy(tx);
      if (found.version !== version) return refuse(await conflict(tx, found, asked));
      const texts = textsOf(asked);
      const judged = await judgeIdentity({ texts, pictures: {} }, reencode);
      const saved = judged.ok ? await saveIdentity(tx, judged.value, now) : judged;
      if (!saved.ok) return refused(saved.error, readablePolicy(found.changes));
      const change = settingsChange(saved.value, Object.keys(texts));
      return ok({ answer: { status: 200, data: detail(saved.value.stored) }, change });
    }),
    preparedRoute(
      setShopPicture,
      db,
      async ({ params: { field }, body: { pictures } }) => {
        const [file] = pictures;
        const bytes = file === undefined ? undefined : new Uint8Array(await file.arrayBuffer());
        const judged = await judgeIdentity(
          bytes === undefined
            ? { texts: { [field]: 'none' }, pictures: {} }
            : { texts: {}, pictures: { [field]: bytes } },
          reencode,
        );
        return judged.ok ? judged : refused(judged.error, defaultShopPolicy);
      },
      async ({ tx, params: { field }, body: { replaces }, prepared, context: { now } }) => {
        const found = await lockPolicy(tx);
        const before = readablePolicy(found.changes);
        if ((before[field] ?? '') !== replaces) return refuse(await conflict(tx, found, { [field]: '' }));
        const saved = await saveIdentity(tx, prepared, now);
        if (!saved.ok) return refused(saved.error, before);
        return ok({
          answer: { status: 200, data: detail(saved.value.stored) },
          change: settingsChange(saved.value, pictureFields),
        });
      },
    ),
  ];
};
