import { type Currency, digitsOf } from '../../../shared/currencies.ts'
import type { ChargeInput } from '../../invoices/document/charge-rules.ts'
import {
  type Charge,
  calculateTotals,
  multiplyAndRound,
  wholePercentage,
} from '../../invoices/document/totals-rules.ts'

/** One line of an invoice as a file has it. Null where the file does not say. */
export interface FileLine {
  description: string
  /** In thousandths. */
  quantity: number
  /** A plain decimal, which may have more decimals than an amount. */
  price: string | null
  /** What the line comes to, without its taxes if those are not in the price. */
  netMinor: number | null
  taxes: FileTax[]
}

export interface FileTax {
  name: string
  /** In thousandths of a percent. */
  rate: number | null
  amountMinor: number | null
}

export interface FileAmounts {
  currency: Currency
  lines: FileLine[]
  subtotalMinor: number | null
  discountMinor: number | null
  taxMinor: number | null
  totalMinor: number | null
}

export type BuiltCharge =
  | { charge: ChargeInput; totalMinor: number }
  /** What the lines come to, if that differs from the total in the file. */
  | { differsMinor: number }
  | { problem: string }

/** Makes lines, discount and taxes of what the file says, such that they come to its total. */
export function buildCharge(amounts: FileAmounts): BuiltCharge {
  const { lines, totalMinor } = amounts
  if (lines.length === 0) return ofTotal(amounts)
  const made = lines.map((line) => ({ ...toLine(line, amounts.currency), taxes: line.taxes }))
  const negative = made.filter(({ minor }) => minor < 0).reduce((sum, { minor }) => sum - minor, 0)
  const positive = made.filter(({ minor }) => minor >= 0)
  const discountMinor = negative + Math.abs(amounts.discountMinor ?? 0)
  const taxes = taxesOf(positive)
  if (taxes === null)
    return { problem: 'The rate of this tax is not in the file. Add a column with its percentage.' }
  const charge = (taxIncluded: boolean): ChargeInput => ({
    kind: 'lines',
    taxIncluded,
    lines: positive.map(({ line }, index) => ({
      ...line,
      ...(taxes.list.length > 0 && { taxes: taxes.ofLine[index] ?? [] }),
    })),
    discount: discountMinor > 0 ? { kind: 'fixed', value: discountMinor, description: '' } : null,
    taxes: taxes.list,
    fees: [],
  })
  const tried = [charge(false), ...(taxes.list.length > 0 ? [charge(true)] : [])].map((each) => ({
    charge: each,
    totalMinor: totalOf(each, amounts.currency),
  }))
  const fits = tried.find((each) => totalMinor === null || each.totalMinor === totalMinor)
  if (fits?.totalMinor !== undefined && fits.totalMinor !== null)
    return { charge: fits.charge, totalMinor: fits.totalMinor }
  const [first] = tried
  return first?.totalMinor === null || first === undefined
    ? { problem: 'The discount is more than the lines come to, or the amounts are too large.' }
    : { differsMinor: first.totalMinor }
}

/** An invoice without lines: one line with discount and tax if these come to the total, else the total alone. */
function ofTotal(amounts: FileAmounts): BuiltCharge {
  const { totalMinor, subtotalMinor, taxMinor, discountMinor, currency } = amounts
  if (totalMinor === null) return { problem: 'There is neither a price nor a total.' }
  const netMinor = subtotalMinor ?? totalMinor - (taxMinor ?? 0) + Math.abs(discountMinor ?? 0)
  if ((taxMinor ?? 0) > 0 || (discountMinor ?? 0) !== 0) {
    const taxes = taxMinor ? [{ name: 'Tax', rate: null, amountMinor: taxMinor }] : []
    const line = { description: 'Services', quantity: 1000, price: null, netMinor, taxes }
    const taxedMinor = netMinor - Math.abs(discountMinor ?? 0)
    const rate = taxMinor ? rateOf(taxMinor, taxedMinor) : null
    const built = buildCharge({
      ...amounts,
      lines: [{ ...line, taxes: taxes.map((tax) => ({ ...tax, rate })) }],
    })
    if ('charge' in built) return built
  }
  const charge = { kind: 'amount' as const, amountMinor: totalMinor }
  return totalOf(charge, currency) === null
    ? { problem: 'This total is larger than an invoice can be.' }
    : { charge, totalMinor }
}

function totalOf(charge: Charge, currency: Currency): number | null {
  const result = calculateTotals(charge, currency)
  return result.ok ? result.totals.totalMinor : null
}

/** Keeps quantity and price where they give the amount of the line; else the line is its amount once. */
function toLine({ description, quantity, price, netMinor }: FileLine, currency: Currency) {
  const digits = digitsOf(currency)
  const exact = price === null ? null : times(price, quantity, digits)
  const minor = netMinor ?? exact?.minor ?? 0
  if (exact && exact.rateMinor !== null && exact.rateMinor >= 0 && quantity >= 0 && exact.minor === minor) {
    return { line: { description, quantity, rateMinor: exact.rateMinor }, minor }
  }
  return { line: { description, quantity: 1000, rateMinor: Math.abs(minor) }, minor }
}

/** Quantity times price, rounded once. `rateMinor` is null if the price has more decimals than an amount. */
function times(price: string, quantity: number, digits: number): { minor: number; rateMinor: number | null } {
  const isNegative = price.startsWith('-') !== quantity < 0
  const [whole = '0', fraction = ''] = price.replace('-', '').split('.')
  const kept = fraction.replace(/0+$/, '')
  const decimals = Math.max(digits, kept.length)
  const units = Number(whole + kept.padEnd(decimals, '0'))
  const minor = multiplyAndRound(units, Math.abs(quantity), 1000 * 10 ** (decimals - digits))
  const rateMinor = decimals === digits ? units : null
  return { minor: isNegative ? -minor : minor, rateMinor: isNegative ? null : rateMinor }
}

interface DiscountedLine {
  price: string | null
  /** In thousandths, null for 1. */
  quantity: number | null
  /** In thousandths of a percent. */
  discount: number
  currency: Currency
}

/** What a line comes to if the file says only by how much its price is reduced. */
export function discounted({ price, quantity, discount, currency }: DiscountedLine): number | null {
  if (price === null) return null
  const { minor } = times(price, quantity ?? 1000, digitsOf(currency))
  return multiplyAndRound(minor, wholePercentage - discount, wholePercentage)
}

interface MadeLine {
  minor: number
  taxes: FileTax[]
}

/** The taxes of all lines, each once, and those of each line. Null if the rate of one is unknown. */
function taxesOf(lines: MadeLine[]): { list: { name: string; rate: number }[]; ofLine: number[][] } | null {
  const list: { name: string; rate: number }[] = []
  const rates = knownRates(lines)
  const ofLine: number[][] = []
  for (const { minor, taxes } of lines) {
    const own: number[] = []
    for (const { name, rate, amountMinor } of taxes) {
      if (
        rate === 0 ||
        (rate === null && amountMinor === 0) ||
        (amountMinor === null && rate === null && name === '')
      )
        continue
      const found = rate ?? rates.get(name) ?? (amountMinor === null ? null : rateOf(amountMinor, minor))
      if (found === null) return null
      const label = name || 'Tax'
      const at = list.findIndex((tax) => tax.name === label && tax.rate === found)
      if (at < 0) list.push({ name: label, rate: found })
      own.push(at < 0 ? list.length - 1 : at)
    }
    ofLine.push(own)
  }
  return { list, ofLine }
}

/** A tax that comes as an amount has the same rate on all lines: the sum says it best. */
function knownRates(lines: MadeLine[]): Map<string, number> {
  const sums = new Map<string, { tax: number; net: number }>()
  for (const { minor, taxes } of lines) {
    for (const { name, rate, amountMinor } of taxes) {
      if (rate !== null || !amountMinor) continue
      const { tax, net } = sums.get(name) ?? { tax: 0, net: 0 }
      sums.set(name, { tax: tax + amountMinor, net: net + minor })
    }
  }
  return new Map(
    [...sums].flatMap(([name, { tax, net }]) => {
      const rate = rateOf(tax, net)
      return rate === null ? [] : [[name, rate]]
    }),
  )
}

/** The roundest rate that gives this tax on this amount, in thousandths of a percent. */
function rateOf(taxMinor: number, netMinor: number): number | null {
  if (netMinor <= 0 || taxMinor < 0 || taxMinor > netMinor) return null
  const exact = (taxMinor / netMinor) * wholePercentage
  for (const step of [1000, 500, 250, 100, 50, 10, 5, 1]) {
    const rate = Math.round(exact / step) * step
    if (multiplyAndRound(netMinor, rate, wholePercentage) === taxMinor) return rate
  }
  return Math.round(exact)
}
