import { rollUpMoneyOf } from '../../../src/features/figures/money-totals.ts'
import type { BookInvoice, BookPart } from './books.ts'
import { beginningOf, dayThere, later } from './calendar.ts'
import { enterRate, fillRates, publishRates, removeRate, hasDayCome } from './rate-acts.ts'
import { fix, lastingRate } from './rates.ts'
import type { FigureWorld } from './world.ts'

type Act = (world: FigureWorld) => Promise<unknown>

/** A total, and when it is due: at once, or in parts on some days. */
function owedInParts(world: Pick<FigureWorld, 'date' | 'minor' | 'chance' | 'upTo' | 'some'>) {
  const totalMinor = world.minor()
  const days = [...new Set(world.some(() => world.date()))].toSorted()
  const dueDate = days.at(-1) ?? world.date()
  if (days.length < 2 || totalMinor < 10 * days.length || world.chance(0.5))
    return { totalMinor, dueDate, parts: null }
  let restMinor = totalMinor
  const parts = days.map((day, index): BookPart => {
    if (index === days.length - 1) return { amount: null, amountMinor: restMinor, dueDate: day }
    const value = 1 + world.upTo(Math.floor(totalMinor / days.length) - 2)
    restMinor -= value
    return { amount: { kind: 'fixed', value }, amountMinor: value, dueDate: day }
  })
  return { totalMinor, dueDate, parts }
}

const addInvoices: Act = async (world) => {
  const drawn = world.some(() => ({
    id: world.id(),
    clientName: world.pick(['Birch', 'Cedar', 'Elm']),
    currency: world.currency(),
    issueDate: world.date(),
    ...owedInParts(world),
  }))
  const made = await world.books.addInvoices(drawn)
  world.invoices.push(
    ...made.map((one) => ({ ...one, rate: lastingRate(world, one.currency, one.issueDate)?.rate ?? null })),
  )
}

/** Only an invoice without payments is changed or deleted. */
const changeInvoice: Act = async ({ invoices, payments, ...world }) => {
  const unpaid = invoices.filter(({ id }) => !payments.some(({ invoiceId }) => invoiceId === id))
  if (unpaid.length === 0) return
  const invoice = world.pick(unpaid)
  if (world.chance(0.4)) {
    invoices.splice(invoices.indexOf(invoice), 1)
    await world.run('delete from invoices where id = $1', [invoice.id])
    return
  }
  const { id, dueDate, totalMinor, parts } = Object.assign(invoice, owedInParts(world))
  const text =
    'update invoices set due_date = $2, subtotal_minor = $3, total_minor = $3, parts = $4 where id = $1'
  await world.run(text, [id, dueDate, totalMinor, parts && JSON.stringify(parts)])
}

/** In full, in part, too much, or with a discount for early payment. */
const pay: Act = async (world) => {
  if (world.invoices.length === 0) return
  const invoice = world.pick(world.invoices)
  const creditedMinor = world.chance(0.2) ? Math.floor(invoice.totalMinor / 50) : 0
  const restMinor = invoice.totalMinor - creditedMinor
  const isPart = world.chance(0.4)
  const amountMinor = isPart ? world.upTo(restMinor) : restMinor + world.pick([0, 0, 0, 100])
  const method = world.pick(['card', 'cash'] as const)
  const isTest = method === 'card' && amountMinor % 2 === 1
  const drawn = {
    id: world.id(),
    invoiceId: invoice.id,
    method,
    isTest,
    currency: invoice.currency,
    amountMinor,
    receivedOn: world.date(),
  }
  await addPayments(world, [drawn])
  if (!isPart) invoice.creditedMinor = creditedMinor
  await settle(world, invoice)
}

/** Payments for invoices that were deleted before the money arrived. */
const payForNothing: Act = async (world) => {
  const drawn = world.some(() => ({
    id: world.id(),
    method: world.pick(['card', 'cash'] as const),
    currency: world.currency(),
    amountMinor: world.minor(),
    receivedOn: world.date(),
  }))
  await addPayments(world, drawn)
}

async function addPayments(
  world: FigureWorld,
  drawn: Parameters<FigureWorld['books']['addPayments']>[0],
): Promise<void> {
  const made = await world.books.addPayments(drawn)
  world.payments.push(
    ...made.map((one) => ({
      ...one,
      fixed: fixedOn(world, { currency: one.currency, minor: one.amountMinor }, one.receivedOn),
    })),
  )
}

const fixedOn = (world: FigureWorld, money: { currency: string; minor: number }, day: string) =>
  fix(money, lastingRate(world, money.currency, day), world.home)

/** A refund or a dispute, which has the currency of its payment. */
function goneBack<Row extends { paymentId: string; amountMinor: number }>(
  world: FigureWorld,
  row: Row,
  at: Date,
) {
  const { zone, payments } = world
  const { currency } = payments.find(({ id }) => id === row.paymentId)!
  return {
    ...row,
    zone,
    fixed: fixedOn(world, { currency, minor: row.amountMinor }, dayThere(zone, at)),
  }
}

const undo: Act = async (world) => {
  const undoable = world.payments.filter(({ method, undoneAt }) => method === 'cash' && !undoneAt)
  if (undoable.length === 0) return
  const payment = world.pick(undoable)
  payment.undoneAt = new Date()
  await world.run('update payments set undone_at = $2 where id = $1', [payment.id, payment.undoneAt])
  await settleFor(world, payment.id)
}

const refund: Act = async (world) => {
  const byCard = world.payments.filter(({ method }) => method === 'card')
  if (byCard.length === 0) return
  const drawn = world.some(() => {
    const { id: paymentId, amountMinor } = world.pick(byCard)
    const begins = beginningOf(world.zone, world.date()).getTime()
    return {
      id: world.id(),
      paymentId,
      amountMinor: 1 + world.upTo(amountMinor),
      state: world.pick(['requested', 'pending', 'succeeded', 'failed'] as const),
      createdAt: new Date(begins + world.pick([-1, 0, 40_000_000])),
    }
  })
  const made = await world.books.addRefunds(drawn)
  world.refunds.push(...made.map((one) => goneBack(world, one, one.createdAt)))
  await settleFor(world, ...made.map(({ paymentId }) => paymentId))
}

const changeRefund: Act = async (world) => {
  if (world.refunds.length === 0) return
  const changed = world.pick(world.refunds)
  changed.state = world.pick(['pending', 'succeeded', 'failed'] as const)
  await world.run('update refunds set state = $2 where id = $1', [changed.id, changed.state])
  await settleFor(world, changed.paymentId)
}

const dispute: Act = async (world) => {
  const byCard = world.payments.filter(({ method }) => method === 'card')
  if (byCard.length === 0) return
  const { id: paymentId, amountMinor } = world.pick(byCard)
  const begins = beginningOf(world.zone, world.date()).getTime()
  const drawn = {
    id: world.id(),
    paymentId,
    amountMinor: 1 + world.upTo(amountMinor),
    state: world.pick(['inquiry', 'open', 'won', 'lost'] as const),
    openedAt: new Date(begins + world.pick([-1, 0, 40_000_000])),
  }
  const [made] = await world.books.addDisputes([drawn])
  world.disputes.push(goneBack(world, made!, made!.openedAt))
  await settleFor(world, paymentId)
}

const decideDispute: Act = async (world) => {
  if (world.disputes.length === 0) return
  const changed = world.pick(world.disputes)
  changed.state = world.pick(['open', 'won', 'lost'] as const)
  await world.run('update disputes set state = $2 where id = $1', [changed.id, changed.state])
  await settleFor(world, changed.paymentId)
}

async function settleFor(world: FigureWorld, ...paymentIds: string[]): Promise<void> {
  const paid = world.payments.filter(({ id }) => paymentIds.includes(id))
  const invoices = world.invoices.filter(({ id }) => paid.some(({ invoiceId }) => invoiceId === id))
  for (const invoice of invoices) await settle(world, invoice)
}

/** Updates an invoice from its payments. */
async function settle(world: FigureWorld, invoice: BookInvoice): Promise<void> {
  const { payments, refunds, disputes, run } = world
  const paid = payments.filter(({ invoiceId, undoneAt }) => invoiceId === invoice.id && !undoneAt)
  let receivedMinor = 0
  for (const { id, amountMinor } of paid) {
    receivedMinor += amountMinor
    for (const { paymentId, state, ...back } of refunds)
      if (paymentId === id && (state === 'pending' || state === 'succeeded'))
        receivedMinor -= back.amountMinor
    for (const { paymentId, state, ...back } of disputes)
      if (paymentId === id && (state === 'open' || state === 'lost')) receivedMinor -= back.amountMinor
  }
  invoice.receivedMinor = Math.max(0, receivedMinor)
  const leftMinor = Math.max(0, invoice.totalMinor - invoice.receivedMinor - invoice.creditedMinor)
  invoice.waivedMinor = Math.min(leftMinor, world.pick([0, 0, 1, leftMinor]))
  const isPaid = paid.length > 0 && leftMinor === invoice.waivedMinor
  invoice.status = isPaid ? 'paid' : 'pending'
  const { id, creditedMinor, waivedMinor, status } = invoice
  const text =
    'update invoices set received_minor = $2, credited_minor = $3, waived_minor = $4, status = $5 where id = $1'
  await run(text, [id, invoice.receivedMinor, creditedMinor, waivedMinor, status])
}

const addExpenses: Act = async (world) => {
  const drawn = world.some(() => ({
    id: world.id(),
    date: expenseDate(world),
    currency: world.currency(),
    amountMinor: world.minor(),
    category: world.pick(['Rent', 'Travel', 'Software']),
  }))
  const made = await world.books.addExpenses(drawn)
  world.expenses.push(...made.map((one) => ({ ...one, fixed: fixExpense(world, one) })))
}

const changeExpense: Act = async (world) => {
  const { expenses } = world
  if (expenses.length === 0) return
  const expense = world.pick(expenses)
  if (world.chance(0.4)) {
    expenses.splice(expenses.indexOf(expense), 1)
    await world.run('delete from expenses where id = $1', [expense.id])
    return
  }
  const before = expense.date
  const { id, date, amountMinor, currency } = Object.assign(expense, {
    date: world.chance(0.3) ? before : expenseDate(world),
    amountMinor: world.minor(),
  })
  await world.run('update expenses set date = $2, amount_minor = $3 where id = $1', [id, date, amountMinor])
  // Another amount on the same day keeps the rate.
  expense.fixed =
    expense.fixed && date === before
      ? fix({ currency, minor: amountMinor }, expense.fixed, world.home)
      : fixExpense(world, expense)
}

/** An expense gets its rate once its day has come, by the clock of the database. Its days keep clear of that midnight. */
function expenseDate(world: FigureWorld): string {
  const date = world.date()
  return Math.abs(Date.parse(date) - Date.now()) < 3 * 86_400_000 ? later(date, -10) : date
}

function fixExpense(
  world: FigureWorld,
  { currency, amountMinor, date }: { currency: string; amountMinor: number; date: string },
) {
  return hasDayCome(date) ? fixedOn(world, { currency, minor: amountMinor }, date) : null
}

const connectBank: Act = async (world) => {
  const sometime = () => (world.chance(0.7) ? new Date(Date.UTC(2026, 9, world.upTo(30), 7, 30)) : null)
  const connection = await world.books.addConnection({
    id: world.id(),
    state: world.pick(['connected', 'connected', 'reconnect', 'disconnected']),
    itemTakenAt: sometime(),
    lastSyncedAt: sometime(),
    removedAt: world.chance(0.1) ? new Date() : null,
  })
  world.connections.push(connection)
  const drawn = Array.from({ length: 1 + world.upTo(2) }, () => ({
    id: world.id(),
    connectionId: connection.id,
    kind: world.pick(['cash', 'cash', 'credit', 'loan', 'investment', 'other'] as const),
    currency: world.currency(),
    balanceMinor: world.chance(0.2) ? null : world.pick([-1, 1]) * world.minor(),
    closedAt: world.chance(0.2) ? new Date() : null,
  }))
  world.accounts.push(...(await world.books.addAccounts(drawn)))
}

const changeBank: Act = async (world) => {
  if (world.accounts.length === 0) return
  const [connection, account] = [world.pick(world.connections), world.pick(world.accounts)]
  connection.state = world.pick(['connected', 'reconnect', 'disconnected'])
  await world.run('update bank_connections set state = $2 where id = $1', [connection.id, connection.state])
  account.balanceMinor = world.minor()
  account.closedAt = world.chance(0.3) ? new Date() : null
  const text = 'update bank_accounts set balance_minor = $2, closed_at = $3 where id = $1'
  await world.run(text, [account.id, account.balanceMinor, account.closedAt])
}

/** What has happened stays on its day. */
const move: Act = async (world) => {
  world.zone = world.anyZone()
  await world.run('update businesses set time_zone = $2 where id = $1', [world.businessId, world.zone])
}

const fold: Act = ({ app, businessId }) => rollUpMoneyOf(app.deps, businessId)

const acts = [
  addInvoices,
  addInvoices,
  changeInvoice,
  pay,
  pay,
  payForNothing,
  undo,
  refund,
  changeRefund,
  dispute,
  decideDispute,
  addExpenses,
  addExpenses,
  changeExpense,
  changeExpense,
  move,
  fold,
]
const rateActs = [publishRates, publishRates, enterRate, enterRate, removeRate, fillRates]

/** Runs this many random actions. Some businesses have no banks, and some no other currency. */
export async function liveOn(world: FigureWorld, times: number): Promise<void> {
  const withBanks = world.chance(0.5) ? acts : [...acts, connectBank, changeBank]
  const drawn = world.hasOthers ? [...withBanks, ...rateActs] : withBanks
  if (world.hasOthers) for (let n = 0; n < 3; n++) await world.pick(rateActs)(world)
  for (let n = 0; n < times; n++) await world.pick(drawn)(world)
}
