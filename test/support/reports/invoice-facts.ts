import { convert } from '../figures/rates.ts'
import { type TaxOf, documentParts } from './document-parts.ts'
import type { Fact } from './facts.ts'
import { fraction, nearest, sumOf } from './fractions.ts'
import type { RawInvoice, RawPayment, RawReturn } from './raw-rows.ts'

/** Something that happened to an invoice. `owed` is by how much it moved what the client owes. */
type Happening = { on: string; owed: number } & (
  | { kind: 'invoice' | 'credit-note'; taxes: TaxOf[]; net: { item: string; minor: number }[] }
  | { kind: 'late-fee' | 'discount' | 'waiver' }
  | { kind: 'payment' | 'refund' | 'dispute'; moved: Moved }
)

/** Money: positive if it came in. */
interface Moved {
  minor: number
  homeMinor: number | null
  rate: string | null
  method: string
  isTest: boolean
}

const ranks = ['invoice', 'late-fee', 'credit-note', 'payment', 'discount', 'refund', 'dispute', 'waiver']
const byDay = (a: { on: string }, b: { on: string }) => Number(a.on > b.on) - Number(a.on < b.on)

/** The part of each return that went back of what was still there of its payment, by day. */
function partsThatWentBack(payments: RawPayment[], returns: RawReturn[]) {
  const there = new Map(payments.map(({ id, amountMinor }) => [id, amountMinor]))
  return returns.toSorted(byDay).map((back) => {
    const countedMinor = Math.min(back.amountMinor, there.get(back.paymentId)!)
    there.set(back.paymentId, there.get(back.paymentId)! - countedMinor)
    return { ...back, countedMinor }
  })
}

/** The discount belongs to the first payment that earned it and was not taken back as a whole. */
function dayOfDiscount({ status, creditedMinor }: RawInvoice, payments: RawPayment[], returns: RawReturn[]) {
  if (status === 'cancelled' || creditedMinor === 0) return null
  const takenBack = ({ id }: RawPayment) =>
    sumOf(
      returns.filter((back) => back.stillOwed && back.paymentId === id).map(({ amountMinor }) => amountMinor),
    )
  const earned = payments.filter(
    (one) => one.creditedMinor === creditedMinor && takenBack(one) < one.amountMinor,
  )
  return earned.toSorted(byDay)[0]?.on ?? null
}

/** Everything that happened to an invoice, by day; what happened on one day in the order in which it makes sense. */
export function chronicle(invoice: RawInvoice, payments: RawPayment[], returns: RawReturn[]): Happening[] {
  const agreedMinor = invoice.totalMinor - sumOf(invoice.lateFees.map(({ amountMinor }) => amountMinor))
  const { net, taxes } = documentParts({ ...invoice.document, totalMinor: agreedMinor })
  const back = partsThatWentBack(payments, returns)
  const discountOn = dayOfDiscount(invoice, payments, returns)
  let leftToWaive = invoice.waivedMinor
  const waived = back
    .filter(({ stillOwed }) => !stillOwed)
    .toReversed()
    .map(({ on, countedMinor }) => {
      const minor = Math.min(leftToWaive, countedMinor)
      leftToWaive -= minor
      return { on, kind: 'waiver' as const, owed: -minor }
    })
  const happenings: Happening[] = [
    { on: invoice.issueDate, kind: 'invoice', owed: agreedMinor, net, taxes },
    ...invoice.lateFees.map(({ on, amountMinor }) => ({ on, kind: 'late-fee' as const, owed: amountMinor })),
    ...invoice.notes.map(({ on, document }) => {
      const parts = documentParts(document)
      return { on, kind: 'credit-note' as const, owed: -parts.totalMinor, net: parts.net, taxes: parts.taxes }
    }),
    ...payments.map((paid) => ({
      on: paid.on,
      kind: 'payment' as const,
      owed: -paid.amountMinor,
      moved: { ...paid, minor: paid.amountMinor },
    })),
    ...(discountOn === null
      ? []
      : [{ on: discountOn, kind: 'discount' as const, owed: -invoice.creditedMinor }]),
    ...back.map((one) => {
      const { method, isTest } = payments.find(({ id }) => id === one.paymentId)!
      const homeMinor = one.homeMinor === null ? null : -one.homeMinor
      return {
        on: one.on,
        kind: one.kind,
        owed: one.countedMinor,
        moved: { minor: -one.amountMinor, homeMinor, rate: one.rate, method, isTest },
      }
    }),
    ...waived,
  ]
  return happenings.toSorted((a, b) => byDay(a, b) || ranks.indexOf(a.kind) - ranks.indexOf(b.kind))
}

/** The part of each tax that belongs to a part of what is asked, and how much of it is new since the last time. */
function taxShares() {
  const known = new Map<string, { minor: number; on: number }>()
  return (asked: readonly TaxOf[], part: number, whole: number): TaxOf[] => {
    const shareOf = (amount: number) =>
      whole === 0 ? 0 : nearest({ ...fraction(BigInt(amount) * BigInt(part), BigInt(Math.abs(whole))) })
    const steps = [...Map.groupBy(asked, ({ tax, rate }) => `${rate} ${tax}`)].map(([key, same]) => {
      const before = known.get(key) ?? { minor: 0, on: 0 }
      const now = {
        minor: shareOf(sumOf(same.map(({ minor }) => minor))),
        on: shareOf(sumOf(same.map(({ on }) => on))),
      }
      known.set(key, now)
      return { ...same[0]!, minor: now.minor - before.minor, on: now.on - before.on }
    })
    return steps.filter(({ minor, on }) => minor !== 0 || on !== 0)
  }
}

const negated = (taxes: readonly TaxOf[]) => taxes.map((one) => ({ ...one, minor: -one.minor, on: -one.on }))

interface Context {
  invoice: RawInvoice
  home: string
}

/** Makes facts of one day and basis; amounts are worth what a rate makes of them. */
function factsAt(
  { invoice, home }: Context,
  basis: Fact['basis'],
  { on, kind }: Happening,
  rate: string | null,
) {
  const { currency, clientId } = invoice
  const worth = (minor: number) =>
    currency === home ? minor : rate === null ? null : convert(minor, currency, rate, home)
  const make = (
    account: string,
    minor: number,
    homeMinor: number | null,
    more: Partial<Fact> = {},
  ): Fact => ({
    source: 'invoice',
    entry: kind,
    day: on,
    basis,
    account,
    currency,
    minor,
    home: homeMinor,
    client: clientId,
    item: '',
    tax: '',
    rate: null,
    on: 0,
    onHome: null,
    method: '',
    count: 0,
    ...more,
  })
  return {
    worth,
    make,
    taxed: (taxes: readonly TaxOf[]) =>
      taxes.map(({ tax, rate: taxRate, minor, on: base }) =>
        make('tax:collected', minor, worth(minor), { tax, rate: taxRate, on: base, onHome: worth(base) }),
      ),
  }
}

/** What the invoice asks for, also on days before it is issued. */
function agreed(happenings: readonly Happening[]): { asked: TaxOf[]; askedMinor: number } {
  const invoice = happenings.find(({ kind }) => kind === 'invoice')
  if (invoice?.kind !== 'invoice') throw new Error('an invoice has no beginning')
  return { asked: [...invoice.taxes], askedMinor: invoice.owed }
}

const homes = (facts: readonly Fact[]) => sumOf(facts.map(({ home }) => home ?? 0))

/** What counts when it was invoiced. `owed` are what the client owes, which no report of income shows. */
function accrualFacts(context: Context, happenings: readonly Happening[]): Fact[] {
  const { invoice, home } = context
  const { asked, askedMinor: agreedMinor } = agreed(happenings)
  const shares = taxShares()
  const facts: Fact[] = []
  const owed: { minor: number; home: number | null }[] = []
  let askedMinor = agreedMinor
  let waivedMinor = 0
  for (const happening of happenings) {
    const { worth, make, taxed } = factsAt(context, 'accrual', happening, invoice.rate)
    let owedHome = worth(happening.owed)
    const rest = (whole: number | null, parts: readonly Fact[]) =>
      whole === null ? null : whole - homes(parts)
    switch (happening.kind) {
      case 'invoice':
      case 'credit-note': {
        const sign = happening.kind === 'invoice' ? 1 : -1
        const taxes = sign === 1 ? happening.taxes : negated(happening.taxes)
        const account = sign === 1 ? 'income:sales' : 'income:credit-notes'
        const [first, ...others] = happening.net
        const taxFacts = taxed(taxes)
        const sold = others.map(({ item, minor }) =>
          make(account, sign * minor, worth(sign * minor), { item }),
        )
        facts.push(...taxFacts, ...sold)
        if (first)
          facts.push(
            make(account, sign * first.minor, rest(owedHome, [...taxFacts, ...sold]), { item: first.item }),
          )
        if (sign === -1) {
          asked.push(...taxes)
          askedMinor += happening.owed
        }
        break
      }
      case 'late-fee':
        facts.push(make('income:late-fees', happening.owed, owedHome))
        facts.push(...taxed([{ tax: '', rate: null, minor: 0, on: happening.owed }]))
        asked.push({ tax: '', rate: null, minor: 0, on: happening.owed })
        askedMinor += happening.owed
        break
      case 'discount':
      case 'waiver': {
        waivedMinor -= happening.owed
        const taxFacts = taxed(negated(shares(asked, Math.min(waivedMinor, askedMinor), askedMinor)))
        const minor = happening.owed - sumOf(taxFacts.map((one) => one.minor))
        const account = happening.kind === 'discount' ? 'income:discounts' : 'income:given-back'
        facts.push(...taxFacts, make(account, minor, rest(owedHome, taxFacts)))
        break
      }
      default: {
        const { moved } = happening
        const movedHome = invoice.currency === home ? moved.minor : moved.homeMinor
        const lostMinor = moved.minor + happening.owed
        const isRated = movedHome !== null && owedHome !== null
        if (!isRated) owedHome = null
        facts.push(make('income:given-back', lostMinor, isRated ? worth(lostMinor) : null))
        if (isRated) facts.push(make('gain', 0, movedHome + owedHome! - worth(lostMinor)!))
      }
    }
    owed.push({ minor: happening.owed, home: owedHome })
  }
  const last = happenings.at(-1)!
  if (owed.every((one) => one.home !== null) && sumOf(owed.map(({ minor }) => minor)) === 0) {
    // Nothing is owed, so nothing may be left of it in the home currency.
    const left = sumOf(owed.map((one) => one.home!))
    if (left !== 0)
      facts.push(factsAt(context, 'accrual', last, null).make('gain', 0, -left, { entry: 'rounding' }))
  }
  return facts
}

/**
 * What counts when it was paid: taxes as far as what is asked is paid, and the rest is income. Money for an invoice that is
 * issued later is for the same things. What a credit note takes back without money going back is tax on something else.
 */
function cashFacts(context: Context, happenings: readonly Happening[]): Fact[] {
  const { invoice, home } = context
  const { asked, askedMinor: agreedMinor } = agreed(happenings)
  const shares = taxShares()
  let askedMinor = agreedMinor
  let paidMinor = 0
  return happenings.flatMap((happening) => {
    if (happening.kind === 'credit-note') {
      asked.push(...negated(happening.taxes))
      askedMinor += happening.owed
      if (paidMinor > askedMinor) return []
    } else if (happening.kind === 'late-fee') {
      asked.push({ tax: '', rate: null, minor: 0, on: happening.owed })
      askedMinor += happening.owed
    }
    if (!['credit-note', 'payment', 'refund', 'dispute'].includes(happening.kind)) return []
    const moved = 'moved' in happening ? happening.moved : null
    paidMinor += moved?.minor ?? 0
    const steps = shares(asked, Math.max(0, Math.min(paidMinor, askedMinor)), askedMinor)
    if (!moved && steps.length === 0) return []
    const { worth, make, taxed } = factsAt(context, 'cash', happening, moved?.rate ?? invoice.rate)
    const movedHome = moved ? (invoice.currency === home ? moved.minor : moved.homeMinor) : worth(0)
    const taxes = taxed(steps).map((one) => (movedHome === null ? { ...one, home: null, onHome: null } : one))
    const minor = moved?.minor ?? 0
    const account =
      happening.kind === 'refund' || happening.kind === 'dispute' ? 'income:given-back' : 'income:sales'
    const income = make(
      account,
      minor - sumOf(taxes.map((one) => one.minor)),
      movedHome === null ? null : movedHome - homes(taxes),
    )
    const count = happening.kind === 'payment' && minor !== 0 ? 1 : 0
    return [...taxes, income, make('money', minor, movedHome, { method: moved?.method ?? '', count })]
  })
}

export function invoiceFacts(
  home: string,
  invoice: RawInvoice,
  payments: RawPayment[],
  returns: RawReturn[],
): Fact[] {
  const happenings = chronicle(invoice, payments, returns)
  return [...accrualFacts({ invoice, home }, happenings), ...cashFacts({ invoice, home }, happenings)]
}
