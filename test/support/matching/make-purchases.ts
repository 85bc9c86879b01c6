import { addDays } from '../../../src/shared/dates.ts'
import type { Draws } from './draws.ts'
import { type MadeBusiness, firstDay } from './made-business.ts'
import { addTransaction } from './make-payments.ts'
import { atTheBank, purchaseText, shopName, whats, wordOf } from './names.ts'

const days = 350

/** What was bought: noted as an expense, kept as a receipt, both missing, or noted without a transaction. */
function makePurchase(draws: Draws, business: MadeBusiness, date: string, shop: string, minor: number): void {
  const { weighted, between, chance, pick, id } = draws
  const { currency } = business
  const way = weighted({ noted: 50, receipt: 15, nothing: 30, cash: 5 })
  const key = id()
  const isWrong = way === 'noted' && chance(0.03)
  if (way === 'noted' || way === 'cash') {
    const what = pick(whats)
    business.expenses.push({
      id: key,
      currency,
      // Some are noted with a wrong amount.
      amountMinor: isWrong ? minor + 100 : minor,
      date,
      notes:
        weighted({ both: 5, shop: 3, what: 2 }) === 'what' ? what : chance(0.5) ? `${shop}, ${what}` : shop,
    })
  }
  if (way === 'receipt')
    business.receipts.push({
      id: key,
      merchant: chance(0.8) ? shop : wordOf(draws),
      currency,
      totalMinor: minor,
      date,
      text: '',
      declined: [],
    })
  if (way === 'cash') return
  addTransaction(draws, business, {
    date: addDays(date, chance(0.9) ? between(0, 4) : between(-2, 6)),
    currency,
    amountMinor: minor,
    isIncome: false,
    description: purchaseText(draws, shop),
    truth:
      way === 'noted' && !isWrong
        ? { kind: 'expense', ids: [key], parts: [minor], how: 'expense' }
        : way === 'receipt'
          ? { kind: 'receipt', ids: [key], parts: [minor], how: 'receipt' }
          : null,
  })
}

function makeTransfers(draws: Draws, business: MadeBusiness): void {
  const { between, chance, pick, upTo } = draws
  const { accounts, currency, name } = business
  const regular = pick([50_000, 100_000, 75_000])
  for (let count = between(2, 12); count > 0; count -= 1) {
    const [from, to] = chance(0.7) ? [accounts[0]!, accounts[1]!] : [accounts[1]!, accounts[0]!]
    const date = addDays(firstDay, upTo(days))
    const amountMinor = chance(0.5) ? regular : between(1000, 500_000)
    const text = (other: { last4: string | null }, outgoing: boolean) =>
      pick([
        `Transfer ${outgoing ? 'to' : 'from'} ${other.last4}`,
        `Umbuchung ${other.last4}`,
        outgoing ? 'INTERNET TRANSFER' : 'INTERNET TRANSFER CREDIT',
        atTheBank(draws, name),
        `XFER ${between(100_000, 999_999)}`,
        outgoing ? 'Payment' : 'Deposit',
      ])
    const shared = { currency, amountMinor, truth: null }
    const into = addTransaction(draws, business, {
      ...shared,
      date: addDays(date, between(0, 3)),
      isIncome: true,
      description: text(from, false),
      accountId: to.id,
    })
    addTransaction(draws, business, {
      ...shared,
      date,
      isIncome: false,
      description: text(to, true),
      accountId: from.id,
      truth: { kind: 'transfer', ids: [into.id], parts: [amountMinor], how: 'transfer' },
    })
  }
}

/** Income that belongs to nothing: interest, refunds of shops and tax offices, money of the owner. */
function makeOtherIncome(draws: Draws, business: MadeBusiness): void {
  const { between, chance, pick, upTo } = draws
  for (let count = between(3, 15); count > 0; count -= 1) {
    addTransaction(draws, business, {
      date: addDays(firstDay, upTo(days)),
      currency: business.currency,
      amountMinor: chance(0.3)
        ? pick([50_000, 100_000, 150_000, 200_000])
        : chance(0.1)
          ? pick(business.invoices).totalMinor
          : between(100, 300_000),
      isIncome: true,
      description: pick([
        'INTEREST PAID',
        `REFUND ${shopName(draws).toUpperCase()} ${between(100, 9999)}`,
        'TAX OFFICE REFUND',
        'CASH DEPOSIT',
        'OWNER CONTRIBUTION',
        `WIRE IN ${wordOf(draws).toUpperCase()}`,
      ]),
      truth: null,
    })
  }
}

export function makePurchases(draws: Draws, business: MadeBusiness): void {
  const { between, chance, upTo, pick } = draws
  for (let count = between(20, 90); count > 0; count -= 1) {
    const minor = chance(0.3) ? pick([350, 420, 1000, 2000, 5000]) : between(300, 40_000)
    makePurchase(draws, business, addDays(firstDay, upTo(days)), shopName(draws), minor)
  }
  for (let count = between(1, 4); count > 0; count -= 1) {
    const [shop, minor, start] = [shopName(draws), between(500, 20_000), upTo(28)]
    for (let month = 0; month < 11; month += 1)
      makePurchase(draws, business, addDays(firstDay, start + month * 30), shop, minor)
  }
  makeTransfers(draws, business)
  makeOtherIncome(draws, business)
}
