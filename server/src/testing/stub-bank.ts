import { randomUUID } from 'node:crypto';
import { type Centavos, zero } from '@ceiba/domain/money/money';
import type { BankCharge, BankLedger, ChargeOutcome, KnownCharge, PaymentGateway } from '../payments/gateway.ts';

/** The outcome of a charge. `lost` is approved and `dropped` never arrives, both without a response. */
type ChargeFate = 'approved' | 'refused' | 'lost' | 'dropped';

/** The outcome of a void. `unsent` does nothing and `unanswered` makes the void, both without a response. */
type VoidFate = 'done' | 'unsent' | 'unanswered';

export interface StubBankPlan {
  charge: ChargeFate;
  /** The outcomes of the first voids. All later voids are done. */
  voids?: readonly VoidFate[];
  /** Number of look-ups that do not find an approved charge yet. */
  blindLookUps?: number;
}

interface StubCharge {
  status: 'approved' | 'refused' | 'void';
  amount: Centavos;
  createdAt: Date;
}

const silence = { kind: 'unknown', reason: 'silence' } as const;
const approval = { kind: 'approved', gatewayId: 'stub', authorization: '000001' } as const;
const refusal = { kind: 'refused', code: 'PAY_DECLINED' } as const;

/**
 * An in-memory bank for one key. It keeps the gateway's guarantees (a blocked key is never charged) and fails as planned. `pause`
 * is called before and after each call takes effect.
 */
export class StubBank implements BankLedger {
  readonly account = 'bank/stub';
  readonly settlingMs = 5 * 60_000;
  readonly reachMs = Number.POSITIVE_INFINITY;
  readonly charges = new Map<string, StubCharge>();
  private readonly plan: StubBankPlan;
  private voids = 0;
  private lookUps = 0;

  constructor(plan: StubBankPlan) {
    this.plan = plan;
  }

  gateway(pause: () => Promise<void> = async () => {}): PaymentGateway {
    const around = async <T>(effect: () => T): Promise<T> => {
      await pause();
      const answer = effect();
      await pause();
      return answer;
    };
    return {
      account: this.account,
      charge: ({ key, amount }) => around(() => this.charge(key, amount)),
      findByKey: ({ key }) => around(() => this.find(key)),
      voidByKey: ({ key }) => around(() => this.bar(key)),
      refund: async () => silence,
    };
  }

  private charge(key: string, amount: Centavos): ChargeOutcome {
    if (this.plan.charge === 'dropped') return silence;
    if (this.charges.has(key)) return { kind: 'refused', code: 'PAY_PROCESSOR_ERROR' };
    const status = this.plan.charge === 'refused' ? 'refused' : 'approved';
    this.charges.set(key, { status, amount, createdAt: new Date() });
    if (this.plan.charge === 'lost') return silence;
    return status === 'approved' ? { ...approval, gatewayId: randomUUID() } : refusal;
  }

  private find(key: string): KnownCharge {
    this.lookUps += 1;
    const status = this.charges.get(key)?.status;
    if (status === undefined || (status === 'approved' && this.lookUps <= (this.plan.blindLookUps ?? 0))) {
      return { kind: 'none' };
    }
    return { approved: approval, refused: refusal, void: { kind: 'void' } as const }[status];
  }

  private bar(key: string): KnownCharge {
    const fate = this.plan.voids?.[this.voids] ?? 'done';
    this.voids += 1;
    if (fate === 'unsent') return silence;
    const known = this.charges.get(key);
    if (known?.status === 'refused') return fate === 'done' ? refusal : silence;
    this.charges.set(key, { amount: zero, createdAt: new Date(), ...known, status: 'void' });
    return fate === 'done' ? { kind: 'void' } : silence;
  }

  async listCharges(): Promise<{ approved: BankCharge[]; next: null }> {
    const approved = [...this.charges].flatMap(([key, { status, amount, createdAt }]) =>
      status === 'approved' ? [{ key, amount, outstanding: amount, createdAt }] : [],
    );
    return { approved, next: null };
  }
}
