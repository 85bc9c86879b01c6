import { queryTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Mail } from '../../platform/mail/deliver-mail.ts'

/** The owner of the estimate reads this. The operator does not. */
export const estimateAnswered = 'The estimate was answered before the email could be sent.'

/** Returns the check before delivery that says why a reminder of an estimate must not be sent any more. */
export function createEstimateObjection({ database }: Deps<'database'>) {
  return async ({
    kind,
    businessId,
    estimateId,
  }: Pick<Mail, 'kind' | 'businessId' | 'estimateId'>): Promise<string | null> => {
    if (kind !== 'estimate-reminder' || businessId === null) return null
    const [estimate] = await queryTenant<{ isOpen: boolean }>(database, businessId, {
      name: 'estimate-objection',
      text: `select status = 'open' as "isOpen" from estimates where business_id = $1 and id = $2`,
      values: [businessId, estimateId],
    })
    return estimate?.isOpen === false ? estimateAnswered : null
  }
}
