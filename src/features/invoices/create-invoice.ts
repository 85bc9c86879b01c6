import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import { dateIn } from '../../shared/dates.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { attachFiles } from '../attachments/set-attachments.ts'
import { billSources, holdSources } from '../billable/bill-sources.ts'
import { saveClient } from '../clients/save-client.ts'
import { shownFieldsOf } from '../fields/queries.ts'
import { readOwnValues } from '../fields/read-own-values.ts'
import { assertOpen, holdClosedThrough } from '../periods/assert-open-period.ts'
import { toColumns, totalsFor } from './columns.ts'
import type * as contract from './contract.ts'
import type { InvoiceInput } from './document/input-rules.ts'
import { keepHeld, sourcesOf } from './document/source-rules.ts'
import type { Totals } from './document/totals-rules.ts'
import { completeInvoice, DuplicateRequestError, newInvoiceColumns, insertInvoice } from './insert-invoice.ts'
import type { InvoiceChangeDeps, InvoiceDeps } from './invoice-deps.ts'
import { toInvoice } from './invoice-view.ts'
import { clientMailLimit } from './mail/mail-limit.ts'
import {
  type InvoiceRow,
  fillProfile,
  getBusinessFacts,
  findInvoiceIdByRequest,
  getInvoiceRow,
  getLogo,
} from './queries.ts'
import { rememberItems } from './remember-items.ts'

type NewInvoice = InvoiceInput & { requestId: string; attachments?: string[] | undefined }

/** Creates an invoice, once per request id. A repeated request is rolled back and returns the existing invoice. */
export async function createInvoice(
  deps: InvoiceChangeDeps,
  identity: Identity,
  body: BodyOf<typeof contract.createInvoice>,
): Promise<contract.Invoice> {
  const { businessId, business } = identity
  const input = { ...body, currency: body.currency ?? business.currency }
  const now = deps.now()
  const totals = totalsFor(input.charge, { currency: input.currency, locale: business.locale })
  const create = () =>
    withTenant(deps.database, businessId, (tx) => storeInvoice(tx, deps, identity, input, { totals, now }))
  const creation =
    input.sendOption === 'email_now' ? withinMailLimit(deps, businessId, input, create) : create()
  const row = await creation.catch((error: unknown) => {
    // What the same request has billed a moment ago is billed, too.
    const isBilled = error instanceof AppError && error.code === 'ALREADY_BILLED'
    if (!isBilled && !(error instanceof DuplicateRequestError)) throw error
    return withTenant(deps.database, businessId, async (tx) => {
      const id = await findInvoiceIdByRequest(tx, input.requestId)
      if (id === undefined) throw error
      return getInvoiceRow(tx, id)
    })
  })
  return toInvoice(row, { today: dateIn(business.timeZone, now), appUrl: deps.appUrl })
}

/** Checks the mail limit before the invoice is created. A repeated request sends no mail and does not count. */
async function withinMailLimit<T>(
  { database }: InvoiceDeps,
  businessId: string,
  { requestId }: NewInvoice,
  create: () => Promise<T>,
): Promise<T> {
  const { plan, isRepeated } = await withTenant(database, businessId, (tx) =>
    getBusinessFacts(tx, businessId, requestId),
  )
  if (isRepeated) throw new DuplicateRequestError()
  return withinLimits(database, [clientMailLimit(businessId, plan)], create)
}

async function storeInvoice(
  tx: Transaction,
  deps: InvoiceChangeDeps,
  identity: Identity,
  input: NewInvoice,
  { totals, now }: { totals: Totals; now: Date },
): Promise<InvoiceRow> {
  const { businessId, userId } = identity
  // These statements are sent together. The client comes last: if saving it fails, Postgres rejects further statements
  // until the rollback to the savepoint.
  const [closedThrough, facts, logo, clientId] = await Promise.all([
    holdClosedThrough(tx, businessId),
    getBusinessFacts(tx, businessId, input.requestId),
    getLogo(tx, businessId, input.logoId),
    saveClient(tx, deps.log, identity, { ...input.client, currency: input.currency }),
  ])
  if (facts.isRepeated) throw new DuplicateRequestError()
  assertOpen(closedThrough, [input.issueDate])
  const held = await holdSources(tx, businessId, null, sourcesOf(input.charge))
  const charge = keepHeld(input.charge, held)
  const ownFields = await readOwnValues(tx, 'invoice', input.ownFields)
  const content = toColumns({ ...input, charge, ownFields }, totals, clientId)
  const origin = { businessId, createdBy: userId, requestId: input.requestId }
  const { numbering } = facts
  // The profile first: a transaction that waits for its row then holds no sequence of numbers.
  await fillProfile(tx, businessId, facts, input.company, identity)
  const stored = await insertInvoice(
    tx,
    { ...newInvoiceColumns(now, facts), ...origin, ...content },
    { event: 'created', numbering },
  )
  await attachFiles(tx, businessId, { kind: 'invoice', id: stored.id }, input.attachments ?? [])
  await billSources(tx, { businessId, invoiceId: stored.id, isNew: true }, held)
  await rememberItems(tx, businessId, content)
  await deps.matchTransactions(tx, businessId)
  const shownFields = await shownFieldsOf(tx, businessId, ownFields)
  return completeInvoice(
    tx,
    deps,
    { ...stored, logo, shownFields, movements: [], lateFees: [], creditNotes: [] },
    facts,
    now,
  )
}
