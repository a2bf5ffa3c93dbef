import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { addressesRoutes } from './addresses/addresses.routes.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { authCrontab, authTasks } from './auth/auth.tasks.ts';
import { createPasswords, type Passwords } from './auth/passwords.ts';
import { createSessions, type Sessions } from './auth/sessions.ts';
import { billingRoutes } from './billing/billing.routes.ts';
import { createHttpTaxRegistry } from './billing/http-tax-registry.ts';
import type { TaxRegistry } from './billing/tax-registry.ts';
import { captchaRoutes } from './captcha/captcha.routes.ts';
import { captchaCrontab, deleteExpiredProofsTask } from './captcha/captcha.tasks.ts';
import { type Captcha, createCaptcha } from './captcha/captcha.ts';
import { createRecaptcha } from './captcha/recaptcha.ts';
import { cartsRoutes } from './carts/carts.routes.ts';
import { catalogRoutes } from './catalog/catalog.routes.ts';
import { checkoutRoutes } from './checkout/checkout.routes.ts';
import { contentRoutes } from './content/content.routes.ts';
import { couponsRoutes } from './coupons/coupons.routes.ts';
import { customersRoutes } from './customers/customers.routes.ts';
import { deliveryRoutes } from './delivery/delivery.routes.ts';
import { donationsRoutes } from './donations/donations.routes.ts';
import { flagsRoutes } from './flags/flags.routes.ts';
import { giftCardsCrontab, sendGiftCardsTask } from './gift-cards/gift-cards.tasks.ts';
import { invariantsCrontab, invariantsTask } from './invariants/invariants-task.ts';
import { openBankLedger } from './invariants/open-bank-ledger.ts';
import { housekeepingCrontab, housekeepingTasks } from './jobs/housekeeping.ts';
import { startWorker, type Task } from './jobs/worker.ts';
import type { ShopLoader } from './loading/shop-loader.ts';
import { locationsRoutes } from './locations/locations.routes.ts';
import { demoMailRoutes, registerDemoMailbox } from './notifications/demo-mailbox.routes.ts';
import { createSmtpMailer } from './notifications/mailer.ts';
import { deleteOldMailsTask, mailsCrontab } from './notifications/mails.tasks.ts';
import { sendMailTask } from './notifications/write-mail.ts';
import { orderHistoryRoutes } from './orders/order-history.routes.ts';
import { ordersRoutes } from './orders/orders.routes.ts';
import { ordersCrontab, ordersTasks, startReconciling } from './orders/orders.tasks.ts';
import { type PausePoints, pausePointsOf } from './orders/pause-points.ts';
import type { PaymentGateway } from './payments/gateway.ts';
import { installmentsRoutes } from './payments/installments.routes.ts';
import { chargeMarginMs, openGateway } from './payments/open-gateway.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import { sitemapLimit } from './platform/rate-limit.ts';
import type { Route } from './platform/route.ts';
import { registerSitemap } from './platform/sitemap.ts';
import { createHttpPointsPrograms } from './points/http-points-programs.ts';
import { pointsRoutes } from './points/points.routes.ts';
import { pointsCrontab, pointsTasks } from './points/points.tasks.ts';
import type { PointsPrograms } from './points/points-programs.ts';
import { policiesRoutes } from './policies/policies.routes.ts';
import { recommendationsRoutes } from './recommendations/recommendations.routes.ts';
import { countBoughtTogetherTask, recommendationsCrontab } from './recommendations/recommendations.tasks.ts';
import { restockRoutes } from './restock/restock.routes.ts';
import { restockCrontab, restockTasks } from './restock/restock.tasks.ts';
import { searchRoutes } from './search/search.routes.ts';
import { deleteOldSearchCountsTask, searchCrontab } from './search/search.tasks.ts';
import { createSearchCounts, type SearchCounts } from './search/search-counts.ts';
import { sellersRoutes } from './sellers/sellers.routes.ts';
import { stockRoutes } from './stock/stock.routes.ts';

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
  taxRegistry: TaxRegistry;
  programs: PointsPrograms;
  captcha: Captcha;
  pausePoints: PausePoints;
  /** What is looked for in this process. */
  searchCounts: SearchCounts;
  /** Whose session a call brings, and new ones (DEC-04). */
  sessions: Sessions;
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
  const programs = createHttpPointsPrograms(bank);
  const searchCounts = createSearchCounts({ db, log });
  const mailer =
    config.smtpUrl === undefined ? undefined : createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom });
  const ordersDeps = { db: jobsDb, gateway, policy, publicUrl: config.publicUrl };
  const tasks = [
    ...housekeepingTasks({ db: jobsDb, policy }),
    ...(loader?.tasks(jobsDb) ?? []),
    ...ordersTasks(ordersDeps),
    ...pointsTasks({ db: jobsDb, programs }),
    sendGiftCardsTask({ db: jobsDb, policy, publicUrl: config.publicUrl }),
    countBoughtTogetherTask({ db: jobsDb }),
    deleteOldSearchCountsTask({ db: jobsDb, policy }),
    ...restockTasks({ db: jobsDb, policy, publicUrl: config.publicUrl }),
    ...authTasks({ db: jobsDb, policy, publicUrl: config.publicUrl }),
    sendMailTask(jobsDb, mailer),
    deleteOldMailsTask({ db: jobsDb, policy }),
    deleteExpiredProofsTask({ db: jobsDb }),
    invariantsTask({ db: upkeepDb, bank: openBankLedger(config) }),
  ];
  return {
    db,
    jobsDb,
    upkeepDb,
    config,
    log,
    policy,
    gateway,
    taxRegistry: createHttpTaxRegistry(bank),
    programs,
    captcha: createCaptcha({ db, verifier: config.recaptcha && createRecaptcha(config.recaptcha) }),
    sessions: createSessions(db),
    passwords: createPasswords(config.rateLimitFactor),
    searchCounts,
    pausePoints: pausePointsOf(config.pauseAt),
    settleAfterMs: config.bankTimeoutMs + chargeMarginMs(config),
    register: [
      (app) => searchCounts.register(app),
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
          housekeepingCrontab,
          ordersCrontab,
          pointsCrontab,
          giftCardsCrontab,
          recommendationsCrontab,
          searchCrontab,
          restockCrontab,
          authCrontab,
          mailsCrontab,
          captchaCrontab,
          invariantsCrontab,
          ...(loader ? [loader.crontab] : []),
        ].join('\n'),
        log,
      });
      await startReconciling(ordersDeps, log, new Date());
      return worker;
    },
  };
};

/** Every route of the API. The one place where slices meet the server. */
export const routesOf = (services: Services): Route[] => [
  ...catalogRoutes(services),
  ...contentRoutes(services),
  ...searchRoutes({ ...services, counts: services.searchCounts }),
  ...sellersRoutes(services),
  ...stockRoutes(services),
  ...flagsRoutes(services),
  ...policiesRoutes(),
  ...recommendationsRoutes(services),
  ...restockRoutes(services),
  ...locationsRoutes(services),
  ...deliveryRoutes(services),
  ...cartsRoutes(services),
  ...couponsRoutes(services),
  ...pointsRoutes(services),
  ...donationsRoutes(services),
  ...checkoutRoutes(services),
  ...installmentsRoutes(services),
  ...billingRoutes(services),
  ...captchaRoutes(services),
  ...authRoutes({ ...services, publicUrl: services.config.publicUrl }),
  ...customersRoutes(services),
  ...addressesRoutes(services),
  ...ordersRoutes(services),
  ...orderHistoryRoutes(services),
  ...demoMailRoutes(services),
];
