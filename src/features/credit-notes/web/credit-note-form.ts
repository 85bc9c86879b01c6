import { formatMoney } from '../../../shared/money.ts'
import { parseThousandths } from '../../../shared/thousandths.ts'
import { type TypedAmount, typedAmountMessage, typedNumberMessage } from '../../../web/forms/typed-amount.ts'
import type { Invoice } from '../../invoices/contract.ts'
import { quantityMissing } from '../../invoices/document/charge-rules.ts'
import { overpaidMinorOf } from '../../invoices/document/movement-rules.ts'
import type { Thousandths } from '../../invoices/document/totals-rules.ts'
import { maxReason } from '../contract.ts'
import { type Credit, type CreditChoice, type CreditLeft, creditOf } from '../credit-rules.ts'

export interface CreditNoteValues {
  how: 'rest' | 'part'
  /** For an invoice that is a single amount. */
  amountMinor: TypedAmount
  /** For an invoice with lines: the text of each quantity. An empty one credits nothing of its line. */
  quantities: string[]
  fees: boolean[]
  reason: string
  send: boolean
}

export function creditNoteValues({ charge, sendOption }: Invoice): CreditNoteValues {
  const { lines, fees } = charge.kind === 'lines' ? charge : { lines: [], fees: [] }
  return {
    how: 'rest',
    amountMinor: null,
    quantities: lines.map(() => ''),
    fees: fees.map(() => false),
    reason: '',
    send: sendOption !== 'do_not_send',
  }
}

interface CreditableParts {
  lines: { key: string; line: number; description: string; most: Thousandths }[]
  fees: { key: string; fee: number; description: string }[]
}

/** Returns the lines and fees of which something is left. */
export function creditableParts({ charge }: Pick<Invoice, 'charge'>, left: CreditLeft): CreditableParts {
  if (charge.kind === 'amount') return { lines: [], fees: [] }
  return {
    lines: charge.lines.flatMap(({ description }, line) => {
      const most = left.quantities[line] ?? 0
      return most > 0 ? [{ key: `line-${line}`, line, description, most }] : []
    }),
    fees: charge.fees.flatMap(({ description }, fee) =>
      left.fees[fee] ? [{ key: `fee-${fee}`, fee, description }] : [],
    ),
  }
}

type ReadForm =
  | { ok: true; choice: CreditChoice; credit: Credit }
  /** `field` is `amountMinor`, `lines`, `quantities.0`, `reason` and so on. */
  | { ok: false; field: string; message: string }

/** Reads the form, and calculates the credit note that it makes. */
export function readCreditNoteForm(
  values: CreditNoteValues,
  invoice: Invoice,
  earlier: readonly Credit[],
): ReadForm {
  const choice = choiceOf(values, invoice)
  if ('message' in choice) return { ok: false, ...choice }
  const result = creditOf(invoice, earlier, choice)
  if (!result.ok) return { ok: false, field: result.field.replace('credit.', ''), message: result.message }
  if (values.reason.trim().length > maxReason) {
    return { ok: false, field: 'reason', message: `Please use at most ${maxReason} characters.` }
  }
  return { ok: true, choice, credit: result.credit }
}

function choiceOf(
  { how, amountMinor, quantities, fees }: CreditNoteValues,
  invoice: Invoice,
): CreditChoice | { field: string; message: string } {
  if (how === 'rest') return { kind: 'rest' }
  if (invoice.charge.kind === 'amount') {
    if (typeof amountMinor === 'number') return { kind: 'amount', amountMinor }
    const message = typedAmountMessage(amountMinor, invoice) ?? 'Please enter an amount.'
    return { field: 'amountMinor', message }
  }
  const { locale } = invoice
  const read = quantities.map((text) => (text.trim() === '' ? 0 : parseThousandths(text, locale)))
  const wrong = read.findIndex((quantity) => typeof quantity !== 'number')
  if (wrong >= 0) {
    const message = typedNumberMessage(quantities[wrong] ?? '', locale) ?? quantityMissing(locale)
    return { field: `quantities.${wrong}`, message }
  }
  return {
    kind: 'lines',
    lines: read.flatMap((quantity, line) =>
      typeof quantity === 'number' && quantity > 0 ? [{ line, quantity }] : [],
    ),
    fees: fees.flatMap((isChosen, fee) => (isChosen ? [fee] : [])),
  }
}

/** What this credit note does to the invoice, before it is made. */
export function outcomeText(invoice: Invoice, { totals }: Pick<Credit, 'totals'>): string {
  const { totalMinor } = totals
  const creditNotesMinor = invoice.creditNotesMinor + totalMinor
  const overpaidMinor = overpaidMinorOf({ ...invoice, creditNotesMinor })
  if (creditNotesMinor === invoice.totals.totalMinor && invoice.receivedMinor === 0) {
    return `${formatMoney(totalMinor, invoice)} will be credited. The invoice will be canceled.`
  }
  const dueMinor = Math.max(0, invoice.openMinor - totalMinor)
  const then =
    overpaidMinor > 0
      ? `Your client will have paid ${formatMoney(overpaidMinor, invoice)} more than is owed, for you to return.`
      : `${dueMinor > 0 ? formatMoney(dueMinor, invoice) : 'Nothing'} will remain due.`
  return `${formatMoney(totalMinor, invoice)} will be credited. ${then}`
}
