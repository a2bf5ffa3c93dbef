import { pageTags } from '@ceiba/contract/page-tags';
import { complaintAnswerDays, complaintFiledText } from '@ceiba/domain/complaints/complaint';
import { formatDateText } from '@ceiba/domain/dates/spanish-date';
import { complaintsPage, helpPath } from '@ceiba/domain/help/help-pages';
import { AlertBox } from '@ceiba/ui/alert';
import { Breadcrumbs } from '@ceiba/ui/breadcrumbs';
import { ButtonLink } from '@ceiba/ui/button';
import { useState } from 'react';
import { data, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { ComplaintForm } from '../complaints/complaint-form.tsx';
import type { FiledComplaint } from '../complaints/file-complaint.ts';
import { apiContext } from '../platform/api.ts';
import { cachedPage, pageHeaders } from '../platform/page-headers.ts';
import { breadcrumbList, pageMeta } from '../platform/page-meta.ts';
import { loadPolicy } from '../policies/load-policy.ts';
import { SupportPhone } from '../policies/support-phone.tsx';
import { ScriptNeeded } from '../shell/script-needed.tsx';

const { path, title } = complaintsPage;
const crumbs = [{ title: 'Ayuda', path: helpPath }, { title }];

export async function loader({ context, url }: LoaderFunctionArgs) {
  const policy = await loadPolicy(context.get(apiContext));
  const page = {
    title,
    description: `Escribe tu queja en el libro de quejas de ${policy.shopName}. Recibes su número y te contestamos por correo.`,
    canonical: `${url.origin}${path}`,
    structured: [breadcrumbList(url.origin, crumbs)],
  };
  return data({ meta: pageMeta(page, policy) }, cachedPage(pageTags.complaints));
}

export const headers = pageHeaders;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => loaderData?.meta ?? [];

/** The book of complaints that Decreto 006-2003, art. 17, requires of every shop (DEC-217). */
export default function ComplaintsPage() {
  const [filed, setFiled] = useState<FiledComplaint | null>(null);
  return (
    <main id="contenido" className="wrap">
      <Breadcrumbs crumbs={crumbs} />
      <div className="mx-auto grid max-w-[680px] gap-5 pt-2">
        <h1 className="text-4xl leading-tight tracking-display">{title}</h1>
        {filed === null ? (
          <>
            <p className="text-ink-soft">
              Cuéntanos qué pasó. Tu queja recibe un número, te llega por correo y te contestamos en un plazo de{' '}
              {complaintAnswerDays} días hábiles. ¿Prefieres hablar? Llámanos al <SupportPhone />.
            </p>
            <ScriptNeeded
              title="Escribir tu queja necesita JavaScript"
              instead={
                <>
                  También puedes dictarla al <SupportPhone />.
                </>
              }
            />
            <ComplaintForm onFiled={setFiled} />
            <p className="text-sm text-ink-muted">
              Este libro cumple el artículo 17 de la Ley de Protección al Consumidor y Usuario (Decreto 006-2003).
              Usamos tus datos solo para atender tu queja.
            </p>
          </>
        ) : (
          <Filed filed={filed} />
        )}
      </div>
    </main>
  );
}

/** Takes the focus, because the focused form has disappeared. */
const takeFocus = (element: HTMLElement | null): void => element?.focus();

function Filed({ filed: { complaintNumber, answerBy, email } }: { filed: FiledComplaint }) {
  return (
    <div ref={takeFocus} tabIndex={-1} role="status" className="grid gap-5 outline-none">
      <AlertBox type="Success" title={complaintFiledText(complaintNumber)}>
        Te enviamos su número a {email}. Te contestamos a más tardar el {formatDateText(answerBy)}.
      </AlertBox>
      <ButtonLink to="/" variant="tonal" className="justify-self-start">
        Seguir comprando
      </ButtonLink>
    </div>
  );
}
