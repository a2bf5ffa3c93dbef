import { linkPart, type MailingShop, mailOf, textPart } from '../notifications/mail-layout.ts';
import type { WrittenMail } from '../notifications/write-mail.ts';

/**
 * Composes the mail with the link of an invitation (OFF-09). The link admits the first person who opens it, so the mail's text is
 * deleted after sending.
 */
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

/** Mails a person that a passkey was added or removed (OFF-26), so that nobody gains access unnoticed. */
export const passkeyMail = (
  { email, passkeyName, isAdded }: { email: string; passkeyName: string; isAdded: boolean },
  shop: MailingShop,
): WrittenMail => {
  const news = isAdded
    ? `Agregaste la llave de acceso «${passkeyName}» a tu cuenta de la administración.`
    : `Quitaste la llave de acceso «${passkeyName}» de tu cuenta de la administración.`;
  return mailOf(
    {
      recipient: email,
      subject: `${isAdded ? 'Agregaste' : 'Quitaste'} una llave de acceso en ${shop.policy.shopName}`,
      title: isAdded ? 'Llave de acceso agregada' : 'Llave de acceso quitada',
      news,
      parts: [
        linkPart('Ver mis llaves de acceso', `${shop.publicUrl}/admin/mi-cuenta`),
        textPart('Ten en cuenta', ['Si no fuiste tú, avisa ya a quien administra la tienda.']),
      ],
    },
    shop,
  );
};
