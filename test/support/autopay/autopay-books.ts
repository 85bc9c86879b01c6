import type { FakeCards } from '../providers/fake-cards.ts'
import type { AutopayWorld } from './autopay-world.ts'

interface Played {
  owner: Awaited<ReturnType<AutopayWorld['open']>>
  cards: FakeCards
  /** Sessions from before the simulation. */
  known: ReadonlySet<string>
}

/** Compares our books with the provider's. Returns the differences. */
export async function findAutopayProblems({ owner, cards, known }: Played): Promise<string[]> {
  const sessions = [...cards.sessions.values()].filter(
    ({ id, request }) => !known.has(id) && request.metadata['business_id'] === owner.businessId,
  )
  const charges = sessions.filter(({ request }) => request.savedCard)
  const paid = sessions.flatMap(({ facts }) => (facts.state === 'paid' ? [facts.paymentId] : []))
  const written = await owner.tenant<{ id: string }>(
    `select provider_payment_id as id from payments
     where provider_payment_id is not null and not (checkout_id = any($1)) order by 1`,
    [...known].flatMap((id) => cards.sessionOf(id).request.reference),
  )
  const perInvoice = Map.groupBy(charges, ({ request }) => request.metadata['invoice_id'] ?? '')
  const totals = new Map((await owner.invoices()).map(({ id, totalMinor }) => [id, totalMinor]))
  const rows = await owner.charges()
  const running = await owner.tenant<{ count: number }>(
    `select count(*)::int from checkouts where state in ('opening', 'open', 'processing')`,
  )
  const states = new Map(rows.map(({ checkoutId, state }) => [checkoutId ?? '', state]))
  return [
    ...[...perInvoice].flatMap(([invoice, all]) =>
      all.length > 1 ? [`${all.length} charges of invoice ${invoice}`] : [],
    ),
    ...[...Map.groupBy(sessions, ({ request }) => request.metadata['invoice_id'] ?? '')].flatMap(
      ([invoice, all]) => {
        const sum = all.reduce(
          (taken, { facts }) => taken + (facts.state === 'paid' ? facts.amountMinor : 0),
          0,
        )
        return sum > (totals.get(invoice) ?? 0) ? [`invoice ${invoice} was paid twice`] : []
      },
    ),
    ...difference(
      'payments',
      written.map(({ id }) => id),
      paid,
    ),
    ...charges.flatMap(({ request, facts, id }) => {
      const state = states.get(request.reference)
      const expected = facts.state === 'paid' ? ['paid'] : ['declined', 'failed']
      return state && expected.includes(state) ? [] : [`charge ${id} is ${facts.state}, and ${state} here`]
    }),
    ...rows.flatMap(({ period, state }) =>
      state === 'running' ? [`period ${period} is still running`] : [],
    ),
    ...((running[0]?.count ?? 0) > 0 ? ['a checkout is not over'] : []),
    ...(await findWronglyNotified(owner)),
    ...(await findForgotten(owner)),
  ]
}

/** Of each charge that ended, the invoice's history says so once, and if it was not paid, both were told once. */
async function findWronglyNotified(owner: Played['owner']): Promise<string[]> {
  const rows = await owner.tenant<{
    invoice: string
    events: number
    client: number
    owner: number
    denied: number
    must: boolean
    isPaid: boolean
  }>(
    `select i.id::text as invoice,
       (select count(*)::int from invoice_events e where e.invoice_id = i.id and e.kind = case a.state
         when 'paid' then 'charged' else 'charge-declined' end) as events,
       (select count(*)::int from mails m where m.invoice_id = i.id and m.kind = 'autopay'
         and m.subject ~ $1) as client,
       (select count(*)::int from mails m where m.invoice_id = i.id and m.kind = 'autopay-owner'
         and m.subject ~ $1) as owner,
       (select count(*)::int from mails m where m.invoice_id = i.id and m.text like '%Nothing was charged%') as denied,
       a.state = 'paid' as "isPaid",
       -- Nobody is told who stopped it, or when the invoice was paid meanwhile.
       a.state <> 'paid' and i.status = 'pending' and c.ended_by is distinct from 'client'
         and c.ended_by is distinct from 'owner' and c.ended_by is distinct from 'replaced' as must
     from autopay_charges a join invoices i on i.id = a.invoice_id join saved_cards c on c.id = a.card_id`,
    'declined|not paid automatically',
  )
  return rows.flatMap(({ invoice, events, client, owner: ownerMails, denied, must, isPaid }) => {
    const isRight =
      events <= 1 &&
      client <= 1 &&
      client === ownerMails &&
      (client === 1 || !must) &&
      !(isPaid && denied > 0)
    return isRight
      ? []
      : [
          `invoice ${invoice}: ${events} events, client told ${client}, owner told ${ownerMails}, ${denied} mails deny a charge`,
        ]
  })
}

/** Invoices that the saved card should have paid by now. */
async function findForgotten(owner: Played['owner']): Promise<string[]> {
  const rows = await owner.tenant<{ id: string }>(
    `select i.id::text from invoices i join saved_cards c on c.series_id = i.series_id and c.client_id = i.client_id
     where i.status = 'pending' and c.ended_at is null and i.sent_at is not null and i.due_date > c.consented_at
       and not exists (select from autopay_charges a where a.invoice_id = i.id)`,
  )
  return rows.map(({ id }) => `invoice ${id} was never charged`)
}

function difference(what: string, ours: readonly string[], theirs: readonly string[]): string[] {
  const [here, there] = [ours.toSorted().join(' '), theirs.toSorted().join(' ')]
  return here === there ? [] : [`${what}: ${here} here, ${there} there`]
}
