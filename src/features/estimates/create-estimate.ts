import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { attachFiles } from '../attachments/set-attachments.ts'
import { DuplicateRequestError } from '../invoices/insert-invoice.ts'
import type { InvoiceDeps } from '../invoices/invoice-deps.ts'
import { clientMailLimit } from '../invoices/mail/mail-limit.ts'
import { fillProfile, getBusinessFacts } from '../invoices/queries.ts'
import type * as contract from './contract.ts'
import { queueEstimateMail } from './emails.ts'
import { estimateInputColumns } from './estimate-input.ts'
import { readEstimateView } from './estimate-view.ts'
import { insertEstimate, newEstimateColumns } from './insert-estimate.ts'
import { type EstimateRow, findByRequest, getEstimateRow, getPlan } from './queries.ts'

type NewEstimate = BodyOf<typeof contract.createEstimate>

/** Creates an estimate, once per request id. A repeated request returns the estimate that the first one made. */
export async function createEstimate(
  deps: InvoiceDeps,
  identity: Identity,
  input: NewEstimate,
): Promise<contract.Estimate> {
  const { businessId, business } = identity
  const view = (tx: Transaction, row: EstimateRow) => readEstimateView(tx, deps, row, business)
  const create = () =>
    withTenant(deps.database, businessId, async (tx) =>
      view(tx, await storeEstimate(tx, deps, identity, input)),
    )
  const find = () =>
    withTenant(deps.database, businessId, async (tx) => {
      const row = await findByRequest(tx, input.requestId)
      return row && view(tx, row)
    })
  try {
    if (input.sendOption === 'email_later') return await create()
    // A repeated request sends no mail and does not count.
    const existing = await find()
    if (existing) return existing
    const limit = clientMailLimit(businessId, await getPlan(deps.database, businessId))
    return await withinLimits(deps.database, [limit], create)
  } catch (error) {
    const existing = error instanceof DuplicateRequestError ? await find() : undefined
    if (!existing) throw error
    return existing
  }
}

async function storeEstimate(
  tx: Transaction,
  deps: InvoiceDeps,
  identity: Identity,
  input: NewEstimate,
): Promise<EstimateRow> {
  const { businessId, userId } = identity
  if (await findByRequest(tx, input.requestId)) throw new DuplicateRequestError()
  const facts = await getBusinessFacts(tx, businessId, null)
  const columns = await estimateInputColumns(tx, deps, identity, input)
  // The profile first: a transaction that waits for its row then holds no sequence of numbers.
  await fillProfile(tx, businessId, facts, input.content.company, identity)
  const row = await insertEstimate(
    tx,
    {
      ...newEstimateColumns(deps.now(), facts),
      ...columns,
      businessId,
      createdBy: userId,
      requestId: input.requestId,
    },
    facts,
  )
  await attachFiles(tx, businessId, { kind: 'estimate', id: row.id }, input.attachments ?? [])
  if (input.sendOption === 'email_later') return row
  await queueEstimateMail(tx, deps, row, facts)
  return getEstimateRow(tx, row.id)
}
