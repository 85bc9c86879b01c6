import { AppError } from '../../shared/errors.ts'
import { type Charge, type Totals, calculateTotals, totalsProblems } from './document/totals-rules.ts'

/** Calculates the totals of a charge. Throws an error for the field that makes them invalid. */
export function totalsFor(charge: Charge): Totals {
  const result = calculateTotals(charge)
  if (result.ok) return result.totals
  const { field, message } = totalsProblems[result.reason]
  throw new AppError('VALIDATION_FAILED', message, { fields: { [field]: message } })
}
