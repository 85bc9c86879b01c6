import { type MailAccount, type MailAccountOptions, withConnection } from './account-transport.ts'
import { MailTransportError } from './mail-transport.ts'
import type { SmtpLimits } from './smtp-transport.ts'

/** In total less than the ten seconds within which the request has to be answered. */
const checkLimits: SmtpLimits = { connection: 8000, greeting: 8000, silence: 8000, mail: 9500 }

/** Signs in and out, and returns the result as text for the owner. */
export async function checkMailAccount(
  account: MailAccount,
  options: MailAccountOptions,
): Promise<{ ok: boolean; message: string }> {
  try {
    const limits = options.limits ?? checkLimits
    await withConnection(account, { ...options, limits }, (mailer) => mailer.verify())
    return { ok: true, message: `Signed in to ${account.host} as ${account.username}. Nothing was sent.` }
  } catch (error) {
    if (!(error instanceof MailTransportError)) throw error
    return { ok: false, message: error.message }
  }
}
