import { type TaxPart } from './charge-part-rules.ts'
import { type InvoiceEvent, type JournalInvoice, eventsOf } from './invoice-rules.ts'
import { type Posting, type Worth, accounts, convertAt, partOf, posting, restOf } from './posting-rules.ts'

/** What an invoice asks for so far, tax by tax. */
interface Asked {
  totalMinor: number
  taxes: Map<string, TaxPart>
}

/** The postings of an invoice and of everything that moved it, on both bases. */
export function invoicePostings(invoice: JournalInvoice): Posting[] {
  const events = eventsOf(invoice)
  const accrual: AccrualState = { invoice, asked: askedBy(invoice), waivedMinor: 0, waivedTaxes: new Map() }
  const cash: CashState = { invoice, asked: askedBy(invoice), paidMinor: 0, paidTaxes: new Map() }
  const postings = [
    ...events.flatMap((event) => accrualPostings(accrual, event)),
    ...events.flatMap((event) => cashPostings(cash, event)),
  ]
  return [...postings, ...roundingOf(invoice, postings)].filter(isWorthKeeping)
}

interface State {
  invoice: JournalInvoice
  asked: Asked
}

interface AccrualState extends State {
  /** What the client need not pay: the discount for paying early, and what was given back. */
  waivedMinor: number
  waivedTaxes: Map<string, TaxPart>
}

interface CashState extends State {
  paidMinor: number
  /** The part of each tax that was paid so far. */
  paidTaxes: Map<string, TaxPart>
}

/** From the beginning: what is paid or given back before the day of the invoice is for the same things. */
function askedBy({ content: { totalMinor, taxes } }: JournalInvoice): Asked {
  const asked: Asked = { totalMinor, taxes: new Map() }
  for (const part of taxes) add(asked.taxes, part, 1)
  return asked
}

const isWorthKeeping = ({ minor, homeMinor, baseMinor }: Posting) =>
  minor !== 0 || (homeMinor ?? 0) !== 0 || (baseMinor ?? 0) !== 0

const keyOf = ({ tax, rate }: Pick<TaxPart, 'tax' | 'rate'>) => `${rate ?? ''} ${tax}`

function ask({ asked }: State, sign: 1 | -1, totalMinor: number, taxes: readonly TaxPart[]): void {
  asked.totalMinor += sign * totalMinor
  for (const part of taxes) add(asked.taxes, part, sign)
}

function add(taxes: Map<string, TaxPart>, part: TaxPart, sign: 1 | -1): void {
  const known = taxes.get(keyOf(part))
  taxes.set(keyOf(part), {
    ...part,
    minor: (known?.minor ?? 0) + sign * part.minor,
    baseMinor: (known?.baseMinor ?? 0) + sign * part.baseMinor,
  })
}

/** What each tax of the part of an invoice comes to, less what counted already. */
function taxSteps({ asked }: State, counted: Map<string, TaxPart>, partMinor: number): TaxPart[] {
  return [...asked.taxes].flatMap(([key, whole]) => {
    const before = counted.get(key)
    const minor = partOf(whole.minor, partMinor, asked.totalMinor) - (before?.minor ?? 0)
    const baseMinor = partOf(whole.baseMinor, partMinor, asked.totalMinor) - (before?.baseMinor ?? 0)
    if (minor === 0 && baseMinor === 0) return []
    const step = { ...whole, minor, baseMinor }
    add(counted, step, 1)
    return [step]
  })
}

/** A late fee bears no tax. */
const lateFeePart = (minor: number): TaxPart => ({ tax: '', rate: null, minor: 0, baseMinor: minor })

const sumOf = (parts: readonly { minor: number }[]) => parts.reduce((sum, { minor }) => sum + minor, 0)

/** Makes the postings of one event on one basis. */
function writer({ invoice }: State, event: InvoiceEvent, basis: 'accrual' | 'cash', rate: string | null) {
  const { currency, clientId } = invoice
  const base = { entry: event.kind, day: event.on, basis, currency, clientId }
  const homeOf = (minor: number) => convertAt(minor, rate, invoice)
  return {
    homeOf,
    write: (account: string, worth: Worth, more: Partial<Posting> = {}) =>
      posting({ ...base, account, ...worth, ...more }),
    /** Postings of taxes: positive parts are credits. */
    writeTaxes: (parts: readonly TaxPart[]) =>
      parts.map(({ tax, rate: taxRate, minor, baseMinor }) =>
        posting({
          ...base,
          account: accounts.taxCollected,
          minor: -minor,
          homeMinor: homeOf(-minor),
          tax,
          taxRate,
          baseMinor: -baseMinor,
          baseHomeMinor: homeOf(-baseMinor),
        }),
      ),
  }
}

const homesOf = (postings: readonly Posting[]) => postings.map(({ homeMinor }) => homeMinor)
const negative = (minor: number | null) => (minor === null ? null : -minor)

function accrualPostings(state: AccrualState, event: InvoiceEvent): Posting[] {
  const { invoice } = state
  const { write, writeTaxes, homeOf } = writer(state, event, 'accrual', invoice.rate)
  switch (event.kind) {
    case 'invoice':
    case 'credit-note': {
      const { sign, content } = event
      if (event.kind === 'credit-note') ask(state, sign, content.totalMinor, content.taxes)
      const totalMinor = sign * content.totalMinor
      const receivable = write(accounts.receivable, { minor: totalMinor, homeMinor: homeOf(totalMinor) })
      const taxes = writeTaxes(
        content.taxes.map((part) => ({
          ...part,
          minor: sign * part.minor,
          baseMinor: sign * part.baseMinor,
        })),
      )
      const account = event.kind === 'invoice' ? accounts.sales : accounts.creditNotes
      const sold = content.sales.map(({ item, minor }) => ({ item, minor: -sign * minor }))
      const [first, ...others] = sold
      const rest = others.map(({ item, minor }) =>
        write(account, { minor, homeMinor: homeOf(minor) }, { item }),
      )
      if (!first) return [receivable, ...taxes]
      // The first takes the rounding of all conversions.
      const homeMinor = restOf(negative(receivable.homeMinor), homesOf([...taxes, ...rest]))
      return [
        receivable,
        ...taxes,
        write(account, { minor: first.minor, homeMinor }, { item: first.item }),
        ...rest,
      ]
    }
    case 'late-fee': {
      const { minor } = event
      const part = lateFeePart(minor)
      ask(state, 1, minor, [part])
      const homeMinor = homeOf(minor)
      return [
        write(accounts.receivable, { minor, homeMinor }),
        write(accounts.lateFees, { minor: -minor, homeMinor: negative(homeMinor) }),
        ...writeTaxes([part]),
      ]
    }
    case 'discount':
    case 'waiver': {
      state.waivedMinor += event.minor
      const steps = taxSteps(state, state.waivedTaxes, Math.min(state.waivedMinor, state.asked.totalMinor))
      const homeMinor = homeOf(-event.minor)
      const taxes = writeTaxes(
        steps.map((step) => ({ ...step, minor: -step.minor, baseMinor: -step.baseMinor })),
      )
      return [
        write(accounts.receivable, { minor: -event.minor, homeMinor }),
        ...taxes,
        write(event.kind === 'discount' ? accounts.discounts : accounts.givenBack, {
          minor: event.minor - sumOf(steps),
          homeMinor: restOf(negative(homeMinor), homesOf(taxes)),
        }),
      ]
    }
    default:
      return movedPostings(state, event)
  }
}

type Movement = Extract<InvoiceEvent, { kind: 'payment' | 'refund' | 'dispute' }>

/** Money that came in or went back, and how much it moved what is owed. */
function movementOf(event: Movement) {
  if (event.kind === 'payment') {
    const { payment } = event
    const { amountMinor: minor, homeMinor } = payment
    return { ...payment, minor, homeMinor, owedMinor: -minor }
  }
  const { back, countedMinor } = event
  return { ...back, minor: -back.amountMinor, homeMinor: negative(back.homeMinor), owedMinor: countedMinor }
}

function movedPostings(state: State, event: Movement): Posting[] {
  const { invoice } = state
  const { write, homeOf } = writer(state, event, 'accrual', invoice.rate)
  const { minor, owedMinor, method, isTest, ...moved } = movementOf(event)
  const owedHome = homeOf(owedMinor)
  // Without one of the rates, nothing can be said about the gain. The amounts wait beside the sums.
  const isRated = moved.homeMinor !== null && owedHome !== null
  const money = write(
    accounts.money,
    { minor, homeMinor: isRated ? moved.homeMinor : null },
    { method, isTest },
  )
  const receivable = write(accounts.receivable, { minor: owedMinor, homeMinor: isRated ? owedHome : null })
  // A bank took back what was refunded before: it is lost.
  const lostMinor = -minor - owedMinor
  const lost = write(accounts.givenBack, { minor: lostMinor, homeMinor: isRated ? homeOf(lostMinor) : null })
  const gain = write(accounts.gain, {
    minor: 0,
    homeMinor: isRated ? restOf(0, homesOf([money, receivable, lost])) : null,
  })
  return [money, receivable, lost, gain]
}

/** On the cash basis an invoice counts as far as it is paid, and its taxes in proportion. */
function cashPostings(state: CashState, event: InvoiceEvent): Posting[] {
  const isMovement = event.kind === 'payment' || event.kind === 'refund' || event.kind === 'dispute'
  const moved = isMovement ? movementOf(event) : null
  if (event.kind === 'credit-note') ask(state, -1, event.content.totalMinor, event.content.taxes)
  if (event.kind === 'late-fee') ask(state, 1, event.minor, [lateFeePart(event.minor)])
  state.paidMinor += moved?.minor ?? 0
  // A credit note changes what was paid for, unless money has to go back: then its taxes count once it does.
  const isForOther = event.kind === 'credit-note' && state.paidMinor <= state.asked.totalMinor
  if (!moved && !isForOther) return []
  const countedMinor = Math.max(0, Math.min(state.paidMinor, state.asked.totalMinor))
  const steps = taxSteps(state, state.paidTaxes, countedMinor)
  if (!moved && steps.length === 0) return []
  const { write, writeTaxes, homeOf } = writer(state, event, 'cash', moved?.rate ?? state.invoice.rate)
  const taxes = writeTaxes(steps)
  const { method, isTest } = moved ?? { method: '', isTest: false }
  const worth = moved ?? { minor: 0, homeMinor: homeOf(0) }
  const wentBack = event.kind === 'refund' || event.kind === 'dispute'
  return [
    write(accounts.money, { minor: worth.minor, homeMinor: worth.homeMinor }, { method, isTest }),
    ...taxes.map((tax) =>
      worth.homeMinor === null ? { ...tax, homeMinor: null, baseHomeMinor: null } : tax,
    ),
    write(
      wentBack ? accounts.givenBack : accounts.sales,
      {
        minor: -worth.minor + sumOf(steps),
        homeMinor: restOf(negative(worth.homeMinor), homesOf(taxes)),
      },
      { isTest },
    ),
  ]
}

/** Once nothing is owed, rounding must not leave anything of it in the home currency. */
function roundingOf(invoice: JournalInvoice, postings: readonly Posting[]): Posting[] {
  const owed = postings.filter(({ account }) => account === accounts.receivable)
  const last = owed.at(-1)
  const leftHome = restOf(0, homesOf(owed))
  const isRated = owed.every(({ homeMinor }) => homeMinor !== null)
  if (!last || !isRated || sumOf(owed) !== 0 || leftHome === 0 || leftHome === null) return []
  const { currency, clientId } = invoice
  const base = { entry: 'rounding', day: last.day, basis: 'accrual' as const, currency, clientId, minor: 0 }
  return [
    posting({ ...base, account: accounts.receivable, homeMinor: leftHome }),
    posting({ ...base, account: accounts.gain, homeMinor: -leftHome }),
  ]
}
