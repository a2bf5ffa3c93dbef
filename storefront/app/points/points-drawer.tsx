import type { PointsCoupon, PointsOffer, PointsOption } from '@ceiba/contract/points';
import { nextPointsStep, type PointsStep, previousPointsStep } from '@ceiba/domain/points/points';
import { Button } from '@ceiba/ui/button';
import { Drawer } from '@ceiba/ui/drawer';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { CertificateChoice } from './certificate-choice.tsx';
import { PointsDone } from './points-done.tsx';
import { PointsFields, type PointsValues, pointsFormId, valuesOf } from './points-fields.tsx';
import { useApplyPoints, useRequestPoints } from './use-points.ts';

/**
 * Data, balance and certificate, done (PTS-02, PTS-03). What is typed lives in this form only (DEC-10); `onClose` is told
 * whether all was done, and then the next visit starts anew.
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
  // What was typed and chosen stays: another certificate may do, and the way back asks for the points anew.
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

/** Each step takes the focus when the shopper arrives at it; the drawer sees to the first. */
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
