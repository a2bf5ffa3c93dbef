import type { FirstStep } from '@ceiba/contract/desk/home';
import { cx } from '@ceiba/ui/class-names';
import { DeskIcon } from '@ceiba/ui/desk-icon';
import { type ReactNode, useContext } from 'react';
import { Card } from '../detail/detail-frame.tsx';
import { FindingWay } from '../operation/finding-ways.tsx';
import { ButtonLink } from '../platform/button.tsx';
import { countedText } from '../platform/formats.ts';
import { RowList } from '../platform/row-list.tsx';
import { type DeskAnswer, useDeskQuery } from '../session/desk-client.ts';
import { useMay } from '../session/session.ts';
import { FramePlacesContext } from '../shell/page-head.tsx';
import { missingText } from './missing-text.ts';

type Part = DeskAnswer<'getStatus'>['data']['parts'][number];

export type FirstStepsRead = DeskAnswer<'getDeskHome'>['data']['firstSteps'];

interface StepWords {
  label: string;
  text: string;
  /** Pages of the step, below /admin, in order of preference. */
  ways: readonly { to: string; label: string }[];
  /** The advice if the desk has no page for the step. */
  otherwise: ReactNode;
}

/** The page that takes files of any kind. */
const fileWay = { to: '/importaciones', label: 'Subir un archivo' };

const words: Readonly<Record<FirstStep, StepWords>> = {
  stores: {
    label: 'Tiendas y bodega',
    text: 'Dónde se recogen las órdenes y de dónde salen los envíos.',
    ways: [{ to: '/tiendas/+', label: 'Crear una tienda' }, fileWay],
    otherwise: (
      <>
        Pide a quien opera el sistema que cargue el archivo con <code>ceiba import stores</code>.
      </>
    ),
  },
  policy: {
    label: 'Datos y políticas de la tienda',
    text: 'Su nombre, cómo contactarla, el costo de envío y los plazos.',
    ways: [{ to: '/ajustes', label: 'Abrir los ajustes' }],
    otherwise: (
      <>
        Pide a quien opera el sistema que escriba <code>ceiba shop set</code> y <code>ceiba policy set</code>.
      </>
    ),
  },
  issuer: {
    label: 'Emisor de facturas',
    text: 'La razón social y el NIT que llevan las facturas.',
    ways: [
      { to: '/emisores', label: 'Crear el emisor' },
      { to: '/ajustes', label: 'Abrir los ajustes' },
    ],
    otherwise: (
      <>
        Pide a quien opera el sistema que escriba <code>ceiba shop set --legal-name … --nit …</code>.
      </>
    ),
  },
  categories: {
    label: 'Categorías',
    text: 'El árbol por el que se recorre la tienda.',
    ways: [{ to: '/productos/categorias', label: 'Crear categorías' }, fileWay],
    otherwise: (
      <>
        Pide a quien opera el sistema que cargue el archivo con <code>ceiba import categories</code>.
      </>
    ),
  },
  brands: {
    label: 'Marcas',
    text: 'Cada producto es de una marca.',
    ways: [{ to: '/productos/marcas/+', label: 'Crear una marca' }, fileWay],
    otherwise: (
      <>
        Pide a quien opera el sistema que cargue el archivo con <code>ceiba import brands</code>.
      </>
    ),
  },
  products: {
    label: 'Productos',
    text: 'Uno por uno con el formulario, o todos con un archivo.',
    ways: [{ to: '/productos/+', label: 'Crear un producto' }, fileWay],
    otherwise: (
      <>
        Pide a quien opera el sistema que cargue el archivo con <code>ceiba import products</code>.
      </>
    ),
  },
  staff: {
    label: 'Personal',
    text: 'Invita a quienes prepararán, cobrarán y atenderán.',
    ways: [{ to: '/personal', label: 'Invitar' }],
    otherwise: 'Pide a quien administra el personal que invite a los demás.',
  },
};

/** "Primeros pasos" (OFF-29): the steps before the shop can open, each with a link to its page. */
export function FirstSteps({ read: { steps } }: { read: FirstStepsRead }) {
  const may = useMay();
  const missing = steps.filter(({ isDone }) => !isDone).length;
  return (
    <div className="stack max-w-[960px]">
      {may('ops.read') && <DoctorCard />}
      <Card
        title="Pasos"
        isBare
        actions={steps.length > 0 && <span className="text-dense text-ink-muted">{missingText(missing)}</span>}
      >
        {steps.length === 0 ? (
          <p className="p-4 text-ink-muted">Tu rol no tiene pasos aquí: los hace quien administra la tienda.</p>
        ) : (
          <RowList aria-label="Pasos">
            {steps.map((step) => (
              <Step key={step.name} {...step} />
            ))}
          </RowList>
        )}
      </Card>
    </div>
  );
}

const Tick = ({ isDone }: { isDone: boolean }) => (
  <span className={cx('pt-0.5', isDone ? 'text-success' : 'text-ink-muted')}>
    <DeskIcon name={isDone ? 'circle-check' : 'circle'} size="md" />
    <span className="sr-only">{isDone ? 'Hecho: ' : 'Pendiente: '}</span>
  </span>
);

function Step({ name, isDone }: FirstStepsRead['steps'][number]) {
  const { canOpen } = useContext(FramePlacesContext);
  const { label, text, ways, otherwise } = words[name];
  const there = ways.filter(({ to }) => canOpen(to));
  return (
    <li className="flex flex-wrap items-start gap-3">
      <Tick isDone={isDone} />
      <span className="min-w-0 flex-[1_1_16rem]">
        <b className="font-semibold">{label}</b>
        <small className="text-ink-muted">{text}</small>
        {there.length === 0 && !isDone && <small className="text-ink-soft">{otherwise}</small>}
      </span>
      {there.length > 0 && (
        <span className="flex flex-wrap gap-2 max-lg:pl-8">
          {there.map(({ to, label: way }, at) => (
            <ButtonLink key={to} to={to} size="small" look={at === 0 && !isDone ? 'tonal' : 'outline'}>
              {way}
            </ButtonLink>
          ))}
        </span>
      )}
    </li>
  );
}

/** The findings of `ceiba doctor`: the shop may open if nothing fails. Warnings are folded, so that the steps stay in view. */
function DoctorCard() {
  const status = useDeskQuery('getStatus', {}, { staleTime: 30_000 });
  const parts = status.data?.data.parts;
  if (parts === undefined)
    return (
      <Card title="Revisión del sistema">
        <p className="text-ink-muted" role="status">
          {status.isError ? 'No pudimos revisar el sistema.' : 'Revisando…'}
        </p>
      </Card>
    );
  const broken = parts.filter(({ state }) => state === 'broken');
  const others = parts.filter(({ state }) => state === 'look');
  return (
    <Card
      title="Revisión del sistema"
      isBare
      actions={
        <ButtonLink to="/operacion" size="small">
          Ver todo
        </ButtonLink>
      }
    >
      <RowList aria-label="Revisión del sistema">
        <li className="flex items-start gap-3">
          <Tick isDone={broken.length === 0} />
          <span>
            {broken.length === 0
              ? 'Nada impide abrir la tienda.'
              : countedText(broken.length, 'falla impide abrir la tienda.', 'fallas impiden abrir la tienda.')}
          </span>
        </li>
        {broken.map((part) => (
          <FindingRow key={`${part.code} ${part.text}`} part={part} />
        ))}
      </RowList>
      {others.length > 0 && (
        <details className="border-t border-border">
          <summary className="cursor-pointer px-4 py-3 text-primary">
            {countedText(others.length, 'aviso por revisar', 'avisos por revisar')}
          </summary>
          <RowList aria-label="Avisos por revisar">
            {others.map((part) => (
              <FindingRow key={`${part.code} ${part.text}`} part={part} />
            ))}
          </RowList>
        </details>
      )}
    </Card>
  );
}

/** A finding of the doctor with its next step, and the page on which it can be fixed. */
function FindingRow({ part: { code, state, about, text, next } }: { part: Part }) {
  return (
    <li className="flex flex-wrap items-start gap-3">
      <span className={cx('pt-0.5', state === 'broken' ? 'text-danger' : 'text-warning')}>
        <DeskIcon name={state === 'broken' ? 'circle-x' : 'triangle-alert'} size="md" />
        <span className="sr-only">{state === 'broken' ? 'Falla: ' : 'Por revisar: '}</span>
      </span>
      <span className="min-w-0 flex-[1_1_16rem] wrap-anywhere">
        <b className="font-semibold">{about}</b>
        <small className="text-ink-muted">{text}</small>
        {next !== null && <small>{next}</small>}
      </span>
      <FindingWay code={code} />
    </li>
  );
}
