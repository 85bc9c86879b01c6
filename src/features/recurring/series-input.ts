import type { Transaction } from '../../platform/db/transaction.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { type Plan as BillingPlan, opens } from '../billing/rules.ts'
import { saveClient } from '../clients/save-client.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { totalsFor } from '../invoices/invoice-totals.ts'
import { getLogo } from '../invoices/queries.ts'
import { planProblems } from '../schedules/rules.ts'
import { endColumns } from '../schedules/schedule-columns.ts'
import type * as contract from './contract.ts'

export type SeriesInput = Omit<BodyOf<typeof contract.createSeries>, 'requestId'>

export function assertInPlan(plan: BillingPlan): void {
  if (opens(plan, 'recurringInvoices')) return
  throw new AppError('PLAN_REQUIRED', 'Recurring invoices are part of the Pro plan.')
}

/** `today` is null where the start date was accepted before. */
export function assertPlanned(input: SeriesInput, today: string | null): void {
  const fields = planProblems(input, today)
  const [message] = Object.values(fields)
  if (message !== undefined) throw new AppError('VALIDATION_FAILED', message, { fields })
}

/** Names the fields of a refusal as they are named in a series. */
async function besideContent<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    if (!(error instanceof AppError) || !error.fields) throw error
    const fields = Object.fromEntries(
      Object.entries(error.fields).map(([name, message]) => [`content.${name}`, message]),
    )
    throw new AppError(error.code, error.message, { fields, cause: error })
  })
}

/** What a person wrote, as it is stored. The client is remembered, and is from now on the one that is meant. */
export async function contentColumns(
  tx: Transaction,
  deps: InvoiceDeps,
  owner: { businessId: string; userId: string },
  { content, end, frequency, startDate, sends }: SeriesInput,
) {
  const { totalCents } = await besideContent(async () => totalsFor(content.charge))
  await besideContent(() => getLogo(tx, owner.businessId, content.logoId))
  const clientId = await saveClient(tx, deps.log, owner, content.client)
  return {
    content: { ...content, client: { ...content.client, id: clientId } },
    clientName: content.client.name,
    totalCents,
    frequency,
    startDate,
    ...endColumns(end),
    sends,
  }
}
