import type { FakeCards } from '../providers/fake-cards.ts'
import type { AutopayWorld } from './autopay-world.ts'

interface Watched {
  owner: Awaited<ReturnType<AutopayWorld['open']>>
  cards: FakeCards
  /** Sessions from before the simulation. */
  known: ReadonlySet<string>
}

/** What a mail said about a charge to come, and the day on which it was written. */
interface Announcement {
  amountMinor: number
  on: string
  announcedOn: string
}

const saying = /will be charged \$([\d,.]+) on (\w+ \d+, \d{4})/

/**
 * Watches the charges of saved cards day by day, as their holder would: each was announced by a mail a day before, with its
 * amount, none is for an invoice that was paid the day before, and none follows a stop. Nothing here is read from what the
 * product plans or remembers of its charges, except how far each had come when a stop was confirmed.
 */
export function watchAutopay({ owner, cards, known }: Watched) {
  const problems: string[] = []
  const announced = new Map<string, Announcement[]>()
  const heard = new Set<string>()
  /** For each card that was stopped: the charges that had begun. */
  const stopped = new Map<string, ReadonlySet<string>>()
  let settled: ReadonlySet<string> = new Set()
  let stoppedBefore: ReadonlySet<string> = new Set()
  let seen: ReadonlySet<string> = known

  const chargesOf = () =>
    [...cards.sessions.values()].flatMap(({ id, request }) =>
      !known.has(id) && request.savedCard && request.metadata['business_id'] === owner.businessId
        ? [{ id, request, cardId: request.savedCard.paymentMethodId }]
        : [],
    )

  async function readMails(day: string): Promise<void> {
    const rows = await owner.tenant<{ id: string; invoiceId: string; text: string }>(
      `select id::text, invoice_id::text as "invoiceId", text from mails
       where to_address = 'client@example.com' and kind in ('invoice', 'autopay') and text like '%will be charged%'`,
    )
    for (const { id, invoiceId, text } of rows) {
      const [, amount = '', date = ''] = saying.exec(text) ?? []
      if (heard.has(id)) continue
      heard.add(id)
      const amountMinor = Math.round(Number(amount.replaceAll(',', '')) * 100)
      const on = new Date(`${date} UTC`).toISOString().slice(0, 10)
      announced.set(invoiceId, [...(announced.get(invoiceId) ?? []), { amountMinor, on, announcedOn: day }])
    }
  }

  return {
    problems,
    async beginDay(): Promise<void> {
      settled = new Set(
        (await owner.invoices()).flatMap(({ id, status }) => (status === 'pending' ? [] : [id])),
      )
      stoppedBefore = new Set(stopped.keys())
      seen = new Set(chargesOf().map(({ id }) => id))
    },
    /** Called before a stop. What it returns is called once the stop was confirmed. */
    async beginStop(): Promise<() => Promise<void>> {
      const saved = await owner.cards()
      return async () => {
        const begun = await owner.tenant<{ id: string }>('select id::text from checkouts where is_automatic')
        for (const { paymentMethodId } of saved) {
          if (!stopped.has(paymentMethodId)) stopped.set(paymentMethodId, new Set(begun.map(({ id }) => id)))
        }
      }
    },
    async endDay(day: string): Promise<void> {
      for (const { id, request, cardId } of chargesOf()) {
        if (seen.has(id)) continue
        const invoiceId = request.metadata['invoice_id'] ?? ''
        const begun = stopped.get(cardId)
        if (begun && (stoppedBefore.has(cardId) || !begun.has(request.reference)))
          problems.push(`${id} was charged after the stop`)
        if (settled.has(invoiceId)) problems.push(`${id} was charged for an invoice that was paid before`)
        const wasAnnounced = announced
          .get(invoiceId)
          ?.some(
            ({ announcedOn, on, amountMinor }) =>
              announcedOn < day && on <= day && amountMinor >= request.amountMinor,
          )
        if (!wasAnnounced) problems.push(`${id} was charged, and its client was not told a day before`)
      }
      await readMails(day)
    },
  }
}
