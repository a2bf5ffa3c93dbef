import type { ShopTerms } from '@ceiba/domain/policies/shop-offers';
import type { FastifyBaseLogger } from 'fastify';
import { type Messaging, openMessaging } from './analytics/messaging.ts';
import { findApiToken } from './api-tokens/api-tokens.store.ts';
import { createPasswords, type Passwords } from './auth/passwords.ts';
import { createSessions, type Sessions } from './auth/sessions.store.ts';
import { createHttpTaxRegistry, type TaxRegistry } from './billing/tax-registry.ts';
import { type Captcha, createCaptcha } from './captcha/captcha.ts';
import { createRecaptcha } from './captcha/recaptcha.ts';
import type { OnPictures, ShopLoader } from './loading/shop-loader.ts';
import { createHttpLoyaltyProgram, type LoyaltyProgram } from './loyalty/loyalty-program.ts';
import { type FileStore, openFileStore } from './media/file-store.ts';
import { openPictureQueue, type PictureQueue } from './media/picture-queue.ts';
import { createReencodePhoto, type ReencodePhoto } from './media/reencode-photo.ts';
import { createDemoMailbox, createSmtpMailer, type Mailer } from './notifications/mailer.ts';
import { type PausePoints, pausePointsOf } from './orders/placing/pause-points.ts';
import { countShopDeclines } from './orders/placing/placing-budgets.store.ts';
import { createFindLinkCart } from './payment-links/payment-links.routes.ts';
import { findAcquirer } from './payments/acquirers.ts';
import type { BankLedger, CardVault, PaymentGateway } from './payments/gateway.ts';
import { type CardKeys, type CardSaver, createCardKeys, createCardSaver } from './payments/save-card.ts';
import { recordChange } from './platform/audit/record-change.ts';
import type { Database } from './platform/db/database.ts';
import { createSealedSecrets, type SealedSecrets } from './platform/db/sealed-secrets.store.ts';
import type { FindApiToken, FindLinkCart, FindStaffSession, RecordRefusal } from './platform/http/route.ts';
import { withFactor } from './platform/limits/rate-limit.ts';
import type { Config } from './platform/operations/config.ts';
import { createKeyRing } from './platform/operations/key-ring.ts';
import { openPointsPrograms, type PointsPrograms } from './points/points-programs.ts';
import { findEndOfStop } from './restock/restock.tasks.ts';
import { createSearchCounts, type SearchCounts } from './search/search-counts.ts';
import { createSearch, type Search } from './search/search-products.ts';
import type { TakeAtTill } from './shipments/move-at-desk.ts';
import { findStaffSession } from './staff/staff-sessions.store.ts';
import { takeAtTill } from './tills/take-at-till.ts';

export interface ServiceOptions {
  db: Database;
  /** For jobs, whose statements may take longer than those of shoppers. */
  jobsDb: Database;
  /** For the guard and for filling the shop, which take even longer. */
  upkeepDb: Database;
  config: Config;
  log: FastifyBaseLogger;
  /** Returns the shop's present policy. A caller reads it once. */
  policy: () => ShopTerms;
  /** Fills the shop, only in demo mode. */
  loader?: ShopLoader | undefined;
  /** Hashes and compares passwords. Tests observe it. */
  passwords?: Passwords;
}

/** The database and the external ports for the slices, opened once per process. */
export interface Services extends ServiceOptions {
  /** Origin of the shop, for links in mails and elsewhere. */
  publicUrl: string;
  gateway: PaymentGateway;
  /** The acquirer's own list of its charges. */
  bankLedger: BankLedger;
  vault: CardVault;
  cardSaver: CardSaver;
  cardKeys: CardKeys;
  /** Secrets of other parties that the database stores encrypted. */
  sealedSecrets: SealedSecrets;
  taxRegistry: TaxRegistry;
  programs: PointsPrograms;
  loyalty: LoyaltyProgram;
  captcha: Captcha;
  /** Undefined if mails stay in the outbox and are never sent. */
  mailer: Mailer | undefined;
  /** Returns until when a reader has unsubscribed from a kind of mail. */
  findEndOfStop: typeof findEndOfStop;
  /** Takes the cash of a pickup into an open till of its store. */
  takeAtTill: TakeAtTill;
  /** Undefined if analytics messages stay in their table. */
  messaging: Messaging | undefined;
  pausePoints: PausePoints;
  /** Pictures of returns, proofs of shipments, uploads. */
  files: FileStore;
  reencodePhoto: ReencodePhoto;
  /** Only in demo mode: makes pictures whose rows are stored before their files. */
  pictures: PictureQueue | undefined;
  search: Search;
  /** Counts of searched words in this process. */
  searchCounts: SearchCounts;
  /** Opens sessions and finds the session of a call (DEC-04). */
  sessions: Sessions;
  findLinkCart: FindLinkCart;
  findApiToken: FindApiToken;
  findStaffSession: FindStaffSession;
  /** Records refused requests of desk users. */
  recordRefusal: RecordRefusal;
  passwords: Passwords;
  /** Milliseconds from an order's claim until the reconciler may take over. Longer than any charge. */
  settleAfterMs: number;
  /** Fills an empty database in demo mode, before the first request. */
  prepare(say: (text: string) => void): Promise<void>;
  /** Makes the missing pictures of a demo shop while the shop is open. */
  makePictures(onProgress: OnPictures): Promise<void>;
}

export const openServices = (options: ServiceOptions): Services => {
  const { db, jobsDb, upkeepDb, config, log, policy, loader } = options;
  const { bank } = config;
  const acquirer = findAcquirer(config);
  const files = openFileStore(config.files);
  const vault = acquirer.openVault();
  const cardSaver = createCardSaver({ db, vault, log });
  const cardKeys = createCardKeys(db, acquirer.secret);
  const declineAlarm = (): number => withFactor(policy().declinesPerShop, config.rateLimitFactor);
  const programs = openPointsPrograms(config);
  const sealedSecrets = createSealedSecrets(createKeyRing(config.secretsKeys));
  const searchCounts = createSearchCounts({ db, log });
  const pictures = loader && openPictureQueue(config.mediaDir, loader.findDrawing);
  return {
    db,
    jobsDb,
    upkeepDb,
    config,
    log,
    policy,
    loader,
    publicUrl: config.publicUrl,
    gateway: acquirer.openGateway(),
    bankLedger: acquirer.openLedger(),
    vault,
    cardSaver,
    cardKeys,
    sealedSecrets,
    taxRegistry: createHttpTaxRegistry(bank),
    programs,
    loyalty: createHttpLoyaltyProgram(bank),
    captcha: createCaptcha({
      db,
      areHard: async () => (await countShopDeclines(db.write, declineAlarm())) >= declineAlarm(),
      verifier: config.recaptcha && createRecaptcha({ ...config.recaptcha, rateLimitFactor: config.rateLimitFactor }),
    }),
    mailer:
      config.smtpUrl === undefined
        ? config.isDemo
          ? createDemoMailbox()
          : undefined
        : createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom, name: () => policy().shopName }),
    findEndOfStop,
    takeAtTill,
    messaging: openMessaging(config),
    sessions: createSessions(db),
    findLinkCart: createFindLinkCart(db),
    findApiToken: findApiToken(db.write),
    findStaffSession: findStaffSession(db.write),
    recordRefusal: async ({ staff, call, code, requestId, now }) => {
      const author = { actor: { kind: 'staff', id: staff.id } as const, name: staff.name, requestId, now };
      await recordChange(db.write, author, {
        operation: call,
        entity: 'session',
        entityId: 'refused',
        after: { code },
      });
    },
    passwords: options.passwords ?? createPasswords(config.rateLimitFactor),
    search: createSearch(db, config),
    searchCounts,
    files,
    reencodePhoto: createReencodePhoto(config.rateLimitFactor),
    pausePoints: pausePointsOf(config.pauseAt),
    settleAfterMs: config.bankTimeoutMs + acquirer.chargeMarginMs,
    pictures,
    prepare: async (say) => {
      if (loader === undefined || pictures === undefined) return;
      await loader.prepare({ db: upkeepDb, pictures, sealedSecrets, now: new Date(), say });
    },
    makePictures: async (onProgress) => {
      if (loader === undefined || pictures === undefined) return;
      await loader.makePictures({ db: upkeepDb, pictures, onProgress });
    },
  };
};
