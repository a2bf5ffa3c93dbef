import type { ShopTerms } from '@ceiba/domain/policies/shop-offers';
import type { FastifyBaseLogger } from 'fastify';
import { type Messaging, openMessaging } from './analytics/messaging.ts';
import { findApiToken } from './api-tokens/api-tokens.store.ts';
import { createPasswords, type Passwords } from './auth/passwords.ts';
import { createSessions, type Sessions } from './auth/sessions.store.ts';
import { createHttpTaxRegistry, type TaxRegistry } from './billing/tax-registry.ts';
import { type Captcha, createCaptcha } from './captcha/captcha.ts';
import { createRecaptcha } from './captcha/recaptcha.ts';
import type { ShopLoader } from './loading/shop-loader.ts';
import { createHttpLoyaltyProgram, type LoyaltyProgram } from './loyalty/loyalty-program.ts';
import { type FileStore, openFileStore } from './media/file-store.ts';
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
  /** For jobs: their statements may take longer than a shopper would wait. */
  jobsDb: Database;
  /** For the guard and for filling the shop, which take longer still. */
  upkeepDb: Database;
  config: Config;
  log: FastifyBaseLogger;
  /** The shop's policy now; whoever works with it takes it once. */
  policy: () => ShopTerms;
  /** Demo mode only: what fills the shop. */
  loader?: ShopLoader | undefined;
  /** How passwords are hashed and compared; tests watch it. */
  passwords?: Passwords;
}

/** What the slices receive: the database and the ports to the outside, opened once per process. */
export interface Services extends ServiceOptions {
  /** Origin of the shop, for links in mails and elsewhere. */
  publicUrl: string;
  gateway: PaymentGateway;
  /** The acquirer's own list of what it charged. */
  bankLedger: BankLedger;
  vault: CardVault;
  cardSaver: CardSaver;
  cardKeys: CardKeys;
  /** Secrets of others that the database keeps encrypted. */
  sealedSecrets: SealedSecrets;
  taxRegistry: TaxRegistry;
  programs: PointsPrograms;
  loyalty: LoyaltyProgram;
  captcha: Captcha;
  /** Undefined: mails are kept in the outbox and sent by nobody. */
  mailer: Mailer | undefined;
  /** Until when a mail's reader wants no more of its kind. */
  findEndOfStop: typeof findEndOfStop;
  /** Takes the cash of a pickup at an open till of its store. */
  takeAtTill: TakeAtTill;
  /** Undefined: what is measured stays in its table. */
  messaging: Messaging | undefined;
  pausePoints: PausePoints;
  /** Pictures of returns, proofs of shipments, uploads. */
  files: FileStore;
  reencodePhoto: ReencodePhoto;
  search: Search;
  /** What is looked for in this process. */
  searchCounts: SearchCounts;
  /** Whose session a call brings, and new ones (DEC-04). */
  sessions: Sessions;
  findLinkCart: FindLinkCart;
  findApiToken: FindApiToken;
  findStaffSession: FindStaffSession;
  /** Writes down what somebody of the desk was refused. */
  recordRefusal: RecordRefusal;
  passwords: Passwords;
  /** From an order's claim until the reconciler may take over, in milliseconds: longer than a charge can take. */
  settleAfterMs: number;
  /** Before the first request: in demo mode an empty database is filled. Throws when `signal` ends it. */
  prepare(say: (text: string) => void, signal?: AbortSignal): Promise<void>;
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
    prepare: async (say, signal) => {
      await loader?.prepare({ db: upkeepDb, mediaDir: config.mediaDir, sealedSecrets, now: new Date(), say, signal });
    },
  };
};
