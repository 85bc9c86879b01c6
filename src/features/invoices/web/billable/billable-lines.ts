import type { Currency } from '../../../../shared/currencies.ts'
import { thousandthsText } from '../../../../shared/thousandths.ts'
import type { Billable } from '../../../billable/contract.ts'
import { type BillableLine, linesOfExpenses, linesOfTime } from '../../../billable/rules.ts'
import { maxLines } from '../../document/totals-rules.ts'
import { toLines } from '../charge/charge-switch.ts'
import type { ChargeValues } from '../charge/charge-values.ts'

/** What can be added to an invoice. */
export interface Offer extends Billable {
  /** How many time entries and expenses are in another currency than the invoice. */
  inOtherCurrencies: number
}

/** Returns what the invoice does not have yet, in its currency. */
export function offerFor({ time, expenses }: Billable, charge: ChargeValues, currency: Currency): Offer {
  const used = new Set(
    charge.kind === 'lines' ? charge.lines.flatMap(({ sources = [] }) => sources.map(({ id }) => id)) : [],
  )
  const isFree = ({ id }: { id: string }) => !used.has(id)
  const isSame = (row: { currency: string }) => row.currency === currency
  const free = { time: time.filter(isFree), expenses: expenses.filter(isFree) }
  const sameTime = free.time.filter(isSame)
  const sameExpenses = free.expenses.filter(isSame)
  return {
    time: sameTime,
    expenses: sameExpenses,
    inOtherCurrencies: free.time.length - sameTime.length + (free.expenses.length - sameExpenses.length),
  }
}

export interface Chosen {
  ids: ReadonlySet<string>
  /** Time with the same description and rate becomes one line. */
  isGrouped: boolean
}

export function chosenLines({ time, expenses }: Billable, { ids, isGrouped }: Chosen): BillableLine[] {
  const isChosen = ({ id }: { id: string }) => ids.has(id)
  return [...linesOfTime(time.filter(isChosen), isGrouped), ...linesOfExpenses(expenses.filter(isChosen))]
}

type LineValues = ChargeValues['lines'][number]

/** Nothing was typed into it, so that it makes room. */
const isBlank = ({ description, rateMinor }: LineValues) => description.trim() === '' && rateMinor === null

/** Returns charge and description with these lines at the end. An amount that was typed becomes the first line. */
export function withLines(
  values: { charge: ChargeValues; description: string },
  added: readonly BillableLine[],
): { charge: ChargeValues; description: string } {
  const isEmptyAmount = values.charge.kind === 'amount' && values.charge.amountMinor === null
  const { charge, description } = values.charge.kind === 'amount' ? toLines(values) : values
  const kept = charge.lines.filter((line) => !isBlank(line) && !isEmptyAmount)
  const lines = added.map(({ quantity, ...line }) => ({ ...line, quantity: thousandthsText(quantity) }))
  return {
    charge: { ...charge, lines: [...kept, ...lines].slice(0, maxLines) },
    description: isEmptyAmount ? values.description : description,
  }
}
