import type { Transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { type Plan as BillingPlan, includesFeature } from '../billing/rules.ts'
import { saveClient } from '../clients/save-client.ts'
import type { OwnValues } from '../fields/contract.ts'
import { readOwnValues } from '../fields/read-own-values.ts'
import { totalsFor } from '../invoices/columns.ts'
import { prefixContentFields } from '../invoices/prefix-content-fields.ts'
import { getLogo } from '../invoices/queries.ts'
import { endColumns } from '../schedules/schedule-columns.ts'
import type * as contract from './contract.ts'

export type SeriesInput = Omit<BodyOf<typeof contract.createSeries>, 'requestId'>

export function assertInPlan(plan: BillingPlan): void {
  if (includesFeature(plan, 'recurringInvoices')) return
  throw new AppError('PLAN_REQUIRED', 'Recurring invoices are part of the Pro plan.')
}

/**
 * Converts the owner's input to columns. Saves the client, and links the content to it by id. `stored` is what its own
 * fields hold.
 */
export async function contentColumns(
  tx: Transaction,
  deps: Deps<'log'>,
  owner: Pick<Identity, 'businessId' | 'userId' | 'business'>,
  { content, end, frequency, startDate, sends, autopay }: SeriesInput,
  stored: OwnValues = {},
) {
  const { currency, charge } = content
  const format = { currency, locale: owner.business.locale }
  const { totalMinor } = await prefixContentFields(async () => totalsFor(charge, format))
  await prefixContentFields(() => getLogo(tx, owner.businessId, content.logoId))
  const ownFields = await prefixContentFields(() => readOwnValues(tx, 'invoice', content.ownFields, stored))
  const clientId = await saveClient(tx, deps.log, owner, { ...content.client, currency })
  return {
    content: { ...content, ownFields, client: { ...content.client, id: clientId } },
    clientName: content.client.name,
    currency,
    totalMinor,
    frequency,
    startDate,
    ...endColumns(end),
    sends,
    ...(autopay !== undefined && { autopay }),
  }
}
