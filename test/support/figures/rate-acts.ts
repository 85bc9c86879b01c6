import { fillRatesOf } from '../../../src/features/rates/fill-rates.ts'
import { dayThere, later } from './calendar.ts'
import { fix, lastingRate } from './rates.ts'
import type { FigureWorld } from './world.ts'

export async function publishRates(world: FigureWorld): Promise<void> {
  world.referenceRates.push(...(await world.publish()))
}

const ownRates = ['1.0843', '0.0065', '0.92', '148.2', '1.5']

/** Enters a rate of the business, or another one for the same day. */
export async function enterRate(world: FigureWorld): Promise<void> {
  const entered = {
    currency: world.otherCurrency(),
    day: world.chance(0.5) ? later(world.day, -800) : world.date(),
    rate: world.pick(ownRates),
  }
  await world.books.addRates([entered])
  world.ownRates = [
    ...world.ownRates.filter(({ currency, day }) => currency !== entered.currency || day !== entered.day),
    entered,
  ]
}

export async function removeRate(world: FigureWorld): Promise<void> {
  if (world.ownRates.length === 0) return
  const removed = world.pick(world.ownRates)
  world.ownRates = world.ownRates.filter((one) => one !== removed)
  await world.run('delete from exchange_rates where currency = $1 and day = $2', [
    removed.currency,
    removed.day,
  ])
}

/** Whether the day of an expense has come, wherever the business is. */
export const hasDayCome = (date: string) => date < dayThere('UTC', new Date())

/** What waits for a rate gets it, as the product's job does. What has one keeps it. */
export async function fillRates(world: FigureWorld): Promise<void> {
  await fillRatesOf(world.app.deps, world.businessId)
  const { home } = world
  for (const invoice of world.invoices)
    invoice.rate ??= lastingRate(world, invoice.currency, invoice.issueDate)?.rate ?? null
  const fill = (
    row: { fixed: ReturnType<typeof fix>; amountMinor: number },
    currency: string,
    day: string,
  ) => {
    row.fixed ??= fix({ currency, minor: row.amountMinor }, lastingRate(world, currency, day), home)
  }
  for (const payment of world.payments) fill(payment, payment.currency, payment.receivedOn)
  for (const expense of world.expenses)
    if (hasDayCome(expense.date)) fill(expense, expense.currency, expense.date)
  const currencyOf = (paymentId: string) => world.payments.find(({ id }) => id === paymentId)!.currency
  for (const refund of world.refunds)
    fill(refund, currencyOf(refund.paymentId), dayThere(refund.zone, refund.createdAt))
  for (const dispute of world.disputes)
    fill(dispute, currencyOf(dispute.paymentId), dayThere(dispute.zone, dispute.openedAt))
}
