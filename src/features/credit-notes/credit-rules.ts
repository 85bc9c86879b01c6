import type { Currency } from '../../shared/currencies.ts'
import { type MoneyFormat, formatMoney } from '../../shared/money.ts'
import { formatThousandths } from '../../shared/thousandths.ts'
import type { InvoiceDocument } from '../invoices/contract.ts'
import {
  type Thousandths,
  type Totals,
  lineAmount,
  taxAmountsOf,
  taxBasesOf,
} from '../invoices/document/totals-rules.ts'

type Charge = InvoiceDocument['charge']

/** Which lines and fees of the invoice are credited. Both are named by their position on the invoice, from 0. */
export interface CreditedParts {
  lines: { line: number; quantity: Thousandths }[]
  fees: number[]
}

/** What the owner credits: everything that is left, some of the lines and fees, or a part of a single amount. */
export type CreditChoice =
  | { kind: 'rest' }
  | ({ kind: 'lines' } & CreditedParts)
  | { kind: 'amount'; amountMinor: number }

/** The amounts of one credit note. All of them are positive. `lineMinor` has one amount for each line of `parts`. */
export interface Credit {
  charge: Charge
  parts: CreditedParts
  totals: Totals
}

export interface CreditedInvoice {
  charge: Charge
  totals: Totals
  currency: Currency
  locale?: string | undefined
}

/** What is left to credit: of each line and each fee of the invoice, and in all. */
export interface CreditLeft {
  quantities: Thousandths[]
  fees: boolean[]
  totalMinor: number
}

export type CreditResult = { ok: true; credit: Credit } | { ok: false; field: string; message: string }

type LinesCharge = Extract<Charge, { kind: 'lines' }>

/** How much of each line, and which fees. */
interface Cover {
  quantities: Thousandths[]
  fees: boolean[]
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function emptyCover(charge: LinesCharge): Cover {
  return { quantities: charge.lines.map(() => 0), fees: charge.fees.map(() => false) }
}

function addParts({ quantities, fees }: Cover, parts: CreditedParts): Cover {
  return {
    quantities: quantities.map(
      (quantity, index) =>
        quantity + sum(parts.lines.filter(({ line }) => line === index).map((part) => part.quantity)),
    ),
    fees: fees.map((isCredited, index) => isCredited || parts.fees.includes(index)),
  }
}

function coverOf(charge: LinesCharge, credits: readonly Pick<Credit, 'parts'>[]): Cover {
  return credits.reduce((cover, { parts }) => addParts(cover, parts), emptyCover(charge))
}

export function leftToCredit(
  { charge, totals }: Pick<CreditedInvoice, 'charge' | 'totals'>,
  earlier: readonly Credit[],
): CreditLeft {
  const totalMinor = totals.totalMinor - sum(earlier.map((credit) => credit.totals.totalMinor))
  if (charge.kind === 'amount') return { quantities: [], fees: [], totalMinor }
  const cover = coverOf(charge, earlier)
  return {
    quantities: charge.lines.map(({ quantity }, index) => quantity - (cover.quantities[index] ?? 0)),
    fees: cover.fees.map((isCredited) => !isCredited),
    totalMinor,
  }
}

/**
 * Calculates the next credit note of an invoice. `earlier` are all credit notes that it has. Together they never exceed
 * the invoice, in the total or in any part of it.
 */
export function creditOf(
  invoice: CreditedInvoice,
  earlier: readonly Credit[],
  choice: CreditChoice,
): CreditResult {
  const left = leftToCredit(invoice, earlier)
  if (left.totalMinor <= 0) return refuse('credit', 'This invoice is already credited in full.')
  if (invoice.charge.kind === 'amount') return creditAmount(invoice, left, choice)
  return creditLines({ ...invoice, charge: invoice.charge }, earlier, { left, choice })
}

function refuse(field: string, message: string): CreditResult {
  return { ok: false, field, message }
}

function creditAmount(format: MoneyFormat, { totalMinor }: CreditLeft, choice: CreditChoice): CreditResult {
  if (choice.kind === 'lines') {
    return refuse('credit.kind', 'This invoice has no lines. Choose an amount to credit.')
  }
  const amountMinor = choice.kind === 'rest' ? totalMinor : choice.amountMinor
  if (amountMinor <= 0) return refuse('credit.amountMinor', 'Please enter an amount.')
  if (amountMinor > totalMinor) {
    const most = formatMoney(totalMinor, format)
    return refuse('credit.amountMinor', `At most ${most} of this invoice can be credited.`)
  }
  const charge = { kind: 'amount', amountMinor } as const
  const totals = {
    lineMinor: [],
    subtotalMinor: amountMinor,
    discountMinor: 0,
    taxableMinor: amountMinor,
    taxesMinor: [],
    taxMinor: 0,
    feesMinor: 0,
    totalMinor: amountMinor,
  }
  return { ok: true, credit: { charge, parts: { lines: [], fees: [] }, totals } }
}

function creditLines(
  invoice: CreditedInvoice & { charge: LinesCharge },
  earlier: readonly Credit[],
  { left, choice }: { left: CreditLeft; choice: CreditChoice },
): CreditResult {
  if (choice.kind === 'amount') {
    return refuse('credit.kind', 'This invoice has lines. Choose which of them to credit.')
  }
  const rest = () => creditParts(invoice, earlier, allLeft(left))
  if (choice.kind === 'rest') return { ok: true, credit: rest() }
  const parts = chosenParts(choice)
  const refusal = partsProblem(invoice, left, parts)
  if (refusal) return refusal
  const credit = creditParts(invoice, earlier, parts)
  if (credit.totals.totalMinor <= 0) return refuse('credit.lines', 'Please choose what to credit.')
  // What is left then comes to nothing, such as a free line. It is credited too, so that the invoice is covered in whole.
  return { ok: true, credit: credit.totals.totalMinor === left.totalMinor ? rest() : credit }
}

function creditParts(
  invoice: CreditedInvoice & { charge: LinesCharge },
  earlier: readonly Credit[],
  parts: CreditedParts,
): Credit {
  const { charge } = invoice
  const before = sumOfCredits(charge, earlier)
  const after = amountsUpTo(invoice, addParts(coverOf(charge, earlier), parts))
  const totals = differenceOf(invoice, before, after, parts)
  return { charge: chargeOf(charge, parts, totals), parts, totals }
}

function allLeft({ quantities, fees }: CreditLeft): CreditedParts {
  return {
    lines: quantities.flatMap((quantity, line) => (quantity > 0 ? [{ line, quantity }] : [])),
    fees: fees.flatMap((isLeft, fee) => (isLeft ? [fee] : [])),
  }
}

/** Without lines of which nothing is chosen, in the order of the invoice. A line that is named twice counts twice. */
function chosenParts({ lines, fees }: CreditedParts): CreditedParts {
  const quantities = new Map<number, number>()
  for (const { line, quantity } of lines) quantities.set(line, (quantities.get(line) ?? 0) + quantity)
  return {
    lines: [...quantities]
      .filter(([, quantity]) => quantity > 0)
      .toSorted(([a], [b]) => a - b)
      .map(([line, quantity]) => ({ line, quantity })),
    fees: [...new Set(fees)].toSorted((a, b) => a - b),
  }
}

function partsProblem({ locale }: CreditedInvoice, left: CreditLeft, parts: CreditedParts) {
  for (const { line, quantity } of parts.lines) {
    const most = left.quantities[line]
    if (most === undefined) return refuse('credit.lines', `The invoice has no line ${line + 1}.`)
    if (quantity > most) {
      const message =
        most === 0
          ? `Line ${line + 1} is already credited in full.`
          : `At most ${formatThousandths(most, locale)} of line ${line + 1} can be credited.`
      return refuse('credit.lines', message)
    }
  }
  const unknown = parts.fees.find((fee) => left.fees[fee] === undefined)
  if (unknown !== undefined) return refuse('credit.fees', `The invoice has no fee ${unknown + 1}.`)
  const gone = parts.fees.find((fee) => left.fees[fee] === false)
  if (gone !== undefined) return refuse('credit.fees', `Fee ${gone + 1} is already credited.`)
  return null
}

/** What comes to this much of each line. `lineMinor` has one amount for each line of the invoice. */
function amountsUpTo({ charge, totals }: CreditedInvoice & { charge: LinesCharge }, cover: Cover) {
  const lineMinor = charge.lines.map((line, index) =>
    lineAmount({ ...line, quantity: cover.quantities[index] ?? 0 }),
  )
  const feesMinor = sum(charge.fees.map((fee, index) => (cover.fees[index] ? fee.amountMinor : 0)))
  return { lineMinor, feesMinor, ...taxAmountsOf(charge, totals, lineMinor) }
}

/** The sums of credit notes. `lineMinor` has one amount for each line of the invoice. */
function sumOfCredits(charge: LinesCharge, credits: readonly Credit[]) {
  const ofLine = (line: number) =>
    sum(
      credits.flatMap(({ parts, totals }) =>
        parts.lines.map((part, index) => (part.line === line ? (totals.lineMinor[index] ?? 0) : 0)),
      ),
    )
  const bases = credits.flatMap(({ charge: credited, totals }) =>
    credited.kind === 'lines' ? [taxBasesOf(credited, totals)] : [],
  )
  return {
    lineMinor: charge.lines.map((_, line) => ofLine(line)),
    discountMinor: sum(credits.map(({ totals }) => totals.discountMinor)),
    taxesMinor: charge.taxes.map((_, tax) => sum(credits.map(({ totals }) => totals.taxesMinor[tax] ?? 0))),
    feesMinor: sum(credits.map(({ totals }) => totals.feesMinor)),
    bases: {
      taxedMinor: charge.taxes.map((_, tax) => sum(bases.map(({ taxedMinor }) => taxedMinor[tax] ?? 0))),
      untaxedMinor: sum(bases.map(({ untaxedMinor }) => untaxedMinor)),
    },
  }
}

const step = (from: number, to: number, most: number) => Math.min(Math.max(to, from), most) - from

/**
 * The amounts from one sum to the next. Because sums are rounded and not each credit note by itself, all of them together
 * are the invoice to the last cent.
 */
function differenceOf(
  { charge, totals: whole }: CreditedInvoice & { charge: LinesCharge },
  before: ReturnType<typeof sumOfCredits>,
  after: ReturnType<typeof amountsUpTo>,
  parts: CreditedParts,
): Totals {
  const steps = (from: readonly number[], to: readonly number[], most: readonly number[]) =>
    from.map((value, index) => step(value, to[index] ?? 0, most[index] ?? 0))
  const eachLine = steps(before.lineMinor, after.lineMinor, whole.lineMinor)
  const lineMinor = parts.lines.map(({ line }) => eachLine[line] ?? 0)
  const subtotalMinor = sum(lineMinor)
  const discountMinor = step(before.discountMinor, after.discountMinor, whole.discountMinor)
  const taxableMinor = subtotalMinor - discountMinor
  const taxesMinor = steps(before.taxesMinor, after.taxesMinor, whole.taxesMinor)
  const taxMinor = sum(taxesMinor)
  const feesMinor = step(before.feesMinor, after.feesMinor, whole.feesMinor)
  return {
    lineMinor,
    subtotalMinor,
    discountMinor,
    taxableMinor,
    taxesMinor,
    taxMinor,
    feesMinor,
    totalMinor: taxableMinor + (charge.taxIncluded ? 0 : taxMinor) + feesMinor,
    bases: {
      taxedMinor: after.bases.taxedMinor.map((minor, tax) => minor - (before.bases.taxedMinor[tax] ?? 0)),
      untaxedMinor: after.bases.untaxedMinor - before.bases.untaxedMinor,
    },
  }
}

/** What stands on the credit note: the credited lines and fees, the discount as far as it belongs to them, all taxes. */
function chargeOf(charge: LinesCharge, parts: CreditedParts, totals: Totals): LinesCharge {
  const { discountMinor, taxMinor } = totals
  const fees = parts.fees.flatMap((fee) => charge.fees[fee] ?? [])
  const isFeesAlone = parts.lines.length === 0 && discountMinor === 0 && taxMinor === 0
  if (isFeesAlone) return { ...charge, lines: [], discount: null, taxes: [], fees }
  return {
    ...charge,
    lines: parts.lines.flatMap(({ line, quantity }) => {
      const credited = charge.lines[line]
      return credited ? [{ ...credited, quantity }] : []
    }),
    discount:
      charge.discount?.kind === 'fixed' ? { ...charge.discount, value: discountMinor } : charge.discount,
    fees,
  }
}
