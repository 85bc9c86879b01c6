import type { Currency } from '../../shared/currencies.ts'
import { convertMoney } from '../../shared/money.ts'
import type { FigureRow, Original } from './contract.ts'
import type { CurrencySum, Rate } from './sum-rules.ts'

/** The amount of a row as it is stored. */
interface RowMoney {
  minor: number
  currency: Currency
  /** What it was worth in the home currency on its day; null in the home currency, and for what has no such value. */
  homeMinor: number | null
  rate?: string | null
  ratedOn?: string | null
  source?: string | null
}

type WithMoney<Row> = Row extends FigureRow ? Omit<Row, 'minor' | 'original'> : never

/** A row of a figure as the statement returns it. */
export type StoredRow = WithMoney<FigureRow> & {
  money: RowMoney
  /** Only for the rows of exchange gains. */
  gain?: { minor: number; invoiceRate: string | null }
}

/** The money of a row, in the currency in which it counts. */
export function countedMoney(
  { money: { minor, currency, homeMinor } }: StoredRow,
  home: Currency,
): CurrencySum {
  return homeMinor === null ? { currency, minor, count: 1 } : { currency: home, minor: homeMinor, count: 1 }
}

/** Converts the amount of a row: at the rate of its day if it has one, else at the latest rate. */
export function toFigureRow(
  { kind, id, money, gain, ...facts }: StoredRow,
  { home, rates }: { home: Currency; rates: readonly Rate[] },
): FigureRow {
  // TypeScript does not follow which facts belong to which kind.
  const rowWith = (minor: number | null, original?: Original) =>
    ({ kind, id, minor, ...(original && { original }), ...facts }) as FigureRow
  const { currency, minor, homeMinor } = money
  if (currency === home) return rowWith(minor)
  if (gain) return rowWith(gain.minor, { ...originalOf(money, money), invoiceRate: gain.invoiceRate })
  if (homeMinor !== null) return rowWith(homeMinor, originalOf(money, money))
  const latest = rates.find((rate) => rate.currency === currency)
  const converted = latest ? convertMoney({ minor, currency }, latest.rate, home).minor : null
  return rowWith(converted, originalOf(money, latest))
}

function originalOf(
  { minor, currency }: RowMoney,
  from: Pick<RowMoney, 'rate' | 'ratedOn' | 'source'> | undefined,
): Original {
  return {
    minor,
    currency,
    rate: from?.rate ?? null,
    ratedOn: from?.ratedOn ?? null,
    source: from?.source ?? null,
  }
}
