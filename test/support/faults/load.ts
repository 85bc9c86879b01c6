import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expenseInput } from '../fixtures/expenses.ts'
import { makePicture } from '../fixtures/images.ts'
import { clientInput, invoiceInput } from '../fixtures/invoice-input.ts'
import { signUpBody } from '../product.ts'
import { type FaultClient, createFaultClient } from './client.ts'
import type { FaultWorld } from './world.ts'

const writeKinds = ['sign-up', 'invoice', 'hand payment', 'card payment', 'expense', 'receipt'] as const
export type WriteKind = (typeof writeKinds)[number]

/** A write that the product acknowledged to a client. */
export interface Write {
  kind: WriteKind
  /** Identifies the write: an email address or a note. */
  marker: string
  acknowledgedAt: number
}

export interface Load extends Pick<FaultClient, 'problems' | 'counts'> {
  readonly writes: Write[]
  /**
   * Waits until a write of each kind was acknowledged after this moment, and the open page was notified of
   * one.
   */
  untilAllGoOn(since: number, timeoutMs: number): Promise<void>
  /** Ends every stream after its current write. */
  stop(): Promise<void>
}

interface Owner {
  client: FaultClient
  cookie: string
  writes: Write[]
  newMarker: (kind: string) => string
}

function recordWrite({ writes }: Owner, kind: WriteKind, marker: string): void {
  writes.push({ kind, marker, acknowledgedAt: Date.now() })
}

async function signUp(owner: Owner): Promise<void> {
  const email = `${owner.newMarker('person')}@example.com`
  // The address is taken if the product saved the first attempt and its response was lost.
  const answer = await owner.client.insist('/api/v1/auth/sign-up', signUpBody(email), '', ['EMAIL_TAKEN'])
  if (answer) recordWrite(owner, 'sign-up', email)
}

async function makeInvoice(owner: Owner, sendOption: 'email_now' | 'do_not_send') {
  const marker = owner.newMarker('invoice')
  const recipient = clientInput({ email: `${marker}@example.com` })
  const body = {
    ...invoiceInput({ notes: marker, client: recipient, sendOption }),
    requestId: randomUUID(),
  }
  const made = await owner.client.insist('/api/v1/invoices', body, owner.cookie)
  if (made) recordWrite(owner, 'invoice', marker)
  return { id: made?.body.id ?? '', totalMinor: made?.body.totals?.totalMinor ?? 0, marker }
}

async function payByHand(owner: Owner): Promise<void> {
  const { id, totalMinor } = await makeInvoice(owner, 'do_not_send')
  const marker = owner.newMarker('payment')
  const body = {
    method: 'transfer',
    amountMinor: totalMinor,
    receivedOn: '2026-11-01',
    note: marker,
    sendReceipt: true,
    requestId: randomUUID(),
  }
  const paid = await owner.client.insist(`/api/v1/invoices/${id}/payments`, body, owner.cookie)
  if (paid) recordWrite(owner, 'hand payment', marker)
}

const card = { number: '4242424242424242', expiry: '12 / 40', cvc: '123' }
const passing = ['INVOICE_PAID', 'PAYMENT_UNDER_WAY', 'CARD_PROVIDER_FAILED']

/** Pays like a client who opens the link again until the page says that the invoice is paid. */
async function payByCard(owner: Owner): Promise<void> {
  const { client } = owner
  const { id, marker } = await makeInvoice(owner, 'do_not_send')
  const path = `/api/v1/public/invoices/${id}`
  for (;;) {
    const opened = await client.insist(`${path}/checkout`, { method: 'card' }, '', passing)
    if (!opened) return
    if (opened.body.code === 'INVOICE_PAID') break
    const page = opened.body.url
    if (page) {
      await client.request(page, { form: card })
      const sessionId = new URL(page).pathname.split('/').at(-1)
      const confirmation = await client.insist(`${path}/confirm-payment`, { sessionId }, '', passing)
      if (!confirmation) return
      if (confirmation.body.state === 'confirmed') break
    }
    await sleep(100)
  }
  recordWrite(owner, 'card payment', marker)
}

async function spend(owner: Owner): Promise<void> {
  const marker = owner.newMarker('expense')
  const spent = await owner.client.insist('/api/v1/expenses', expenseInput({ notes: marker }), owner.cookie)
  if (spent) recordWrite(owner, 'expense', marker)
}

/** A small picture without text, which is read quickly. */
async function addReceipt(owner: Owner, world: FaultWorld, picture: Blob): Promise<void> {
  // The daily limit is not what is tested here.
  await world.ask(`delete from platform.rate_limits where key like 'receipts:%'`)
  const marker = owner.newMarker('receipt')
  const query = new URLSearchParams({ requestId: randomUUID(), fileName: marker })
  const added = await owner.client.insist(`/api/v1/receipts?${query.toString()}`, picture, owner.cookie)
  if (added) recordWrite(owner, 'receipt', marker)
}

async function makeOwner(world: FaultWorld, client: FaultClient, label: string): Promise<string> {
  const { email, password, ...rest } = signUpBody(`${label}-owner@example.com`)
  await client.insist('/api/v1/auth/sign-up', { email, password, ...rest })
  const signedIn = await client.insist('/api/v1/auth/sign-in', { email, password })
  // So that no plan limit applies.
  await world.ask(
    `update businesses set plan = 'enterprise' where id = (
       select m.business_id from members m join auth.users u on u.id = m.user_id where u.email = $1)`,
    [email],
  )
  return signedIn?.cookie ?? ''
}

/** Listens to changes like an open page. */
async function listen(world: FaultWorld, cookie: string, signal: AbortSignal, onChange: () => void) {
  const response = await fetch(new URL('/api/v1/live', world.url), { headers: { cookie }, signal })
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? [])
    if (decoder.decode(chunk as Uint8Array).includes('event: change')) onChange()
}

/** Starts writes of every kind concurrently, each stream with short pauses, until it is stopped. */
export async function startLoad(
  world: FaultWorld,
  { label, pauses }: { label: string; pauses: number },
): Promise<Load> {
  const client = createFaultClient(world)
  const cookie = await makeOwner(world, client, label)
  const writes: Write[] = []
  const owner = { client, cookie, writes, newMarker: (kind: string) => `${label}-${kind}-${randomUUID()}` }
  const picture = new Blob([new Uint8Array(await makePicture('png'))])
  const stopping = new AbortController()
  const { signal } = stopping
  let reportedAt = 0

  const again = async (act: () => Promise<unknown>, pauseMs: number) => {
    while (!signal.aborted) {
      // The listener lost its product, or everything is being stopped.
      await act().catch(() => undefined)
      await sleep(pauseMs * pauses)
    }
  }
  const streams = [
    again(() => signUp(owner), 250),
    again(() => makeInvoice(owner, 'email_now'), 300),
    again(() => payByHand(owner), 200),
    again(() => payByCard(owner), 150),
    again(() => spend(owner), 100),
    again(() => addReceipt(owner, world, picture), 1000),
    again(() => client.look('/api/v1/invoices', cookie), 200),
    again(() => listen(world, cookie, signal, () => (reportedAt = Date.now())), 200),
  ]

  return {
    writes,
    problems: client.problems,
    counts: client.counts,
    async untilAllGoOn(since, timeoutMs) {
      const goesOn = (kind: WriteKind) =>
        writes.some((one) => one.kind === kind && one.acknowledgedAt >= since)
      while (client.problems.length === 0) {
        const missing: string[] = writeKinds.filter((kind) => !goesOn(kind))
        if (reportedAt < since) missing.push('news of changes')
        if (missing.length === 0) return
        if (Date.now() - since > timeoutMs)
          client.problems.push(`after ${timeoutMs / 1000} seconds still no ${missing.join(', ')}`)
        await sleep(20)
      }
    },
    async stop() {
      stopping.abort()
      await Promise.all(streams)
    },
  }
}
