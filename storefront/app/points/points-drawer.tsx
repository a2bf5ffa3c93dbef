import './slider.css';
import type { PointsCoupon, PointsOffer, PointsOption } from '@ceiba/contract/points';
import { certificateLabel } from '@ceiba/domain/carts/cart-totals';
import { formatQ } from '@ceiba/domain/money/money';
import {
  nextPointsStep,
  noCertificatesText,
  type PointsStep,
  pointsLabel,
  pointsTexts,
  previousPointsStep,
} from '@ceiba/domain/points/points';
import { formatTypedInput, type PointsInput, pointsInputMessage } from '@ceiba/domain/points/points-inputs';
import { Button } from '@ceiba/ui/button';
import { Drawer } from '@ceiba/ui/drawer';
import { TextField } from '@ceiba/ui/field';
import { Icon } from '@ceiba/ui/icon';
import { amountOf } from '@ceiba/ui/price';
import { typedField } from '@ceiba/ui/typed-field';
import { useEffect, useId, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { shopNow } from '../platform/shop-time.ts';
import { useApplyPoints, useRequestPoints } from './use-points.ts';

/** The balance and its possible certificates, one step of the slider for each (PTS-03, PTS-04, PTS-17). */
function CertificateChoice({
  offer,
  coupon,
  onChoose,
}: {
  offer: PointsOffer;
  coupon: PointsCoupon | null;
  onChoose: (coupon: PointsCoupon | null) => void;
}) {
  return (
    <div className="grid gap-5">
      <dl className="panel grid gap-1 p-4">
        <dt className="text-sm text-ink-soft">Saldo disponible</dt>
        <dd className="text-xl font-bold tabular-nums">{pointsLabel(offer.availablePoints) ?? '0 puntos'}</dd>
        <dd className="text-sm text-ink-soft tabular-nums">Equivale a {formatQ(amountOf(offer.availableBalance))}</dd>
      </dl>
      {coupon === null ? (
        <p role="status">{offer.message === '' ? noCertificatesText : offer.message}</p>
      ) : (
        <Slider coupons={offer.coupons} coupon={coupon} onChoose={onChoose} />
      )}
    </div>
  );
}

const labelOf = ({ discountAmount }: PointsCoupon): string => certificateLabel(amountOf(discountAmount));

function Slider({
  coupons,
  coupon,
  onChoose,
}: {
  coupons: readonly PointsCoupon[];
  coupon: PointsCoupon;
  onChoose: (coupon: PointsCoupon | null) => void;
}) {
  const id = useId();
  const place = coupons.findIndex(({ couponCode }) => couponCode === coupon.couponCode);
  const [first, last] = [coupons[0], coupons.at(-1)];
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        Elige tu certificado
      </label>
      <output htmlFor={id} className="text-2xl font-bold tabular-nums">
        {labelOf(coupon)}
      </output>
      <input
        id={id}
        type="range"
        min={0}
        max={coupons.length - 1}
        step={1}
        value={place}
        aria-valuetext={labelOf(coupon)}
        onChange={({ target }) => onChoose(coupons[Number(target.value)] ?? null)}
        ref={(slider) => slider?.style.setProperty('--part', String(place / Math.max(1, coupons.length - 1)))}
        className="slider"
      />
      <p aria-hidden="true" className="flex justify-between text-sm text-ink-soft tabular-nums">
        <span>{first && formatQ(amountOf(first.discountAmount))}</span>
        <span>{last && formatQ(amountOf(last.discountAmount))}</span>
      </p>
    </div>
  );
}

/** The last step: the points were applied (PTS-06). */
function PointsDone({ coupon }: { coupon: PointsCoupon }) {
  return (
    <div role="status" className="grid justify-items-center gap-3 py-6 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-success-soft text-success">
        <Icon name="circle-check" size="lg" />
      </span>
      <p className="text-xl font-bold">{pointsTexts.applied}</p>
      <p className="font-semibold tabular-nums">{certificateLabel(amountOf(coupon.discountAmount))}</p>
      <p className="text-sm text-ink-soft">{pointsTexts.success}</p>
    </div>
  );
}

/** Typed values, by field. */
export type PointsValues = Partial<Record<PointsInput, string>>;

const pointsFormId = 'canje';

/** Empty fields of a program. */
const valuesOf = ({ inputs }: PointsOption): PointsValues => Object.fromEntries(inputs.map(({ name }) => [name, '']));

type Input = PointsOption['inputs'][number];

/** Keyboard and autofill for each format. */
const hints: Record<Input['format'], { inputMode?: 'numeric' | 'tel' | 'text'; type?: string; placeholder?: string }> =
  {
    cardNumber: { inputMode: 'numeric', placeholder: '0000 0000 0000 0000' },
    date: { inputMode: 'numeric', placeholder: 'MM / YY' },
    cvv: { inputMode: 'numeric', type: 'password', placeholder: '•••' },
    points: { inputMode: 'numeric' },
    phone: { inputMode: 'tel', placeholder: '0000-0000' },
    document: { inputMode: 'numeric' },
    birthDate: { type: 'date' },
    text: {},
  };

const autoComplete: Record<PointsInput, string> = {
  dpi: 'off',
  birthDate: 'bday',
  ccNumber: 'cc-number',
  ccDate: 'cc-exp',
  ccCVV: 'cc-csc',
  ccOwner: 'cc-name',
};

/** The fields of a programme, formatted while typing (PTS-08, PTS-14, DEC-113). */
function PointsFields({
  option,
  form,
  onSubmit,
}: {
  option: PointsOption;
  form: UseFormReturn<PointsValues>;
  onSubmit: (values: PointsValues) => void;
}) {
  return (
    <form
      id={pointsFormId}
      noValidate
      onSubmit={form.handleSubmit(onSubmit)}
      aria-label={option.title}
      className="grid gap-4"
    >
      <p className="text-sm text-ink-soft">
        Escribe los datos de tu cuenta para consultar tus puntos. No los guardamos.
      </p>
      {option.inputs.map(({ name, label, format, maxLength, required }) => (
        <TextField
          key={name}
          {...typedField(form, name, {
            label,
            required,
            autoComplete: autoComplete[name],
            // A pasted text with separators is longer than its stored form.
            maxLength: format === 'text' ? maxLength : undefined,
            ...hints[format],
            format: (text) => formatTypedInput(format, text),
            validate: (value = '') => pointsInputMessage(name, value, shopNow()),
          })}
        />
      ))}
    </form>
  );
}

/**
 * The steps: data, balance and certificate, done (PTS-02, PTS-03). Typed values live in this form only (DEC-10). `onClose` receives whether all steps
 * were done; the next visit then starts again.
 */
export default function PointsDrawer({
  open,
  option,
  onClose,
}: {
  open: boolean;
  option: PointsOption;
  onClose: (isDone: boolean) => void;
}) {
  const [step, setStep] = useState<PointsStep>(0);
  const [offer, setOffer] = useState<PointsOffer | null>(null);
  const [coupon, setCoupon] = useState<PointsCoupon | null>(null);
  const form = useForm<PointsValues>({ mode: 'onTouched', defaultValues: valuesOf(option) });
  const close = (): void => onClose(nextPointsStep(step) === 0);
  const { request, isRequesting } = useRequestPoints(
    (offered) => {
      setOffer(offered);
      setCoupon(offered.coupons.at(-1) ?? null);
      setStep(nextPointsStep(0));
    },
    (fields) => {
      for (const input of option.inputs) {
        const message = fields[input.name];
        if (message !== undefined) form.setError(input.name, { message });
      }
    },
  );
  // Typed values and the choice stay: another certificate may work, and going back reads the points again.
  const [refused, setRefused] = useState('');
  const { apply, isApplying } = useApplyPoints(() => setStep(nextPointsStep(1)), setRefused);
  const heading = useArrival(step);
  const footers = {
    0: (
      <Button type="submit" form={pointsFormId} block loading={isRequesting}>
        Consultar puntos
      </Button>
    ),
    1: (
      <div className="grid cols-pair gap-3">
        <Button
          variant="outline"
          onClick={() => {
            setRefused('');
            setStep(previousPointsStep(1));
          }}
        >
          Regresar
        </Button>
        <Button blocked={coupon === null} loading={isApplying} onClick={() => coupon && apply(coupon.couponCode)}>
          Aplicar
        </Button>
      </div>
    ),
    2: (
      <Button block onClick={close}>
        Listo
      </Button>
    ),
  };
  return (
    <Drawer open={open} onClose={close} title={option.title} closeMs={1000} footer={footers[step]}>
      <div ref={heading} tabIndex={-1} className="outline-none">
        {step === 0 && (
          <PointsFields
            option={option}
            form={form}
            onSubmit={(values) => !isRequesting && request({ name: option.name, ...values })}
          />
        )}
        {step === 1 && offer !== null && (
          <>
            <CertificateChoice offer={offer} coupon={coupon} onChoose={setCoupon} />
            <p role="alert" className="mt-4 text-sm text-danger empty:hidden">
              {refused}
            </p>
          </>
        )}
        {step === 2 && coupon !== null && <PointsDone coupon={coupon} />}
      </div>
    </Drawer>
  );
}

/** Each step takes the focus when the shopper reaches it. The drawer focuses the first one. */
function useArrival(step: PointsStep) {
  const place = useRef<HTMLDivElement>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    place.current?.focus();
  }, [step]);
  return place;
}
