import { type Fixed, type KnownRate, convert } from './rates.ts'

/** Another currency in a sum. */
export interface Beside {
  currency: string
  minor: number
  count: number
  homeMinor: number | null
  rate: string | null
  ratedOn: string | null
  source: string | null
}

export interface Total {
  minor: number
  count: number
  other: Beside[]
}

/** What a figure consists of: each row as text, and the totals. */
export interface Reckoned extends Total {
  /** The part that was paid by payments that moved no money. */
  testMinor: number
  made: string[]
}

export interface Amount {
  currency: string
  minor: number
  /** What it is worth for good; null in the home currency, and for what has no such value. */
  fixed: Fixed | null
  /** False for another part of an invoice that counts already. */
  counts?: boolean
}

export interface Row extends Amount {
  id: string
  date: string
  isTest?: boolean
  words: string
  /** Only for what was gained: the gain, and the rate of the invoice. */
  gain?: { minor: number; invoiceRate: string }
}

/** The home currency, and the newest rate of each other one. */
export interface Exchange {
  home: string
  latest: (currency: string) => KnownRate | null
}

const total = (minor: number[]) => minor.reduce((sum, one) => sum + one, 0)

/** Adds up by currency, and converts each other currency as a whole. */
export function addUp(amounts: readonly Amount[], { home, latest }: Exchange): Total {
  const counted = amounts.map(({ currency, minor, fixed, counts = true }) =>
    fixed ? { currency: home, minor: fixed.homeMinor, counts } : { currency, minor, counts },
  )
  const of = (wanted: string) => counted.filter(({ currency }) => currency === wanted)
  const codes = [...new Set(counted.map(({ currency }) => currency))].filter((one) => one !== home)
  const other = codes.toSorted().map((currency): Beside => {
    const minor = total(of(currency).map((one) => one.minor))
    const known = latest(currency)
    return {
      currency,
      minor,
      count: of(currency).filter(({ counts }) => counts).length,
      homeMinor: known && convert(minor, currency, known.rate, home),
      rate: known?.rate ?? null,
      ratedOn: known?.ratedOn ?? null,
      source: known?.source ?? null,
    }
  })
  return {
    minor: total([...of(home).map(({ minor }) => minor), ...other.map(({ homeMinor }) => homeMinor ?? 0)]),
    count: counted.filter(({ counts }) => counts).length,
    other,
  }
}

/** A converted amount as text, in the form in which both sides of the comparison write it. */
export interface Shown {
  minor: number | null
  original?: {
    minor: number
    currency: string
    rate: string | null
    ratedOn: string | null
    source: string | null
  }
  invoiceRate?: string | null | undefined
}

export function amountText({ minor, original, invoiceRate }: Shown): string {
  const from = original && ` from ${Object.values(original).join(' ')}`
  return `${minor ?? 'no rate'}${from ?? ''}${invoiceRate === undefined ? '' : ` after ${invoiceRate}`}`
}

function shown(
  { currency, minor, fixed, gain }: Amount & Pick<Row, 'gain'>,
  { home, latest }: Exchange,
): Shown {
  if (currency === home) return { minor }
  const known = fixed ?? latest(currency)
  const { rate = null, ratedOn = null, source = null } = known ?? {}
  const original = { minor, currency, rate, ratedOn, source }
  if (gain) return { minor: gain.minor, original, invoiceRate: gain.invoiceRate }
  if (fixed) return { minor: fixed.homeMinor, original }
  return { minor: known && convert(minor, currency, known.rate, home), original }
}

export const shownAmount = (amount: Amount, exchange: Exchange): string => amountText(shown(amount, exchange))

/** Past rows are sorted by the latest, future rows by the next. */
export function ofRows(rows: Row[], exchange: Exchange, comes: 'latest' | 'next' = 'latest'): Reckoned {
  const order = rows.toSorted((a, b) =>
    a.date === b.date ? (a.id < b.id ? 1 : -1) : a.date < b.date ? 1 : -1,
  )
  if (comes === 'next') order.reverse()
  const tests = rows.filter(({ isTest }) => isTest)
  return {
    ...addUp(rows, exchange),
    testMinor: addUp(tests, exchange).minor,
    made: order.map((row) => `${row.words} ${row.id} ${row.date} ${amountText(shown(row, exchange))}`),
  }
}

export const otherText = (other: readonly Beside[]): string =>
  other.map((one) => ` with ${Object.values(one).join(' ')}`).join('')

interface Term {
  name: string
  of: Reckoned
  sign: number
}

const signed = (other: readonly Beside[], sign: number): Beside[] =>
  other.map((one) => ({
    ...one,
    minor: sign * one.minor || 0,
    homeMinor: one.homeMinor === null ? null : sign * one.homeMinor || 0,
  }))

export function ofTerms(terms: Term[]): Reckoned {
  const all = terms.flatMap(({ of, sign }) => signed(of.other, sign))
  const codes = [...new Set(all.map(({ currency }) => currency))].toSorted()
  return {
    minor: total(terms.map(({ of, sign }) => sign * of.minor)),
    testMinor: total(terms.map(({ of, sign }) => sign * of.testMinor || 0)),
    count: total(terms.map(({ of }) => of.count)),
    other: codes.map((code): Beside => {
      const parts = all.filter(({ currency }) => currency === code)
      const isKnown = parts.every(({ homeMinor }) => homeMinor !== null)
      return {
        ...parts[0]!,
        minor: total(parts.map(({ minor }) => minor)),
        count: total(parts.map(({ count }) => count)),
        homeMinor: isKnown ? total(parts.map(({ homeMinor }) => homeMinor ?? 0)) : null,
      }
    }),
    made: terms.map(
      ({ name, of, sign }) =>
        `${name} ${sign * of.minor || 0} ${of.count}${otherText(signed(of.other, sign))}`,
    ),
  }
}
