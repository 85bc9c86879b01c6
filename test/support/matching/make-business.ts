import { addDays } from '../../../src/shared/dates.ts'
import { type Draws, createDraws } from './draws.ts'
import { type Client, type MadeBusiness, firstDay, lastDay } from './made-business.ts'
import { makePayments } from './make-payments.ts'
import { makePurchases } from './make-purchases.ts'
import { clientName, wordOf } from './names.ts'

const numberings: Record<string, (n: number, code: string, draws: Draws) => string> = {
  long: (n) => `INV-2026-${String(n).padStart(4, '0')}`,
  year: (n) => `2026-${String(n).padStart(3, '0')}`,
  plain: (n) => String(1000 + n),
  short: (n) => String(n),
  random: (_, __, { id }) => id().slice(0, 8).toUpperCase(),
  client: (n, code) => `${code}-2026-${String(n).padStart(4, '0')}`,
}

function amountOf({ weighted, between, pick }: Draws): number {
  return {
    round: pick([50_000, 100_000, 120_000, 150_000, 200_000, 250_000]),
    hours: between(2, 60) * 9500,
    odd: between(5000, 900_000),
  }[weighted({ round: 2, hours: 4, odd: 4 })]
}

function makeClients(draws: Draws): Client[] {
  const { chance, between, id } = draws
  const clients: Client[] = []
  for (let count = between(4, 14); count > 0; count -= 1) {
    const shared = clients.at(-1)
    // Some have a word of their name in common, and some are paid for by another company.
    const name = shared && chance(0.08) ? `${shared.name.split(' ')[0]} ${wordOf(draws)}` : clientName(draws)
    clients.push({
      id: id(),
      name,
      payer: chance(0.12) ? `${wordOf(draws)} Holding` : name,
      retainerMinor: chance(0.3) ? amountOf(draws) : null,
    })
  }
  return clients
}

function makeInvoices(draws: Draws, business: MadeBusiness): void {
  const { chance, between, upTo, pick, weighted, id } = draws
  const numbering = numberings[weighted({ long: 3, year: 3, plain: 2, short: 1, random: 2, client: 1 })]!
  const drafts = business.clients.flatMap((client) => {
    const count = client.retainerMinor === null ? between(1, 6) : between(4, 9)
    const start = upTo(120)
    return Array.from({ length: count }, (_, month) => ({
      client,
      issueDate: addDays(firstDay, start + (client.retainerMinor === null ? upTo(220) : month * 30)),
    }))
  })
  drafts.sort((a, b) => (a.issueDate < b.issueDate ? -1 : 1))
  const perClient = new Map<string, number>()
  for (const [index, { client, issueDate }] of drafts.entries()) {
    const own = (perClient.get(client.id) ?? 0) + 1
    perClient.set(client.id, own)
    const code = client.name
      .replaceAll(/[^A-Za-z]/g, '')
      .slice(0, 4)
      .toUpperCase()
    const isByClient = numbering === numberings['client']
    const totalMinor = client.retainerMinor ?? amountOf(draws)
    const paymentTerms = pick(['net_30', 'net_30', 'net_15', '2_10_net_30'] as const)
    business.invoices.push({
      id: id(),
      number: numbering(
        isByClient ? own : index + 1,
        `${code}${isByClient ? business.clients.indexOf(client) : ''}`,
        draws,
      ),
      purchaseOrder: chance(0.1) ? `PO-${between(10_000, 99_999)}` : '',
      clientId: client.id,
      clientName: client.name,
      currency: chance(0.1) ? 'GBP' : business.currency,
      openMinor: totalMinor,
      totalMinor,
      creditNotesMinor: 0,
      receivedMinor: 0,
      waivedMinor: 0,
      paymentTerms,
      issueDate,
      dueDate: addDays(issueDate, paymentTerms === 'net_15' ? 15 : 30),
      isDraft: false,
    })
  }
}

export function makeBusiness(seed: number): MadeBusiness {
  const draws = createDraws(seed)
  const { pick, between, id } = draws
  const business: MadeBusiness = {
    name: clientName(draws),
    currency: pick(['USD', 'EUR', 'CHF']),
    accounts: Array.from({ length: between(2, 3) }, () => ({ id: id(), last4: String(between(1000, 9999)) })),
    clients: makeClients(draws),
    invoices: [],
    payments: [],
    expenses: [],
    receipts: [],
    transactions: [],
  }
  makeInvoices(draws, business)
  makePayments(draws, business)
  makePurchases(draws, business)
  business.transactions = business.transactions
    .filter(({ date }) => date <= lastDay)
    .toSorted((a, b) => (a.date === b.date ? (a.id < b.id ? -1 : 1) : a.date < b.date ? -1 : 1))
  return business
}
