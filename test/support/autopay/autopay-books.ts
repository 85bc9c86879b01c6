import type { FakeCards } from '../providers/fake-cards.ts'
import type { AutopayWorld } from './autopay-world.ts'

interface Played {
  owner: Awaited<ReturnType<AutopayWorld['open']>>
  cards: FakeCards
  /** Sessions from before the simulation. */
  known: ReadonlySet<string>
  /** What the provider knew when the client had stopped; null if nobody did. */
  stoppedAfter: ReadonlySet<string> | null
}

/** Compares our books with the provider's. Returns the differences. */
export async function findAutopayProblems({ owner, cards, known, stoppedAfter }: Played): Promise<string[]> {
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
  const rows = await owner.charges()
  const saved = await owner.cards()
  const running = await owner.tenant<{ count: number }>(
    `select count(*)::int from checkouts where state in ('opening', 'open', 'processing')`,
  )
  const notices = await owner.tenant<{ subject: string; count: number }>(
    `select invoice_id::text as subject, count(*)::int from mails
     where kind = 'autopay' and subject like '%declined%' group by invoice_id having count(*) > 1`,
  )
  const states = new Map(rows.map(({ checkoutId, state }) => [checkoutId ?? '', state]))
  return [
    ...[...perInvoice].flatMap(([invoice, all]) =>
      all.length > 1 ? [`${all.length} charges of invoice ${invoice}`] : [],
    ),
    ...(stoppedAfter && saved.every(({ endedAt }) => endedAt)
      ? charges
          .filter(({ id }) => !stoppedAfter.has(id) && !isLaterCard(saved, id, cards))
          .map(({ id }) => `${id} was charged after the stop`)
      : []),
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
    ...notices.map(({ subject, count }) => `told ${count} times of invoice ${subject}`),
  ]
}

/** Whether the charge is of a card that the client saved after the stop. */
function isLaterCard(
  saved: Awaited<ReturnType<Played['owner']['cards']>>,
  sessionId: string,
  cards: FakeCards,
): boolean {
  const used = cards.sessionOf(sessionId).request.savedCard?.paymentMethodId
  return saved.some(({ paymentMethodId, endedBy }) => paymentMethodId === used && endedBy !== 'client')
}

function difference(what: string, ours: readonly string[], theirs: readonly string[]): string[] {
  const [here, there] = [ours.toSorted().join(' '), theirs.toSorted().join(' ')]
  return here === there ? [] : [`${what}: ${here} here, ${there} there`]
}
