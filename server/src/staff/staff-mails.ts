import { linkPart, type MailingShop, mailOf, textPart } from '../notifications/mail-layout.ts';
import type { WrittenMail } from '../notifications/write-mail.ts';

/** The link of an invitation (OFF-09): it admits the first person who opens it, so the mail's text is deleted once it was sent. */
export const invitationMail = ({ email, token }: { email: string; token: string }, shop: MailingShop): WrittenMail => ({
  ...mailOf(
    {
      recipient: email,
      subject: `Te invitaron a la administración de ${shop.policy.shopName}`,
      title: 'Bienvenida al equipo',
      news: 'Elige tu contraseña y activa la verificación en dos pasos para entrar.',
      parts: [
        linkPart('Aceptar la invitación', `${shop.publicUrl}/admin/invitacion#${new URLSearchParams({ token })}`),
        textPart('Ten en cuenta', [
          'El enlace vale 24 horas y se usa una sola vez.',
          'Si no esperabas este correo, ignóralo.',
        ]),
      ],
    },
    shop,
  ),
  isSecret: true,
});
