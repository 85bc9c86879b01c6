import type { numberSequences } from '../../../platform/db/tables/numbers.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../shared/errors.ts'
import { getClientCode } from './client-code.ts'
import { type NumberFormat, businessScope, formatNumber, yearOf } from './number-rules.ts'

interface NumberedDocument {
  businessId: string
  clientId: string | null
  issueDate: string
}

/**
 * Draws the next number of a sequence. The row stays locked until the transaction ends: others wait, and a transaction
 * that is rolled back uses no number. Call it right before the document is inserted, to keep the lock short.
 */
export async function drawNumber(
  tx: Transaction,
  kind: (typeof numberSequences.$inferSelect)['kind'],
  { businessId, clientId, issueDate }: NumberedDocument,
  format: NumberFormat,
) {
  // A client that could not be saved has no sequence. Its invoice gets a number of the business.
  const code =
    format.scope === 'client' && clientId !== null ? await getClientCode(tx, { businessId, clientId }) : null
  const scope = code === null || clientId === null ? businessScope : clientId
  const year = yearOf(issueDate)
  const yearOfSequence = format.withYear ? year : 0
  const { rows } = await tx.client.query<{ running: number }>({
    name: 'draw-number',
    text: `insert into number_sequences as s (business_id, kind, scope, year, next) values ($1, $2, $3, $4, 2)
           on conflict (business_id, kind, scope, year) do update set next = s.next + 1
           returning (s.next - 1)::float8 as running`,
    values: [businessId, kind, scope, yearOfSequence],
  })
  if (!rows[0]) throw new Error('every sequence has a next number')
  const { running } = rows[0]
  return {
    number: formatNumber(format, { code, year }, running),
    numberScope: scope,
    numberYear: yearOfSequence,
    sequenceNumber: running,
  }
}

export function numberTaken(number: string, remedy = 'Raise the next number or change the prefix'): AppError {
  const message = `The next number, ${number}, exists already. ${remedy} in Settings, under Numbers.`
  return new AppError('NUMBER_TAKEN', message)
}
