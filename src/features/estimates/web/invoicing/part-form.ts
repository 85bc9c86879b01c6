import { formatMoney } from '../../../../shared/money.ts'
import { parseThousandths } from '../../../../shared/thousandths.ts'
import {
  type TypedAmount,
  typedAmountMessage,
  typedNumberMessage,
} from '../../../../web/forms/typed-amount.ts'
import { percentageOf, wholePercentage } from '../../../invoices/document/totals-rules.ts'
import type { Estimate, InvoicedPart } from '../../contract.ts'

export interface PartValues {
  how: 'percentage' | 'amount'
  /** As typed. */
  percentage: string
  amountMinor: TypedAmount
}

type PartField = 'percentage' | 'amountMinor'
type ReadPart =
  | { ok: true; part: InvoicedPart; minor: number; restMinor: number }
  | { ok: false; field: PartField; message: string }

const percentageMessage = 'Please enter a percentage above 0, up to 100.'

/** Reads the form, and calculates the total of the invoice that it makes. */
export function readPart(
  { how, percentage, amountMinor }: PartValues,
  { totalMinor, leftMinor, document }: Pick<Estimate, 'totalMinor' | 'leftMinor' | 'document'>,
): ReadPart {
  const field: PartField = how === 'percentage' ? 'percentage' : 'amountMinor'
  const refuse = (message: string): ReadPart => ({ ok: false, field, message })
  let minor: number
  let part: InvoicedPart
  if (how === 'percentage') {
    const read = parseThousandths(percentage)
    if (typeof read !== 'number' || read < 1 || read > wholePercentage) {
      return refuse(typedNumberMessage(percentage) ?? percentageMessage)
    }
    minor = percentageOf(totalMinor, read)
    part = { kind: 'percentage', percentage: read }
  } else {
    if (typeof amountMinor !== 'number' || amountMinor < 1) {
      return refuse(typedAmountMessage(amountMinor, document) ?? 'Please enter an amount.')
    }
    minor = amountMinor
    part = { kind: 'amount', amountMinor }
  }
  if (minor > leftMinor) {
    const most = formatMoney(leftMinor, document)
    return refuse(
      how === 'percentage'
        ? `This is ${formatMoney(minor, document)}, and at most ${most} is left to invoice.`
        : `At most ${most} is left to invoice.`,
    )
  }
  if (minor === 0) return refuse('This is less than the smallest amount.')
  return { ok: true, part, minor, restMinor: leftMinor - minor }
}

/** What the invoice is, and what is left after it. */
export function partText(
  { minor, restMinor }: Pick<Extract<ReadPart, { ok: true }>, 'minor' | 'restMinor'>,
  { document }: Pick<Estimate, 'document'>,
): string {
  const rest = restMinor === 0 ? 'Nothing' : formatMoney(restMinor, document)
  return `${formatMoney(minor, document)} on this invoice. ${rest} will be left to invoice.`
}
