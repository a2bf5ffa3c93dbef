import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { accountsCrontab, forgetBuyersTask } from './accounts/accounts.tasks.ts';
import { analyticsCrontab, analyticsTasks } from './analytics/analytics.tasks.ts';
import { callEventUrl } from './analytics/call-event-url.ts';
import { openMessaging } from './analytics/open-messaging.ts';
import { authCrontab, authTasks } from './auth/auth.tasks.ts';
import { createPasswords, type Passwords } from './auth/passwords.ts';
import { createSessions, type Sessions } from './auth/sessions.ts';
import { createHttpTaxRegistry } from './billing/http-tax-registry.ts';
import type { TaxRegistry } from './billing/tax-registry.ts';
import { captchaCrontab, deleteExpiredProofsTask } from './captcha/captcha.tasks.ts';
import { type Captcha, createCaptcha } from './captcha/captcha.ts';
import { createRecaptcha } from './captcha/recaptcha.ts';
import { complaintsCrontab, deleteOldComplaintsTask } from './complaints/complaints.tasks.ts';
import { giftCardsCrontab, sendGiftCardsTask } from './gift-cards/gift-cards.tasks.ts';
import { invariantsCrontab, invariantsTask } from './invariants/invariants-task.ts';
import { openBankLedger } from './invariants/open-bank-ledger.ts';
import { housekeepingCrontab, housekeepingTasks } from './jobs/housekeeping.ts';
import { startWorker, type Task } from './jobs/worker.ts';
import type { ShopLoader } from './loading/shop-loader.ts';
import { createHttpLoyaltyProgram } from './loyalty/http-loyalty-program.ts';
import type { LoyaltyProgram } from './loyalty/loyalty-program.ts';
import type { FileStore } from './media/file-store.ts';
import { openFileStore } from './media/open-file-store.ts';
import { createReencodePhoto, type ReencodePhoto } from './media/reencode-photo.ts';
import { registerDemoMailbox } from './notifications/demo-mailbox.routes.ts';
import { createSmtpMailer } from './notifications/mailer.ts';
import { deleteOldMailsTask, mailsCrontab } from './notifications/mails.tasks.ts';
import { sendMailTasks } from './notifications/write-mail.ts';
import { ordersCrontab, ordersTasks, startOrderJobs } from './orders/orders.tasks.ts';
import { type PausePoints, pausePointsOf } from './orders/pause-points.ts';
import { countShopDeclines } from './orders/placing-budgets.store.ts';
import { deleteOldChallengesTask, passkeysCrontab } from './passkeys/passkeys.tasks.ts';
import { createFindLinkCart } from './payment-links/find-link-cart.ts';
import { type CardKeys, createCardKeys } from './payments/card-key.ts';
import type { PaymentGateway } from './payments/gateway.ts';
import { chargeMarginMs, openCardVault, openGateway } from './payments/open-gateway.ts';
import { type CardSaver, createCardSaver } from './payments/save-card.ts';
import { savedCardsCrontab, savedCardsTasks } from './payments/saved-cards.tasks.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import { sitemapLimit, stopLimits, withFactor } from './platform/rate-limit.ts';
import type { FindLinkCart } from './platform/route.ts';
import { registerSitemap } from './platform/sitemap.ts';
import { createHttpPointsPrograms } from './points/http-points-programs.ts';
import { pointsCrontab, pointsTasks } from './points/points.tasks.ts';
import type { PointsPrograms } from './points/points-programs.ts';
import { countBoughtTogetherTask, recommendationsCrontab } from './recommendations/recommendations.tasks.ts';
import { findEndOfStop, restockCrontab, restockTasks } from './restock/restock.tasks.ts';
import { registerUnsubscribe } from './restock/unsubscribe.routes.ts';
import { removeLeftFilesTask, returnsCrontab } from './returns/returns.tasks.ts';
import { deleteOldSearchCountsTask, refreshRenamedTask, searchCrontab } from './search/search.tasks.ts';
import { createSearchCounts, type SearchCounts } from './search/search-counts.ts';
import { createSearch, type Search } from './search/search-products.ts';

export interface ServiceOptions {
  db: Database;
  /** For jobs: their statements may take longer than a shopper would wait. */
  jobsDb: Database;
  /** For the guard and for filling the shop, which take longer still. */
  upkeepDb: Database;
  config: Config;
  log: FastifyBaseLogger;
  /** The shop's policy now; whoever works with it takes it once. */
  policy: () => ShopPolicy;
  /** Demo mode only: what fills the shop. */
  loader?: ShopLoader | undefined;
}

/** What the slices receive: the database and the ports to the outside, opened once per process. */
export interface Services extends ServiceOptions {
  gateway: PaymentGateway;
  cardSaver: CardSaver;
  cardKeys: CardKeys;
  taxRegistry: TaxRegistry;
  programs: PointsPrograms;
  loyalty: LoyaltyProgram;
  captcha: Captcha;
  pausePoints: PausePoints;
  /** Pictures of returns. */
  files: FileStore;
  reencodePhoto: ReencodePhoto;
  search: Search;
  /** What is looked for in this process. */
  searchCounts: SearchCounts;
  /** Whose session a call brings, and new ones (DEC-04). */
  sessions: Sessions;
  findLinkCart: FindLinkCart;
  passwords: Passwords;
  /** From an order's claim until the reconciler may take over, in milliseconds: longer than a charge can take. */
  settleAfterMs: number;
  register: ((app: FastifyInstance) => Promise<void> | void)[];
  tasks: Task[];
  /** Before the first request: in demo mode an empty database is filled. Throws when `signal` ends it. */
  prepare(say: (text: string) => void, signal?: AbortSignal): Promise<void>;
  startWorker(databaseUrl: string): Promise<{ close(): Promise<void> }>;
}

export const openServices = ({ db, jobsDb, upkeepDb, config, log, policy, loader }: ServiceOptions): Services => {
  const { bank } = config;
  const gateway = openGateway(config);
  const files = openFileStore(config.files);
  const vault = openCardVault(config);
  const cardSaver = createCardSaver({ db, vault, log });
  const cardKeys = createCardKeys(db, config.cyberSource?.secret ?? bank.merchantKey);
  const declineAlarm = (): number => withFactor(policy().declinesPerShop, config.rateLimitFactor);
  const programs = createHttpPointsPrograms(bank);
  const searchCounts = createSearchCounts({ db, log });
  const mailer =
    config.smtpUrl === undefined ? undefined : createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom });
  const messaging = openMessaging(config);
  const ordersDeps = { db: jobsDb, gateway, policy, publicUrl: config.publicUrl };
  const tasks = [
    ...housekeepingTasks({ db: jobsDb, policy }),
    ...(loader?.tasks(jobsDb) ?? []),
    ...ordersTasks(ordersDeps),
    ...pointsTasks({ db: jobsDb, programs }),
    ...savedCardsTasks({ db: jobsDb, vault }),
    sendGiftCardsTask({ db: jobsDb, policy, publicUrl: config.publicUrl }),
    countBoughtTogetherTask({ db: jobsDb }),
    deleteOldSearchCountsTask({ db: jobsDb, policy }),
    refreshRenamedTask({ db: jobsDb }),
    ...restockTasks({ db: jobsDb, policy, publicUrl: config.publicUrl }),
    forgetBuyersTask({ db: jobsDb }),
    deleteOldChallengesTask({ db: jobsDb }),
    ...authTasks({ db: jobsDb, policy, publicUrl: config.publicUrl }),
    ...analyticsTasks({ db: jobsDb, messaging, callEvent: (url) => callEventUrl(url) }),
    removeLeftFilesTask({ db: jobsDb, files }),
    ...sendMailTasks({ db: jobsDb, mailer, findEndOfStop }),
    deleteOldComplaintsTask({ db: jobsDb, policy }),
    deleteOldMailsTask({ db: jobsDb, policy }),
    deleteExpiredProofsTask({ db: jobsDb }),
    invariantsTask({ db: upkeepDb, books: { bank: openBankLedger(config), programs } }),
  ];
  return {
    db,
    jobsDb,
    upkeepDb,
    config,
    log,
    policy,
    gateway,
    cardSaver,
    cardKeys,
    taxRegistry: createHttpTaxRegistry(bank),
    programs,
    loyalty: createHttpLoyaltyProgram(bank),
    captcha: createCaptcha({
      db,
      areHard: async () => (await countShopDeclines(db.write, declineAlarm())) >= declineAlarm(),
      verifier: config.recaptcha && createRecaptcha({ ...config.recaptcha, rateLimitFactor: config.rateLimitFactor }),
    }),
    sessions: createSessions(db),
    findLinkCart: createFindLinkCart(db),
    passwords: createPasswords(config.rateLimitFactor),
    search: createSearch(db, config),
    searchCounts,
    files,
    reencodePhoto: createReencodePhoto(config.rateLimitFactor),
    pausePoints: pausePointsOf(config.pauseAt),
    settleAfterMs: config.bankTimeoutMs + chargeMarginMs(config),
    register: [
      (app) => searchCounts.register(app),
      (app) => cardSaver.register(app),
      registerUnsubscribe(db, stopLimits(config.rateLimitFactor)),
      registerSitemap(db, config.publicUrl, sitemapLimit(config.rateLimitFactor)),
      ...(config.isDemo ? [registerDemoMailbox({ db })] : []),
    ],
    tasks,
    prepare: async (say, signal) => {
      await loader?.prepare({ db: upkeepDb, mediaDir: config.mediaDir, now: new Date(), say, signal });
    },
    startWorker: async (url) => {
      const worker = await startWorker({
        url,
        tasks,
        crontab: [
          accountsCrontab,
          housekeepingCrontab,
          ordersCrontab,
          pointsCrontab,
          savedCardsCrontab,
          giftCardsCrontab,
          recommendationsCrontab,
          searchCrontab,
          restockCrontab,
          returnsCrontab,
          authCrontab,
          passkeysCrontab,
          analyticsCrontab,
          complaintsCrontab,
          mailsCrontab,
          captchaCrontab,
          invariantsCrontab,
          ...(loader ? [loader.crontab] : []),
        ].join('\n'),
        log,
      });
      await startOrderJobs(ordersDeps, log, new Date());
      return {
        close: async () => {
          await worker.close();
          await messaging?.close();
        },
      };
    },
  };
};
