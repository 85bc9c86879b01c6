import { randomUUID } from 'node:crypto'
import { estimates } from '../../platform/db/tables/estimates.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { DuplicateRequestError } from '../invoices/insert-invoice.ts'
import { drawNumber, numberTaken } from '../invoices/numbers/draw-number.ts'
import { estimateFormat } from '../invoices/numbers/number-rules.ts'
import type { BusinessFacts } from '../invoices/queries.ts'
import { invoiceNumber } from '../invoices/rules.ts'
import { type EstimateRow, findByRequest, getEstimateRow } from './queries.ts'

type NewEstimate = Omit<typeof estimates.$inferInsert, 'id' | 'number'>

/** Returns the columns of a new estimate that do not follow from the input. */
export function newEstimateColumns(now: Date, { style, locale }: Pick<BusinessFacts, 'style' | 'locale'>) {
  return {
    locale,
    documentLook: style.look,
    accentColour: style.accentColour,
    logoPosition: style.logoPosition,
    createdAt: now,
    updatedAt: now,
  } satisfies Partial<NewEstimate>
}

/** Inserts an estimate with a number that the business has not used for another yet. */
export async function insertEstimate(
  tx: Transaction,
  estimate: NewEstimate,
  { numbering }: Pick<BusinessFacts, 'numbering'>,
  randomId: () => string = randomUUID,
): Promise<EstimateRow> {
  const { businessId, issueDate } = estimate
  const drawn =
    numbering &&
    (await drawNumber(tx, 'estimate', { businessId, clientId: null, issueDate }, estimateFormat(numbering)))
  for (let tries = 0; tries < 5; tries++) {
    const id = randomId()
    const [row] = await tx.db
      .insert(estimates)
      .values({ ...estimate, id, ...(drawn ?? { number: invoiceNumber(id) }) })
      .onConflictDoNothing()
      .returning({ id: estimates.id })
    if (row) return getEstimateRow(tx, row.id)
    // Either the number is taken, or the same request arrived twice and this one waited for the other to commit.
    if (estimate.requestId && (await findByRequest(tx, estimate.requestId))) throw new DuplicateRequestError()
    if (drawn) throw numberTaken(drawn.number, 'Change how invoices are numbered')
  }
  throw new Error('no free number of an estimate was found')
}
