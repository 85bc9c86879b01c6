import { type Currency, isCurrency, maxMinorOf } from '../../../../shared/currencies.ts'
import { isIsoDate } from '../../../../shared/dates.ts'
import type { FieldErrors } from '../../../../shared/errors.ts'
import { rescaleMinor } from '../../../../shared/money.ts'
import { type TypedAmount, typedAmountMessage } from '../../../../web/forms/typed-amount.ts'
import { maxVendorLength } from '../../../expenses/contract.ts'
import { amountRange } from '../../../expenses/rules.ts'
import type { Receipt } from '../../contract.ts'

/** The fields of a receipt as they are edited. Unreadable amounts and dates stay as they were typed. */
export interface ReceiptFieldValues {
  merchant: string
  date: string | null
  currency: Currency
  totalMinor: TypedAmount
  taxMinor: TypedAmount
  cardLast4: string
  /** The category of the expense, which the receipt itself does not have. */
  category: string
}

export function valuesOf(
  receipt: Receipt,
  homeCurrency: Currency,
  defaultCategory = 'Other',
): ReceiptFieldValues {
  const { merchant, date, currency, totalMinor, taxMinor, cardLast4, category } = receipt
  return {
    merchant: merchant ?? '',
    date,
    currency: currency !== null && isCurrency(currency) ? currency : homeCurrency,
    totalMinor,
    taxMinor,
    cardLast4: cardLast4 ?? '',
    category: category ?? defaultCategory,
  }
}

/** The amounts in another currency: the numbers stay. */
export function inCurrency(values: ReceiptFieldValues, currency: Currency): Partial<ReceiptFieldValues> {
  const amount = (typed: TypedAmount): TypedAmount =>
    typeof typed === 'number'
      ? (rescaleMinor(typed, values.currency, currency) ?? 'too-many-decimals')
      : typed
  return { currency, totalMinor: amount(values.totalMinor), taxMinor: amount(values.taxMinor) }
}

/** Returns a message for each invalid field. An expense needs a total and a date; a receipt alone does not. */
export function checkReceiptFields(values: ReceiptFieldValues, forExpense: boolean): FieldErrors {
  const { date, currency, totalMinor, taxMinor, cardLast4 } = values
  const messages: FieldErrors = {}
  for (const [name, typed] of Object.entries({ totalMinor, taxMinor })) {
    const message = typedAmountMessage(typed, { currency })
    const isOutside = typeof typed === 'number' && (typed < 0 || typed > maxMinorOf(currency))
    if (message !== undefined || isOutside) messages[name] = message ?? amountRange({ currency })
  }
  if (date !== null && !isIsoDate(date))
    messages['date'] = 'Please enter a date like Dec 25, 2026, or pick one.'
  if (cardLast4 !== '' && !/^\d{4}$/.test(cardLast4))
    messages['cardLast4'] = 'Please enter the last four digits of the card.'
  if (forExpense && totalMinor === null) messages['totalMinor'] = 'Please enter the total.'
  if (forExpense && date === null) messages['date'] = 'Please enter a date.'
  return messages
}

const minorOf = (typed: TypedAmount) => (typeof typed === 'number' ? typed : null)
const textOf = (text: string) => (text.trim() === '' ? null : text.trim())

/** Valid fields as they are sent. */
export function toReceiptBody({
  merchant,
  date,
  currency,
  totalMinor,
  taxMinor,
  cardLast4,
}: ReceiptFieldValues) {
  return {
    merchant: textOf(merchant),
    date,
    currency,
    totalMinor: minorOf(totalMinor),
    taxMinor: minorOf(taxMinor),
    cardLast4: textOf(cardLast4),
  }
}

/** The expense of a receipt whose fields are valid. */
export function toExpenseBody({ merchant, date, currency, totalMinor, category }: ReceiptFieldValues) {
  return {
    amountMinor: minorOf(totalMinor) ?? 0,
    date: date ?? '',
    vendor: merchant.trim().slice(0, maxVendorLength),
    notes: '',
    currency,
    category,
  }
}
