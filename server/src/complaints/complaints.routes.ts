import { fileComplaint as endpoint } from '@ceiba/contract/complaints';
import { complaintAnswerBy, complaintNumberText } from '@ceiba/domain/complaints/complaint';
import { ok } from '@ceiba/domain/result';
import { type Captcha, refuseUnproven } from '../captcha/captcha.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { type Route, route } from '../platform/route.ts';
import { fileComplaint } from './file-complaint.ts';

interface ComplaintsRoutesDeps {
  db: Database;
  captcha: Pick<Captcha, 'redeem'>;
  config: Pick<Config, 'publicUrl' | 'rateLimitFactor'>;
}

export const complaintsRoutes = ({ db, captcha, config }: ComplaintsRoutesDeps): Route[] => [
  {
    ...route(endpoint, async ({ body }, { idempotencyKey: requestKey, client, policy, now }) => {
      const { publicUrl, rateLimitFactor } = config;
      const filed = await fileComplaint({ db, publicUrl, rateLimitFactor }, { body, requestKey, client, policy, now });
      if (!filed.ok) return filed;
      const { number, filedAt } = filed.value;
      const complaintNumber = complaintNumberText(number);
      return ok({ status: 201, data: { complaintNumber, answerBy: complaintAnswerBy(filedAt, policy) } });
    }),
    refuseFirst: refuseUnproven(captcha),
  },
];
