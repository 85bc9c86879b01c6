import { isCurrency } from '../../../../shared/currencies.ts'
import { maxVendorLength } from '../../../expenses/contract.ts'
import { knownTaxes } from '../../../expenses/tax-rules.ts'
import type { ExpenseFormValues } from '../../../expenses/web/expense-form-values.ts'
import { taxValuesOf } from '../../../expenses/web/tax-values.ts'
import type { TaxRate } from '../../../taxes/contract.ts'
import type { Receipt } from '../../contract.ts'
import { type ReadField, fieldsToCheck } from '../fields-to-check.ts'

/**
 * The values to fill in from a receipt. What the user has entered stays; an amount stays with its currency and taxes.
 * `rates` is null for a business that cannot reclaim taxes.
 */
export function filledFromReceipt(
  receipt: Receipt,
  values: ExpenseFormValues,
  initial: ExpenseFormValues,
  rates: readonly TaxRate[] | null,
): Partial<ExpenseFormValues> {
  const { merchant, date, currency, totalMinor, taxMinor, category } = receipt
  const taxes = totalMinor === null || rates === null ? [] : knownTaxes(totalMinor, taxMinor, rates)
  const isFree = (name: keyof ExpenseFormValues) => values[name] === initial[name]
  return {
    ...(totalMinor !== null &&
      isFree('amountMinor') &&
      isFree('mileage') && {
        amountMinor: totalMinor,
        ...(taxes.length > 0 && values.taxes.length === 0 && { taxes: taxValuesOf(totalMinor, taxes) }),
        ...(currency !== null && isCurrency(currency) && { currency }),
      }),
    ...(date !== null && isFree('date') && { date }),
    ...(merchant !== null && isFree('vendor') && { vendor: merchant.slice(0, maxVendorLength) }),
    ...(category !== null && isFree('category') && { category }),
  }
}

const formFields: Partial<Record<ReadField, keyof ExpenseFormValues>> = {
  total: 'amountMinor',
  date: 'date',
  merchant: 'vendor',
}

/** The fields of the form that the reader left to the user. */
export function expenseFieldsToCheck(receipt: Receipt | undefined): ReadonlySet<string> {
  if (!receipt || receipt.state === 'waiting') return new Set()
  const read = [...fieldsToCheck(receipt)].flatMap((field) => formFields[field] ?? [])
  return new Set([...read, ...(receipt.category === null ? ['category'] : [])])
}
