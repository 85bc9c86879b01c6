import { queryTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Mail } from '../../../platform/mail/deliver-mail.ts'
import { summaryKinds } from './summary-mails.ts'

/** The owner reads this. */
export const summaryUnwanted = 'This address was removed or stopped these emails before it could be sent.'

/**
 * Returns the check before delivery that says why a summary must not be sent any more: it may have waited days for a mail
 * server, or for the owner to confirm an address.
 */
export function createSummaryObjection({ database }: Deps<'database'>) {
  return async ({
    kind,
    businessId,
    toAddress,
  }: Pick<Mail, 'kind' | 'businessId' | 'toAddress'>): Promise<string | null> => {
    if (kind !== summaryKinds.accountant || businessId === null) return null
    const [settings] = await queryTenant<{ isWanted: boolean }>(database, businessId, {
      name: 'summary-objection',
      text: `select accountant_email = $2 and $2 <> all(summary_stopped) as "isWanted"
             from report_settings where business_id = $1`,
      values: [businessId, toAddress],
    })
    return settings?.isWanted ? null : summaryUnwanted
  }
}
