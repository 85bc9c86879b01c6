import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import type { InvoiceDocument } from '../src/features/invoices/contract.ts'
import { invoiceInput } from '../test/support/fixtures/invoice-input.ts'
import type { FloorTask } from './floor-server.ts'
import type { LoadRequest } from './load.ts'
import type { ScaledBusiness } from './scales.ts'

export interface Site {
  url: string
  owner: pg.Client
}

/** An operation that a row of the table repeats. */
export interface Operation {
  what: string
  /** The target: at least this share of the floor's throughput. */
  atLeast?: number
  /**
   * True for an operation that takes a good part of a second by design. It is measured with few connections
   * and for longer.
   */
  isHeavy?: boolean
  prepare(business: ScaledBusiness, site: Site): Promise<Prepared>
}

interface Prepared {
  nextRequest: () => LoadRequest
  /** What the floor has to do in addition to the statements. */
  extraWork?: Omit<FloorTask, 'steps' | 'fresh'>
}

/**
 * Each request comes from another IP address. Otherwise the measurement would hit the rate limit of one
 * address.
 */
let count = 0
function otherAddress(): Record<string, string> {
  count += 1
  return { 'x-forwarded-for': [10, (count >> 16) & 255, (count >> 8) & 255, count & 255].join('.') }
}

const json = { 'content-type': 'application/json' }

function reading(what: string, path: string): Operation {
  return {
    what,
    atLeast: 0.5,
    prepare: async ({ cookie }) => ({ nextRequest: () => ({ path, headers: { cookie } }) }),
  }
}

async function forgetSignIns(owner: pg.Client, email: string): Promise<void> {
  await owner.query('delete from platform.rate_limits where key = $1', [`sign-in-work:account:${email}`])
}

const signIn: Operation = {
  what: 'sign-in, with the password’s hash',
  atLeast: 0.5,
  // A hash takes a tenth of a second of a core by design.
  isHeavy: true,
  async prepare({ account, identity }, { owner }) {
    const { rows } = await owner.query<{ password: string }>(
      'select password from auth.accounts where user_id = $1',
      [identity.userId],
    )
    const { email, password } = account
    const body = JSON.stringify({ email, password })
    let asked = 0
    return {
      nextRequest: () => {
        asked += 1
        // One account may sign in 120 times in a quarter of an hour.
        if (asked % 50 === 0) void forgetSignIns(owner, email)
        return {
          path: '/api/v1/auth/sign-in',
          method: 'POST',
          headers: { ...json, ...otherAddress() },
          body,
        }
      },
      extraWork: { password: { hash: rows[0]?.password ?? '', password } },
    }
  },
}

const create: Operation = {
  what: 'new invoice of three lines',
  atLeast: 0.5,
  async prepare({ cookie }) {
    const input = invoiceInput({ sendOption: 'email_later' })
    return {
      nextRequest: () => ({
        path: '/api/v1/invoices',
        method: 'POST',
        headers: { ...json, cookie },
        body: JSON.stringify({ ...input, requestId: randomUUID() }),
      }),
    }
  },
}

const publicInvoice: Operation = {
  what: 'client’s invoice',
  atLeast: 0.5,
  async prepare({ openInvoices }) {
    const path = `/api/v1/public/invoices/${openInvoices[0]}`
    return { nextRequest: () => ({ path, headers: otherAddress() }) }
  },
}

const publicPage: Operation = {
  what: 'landing page',
  async prepare(_, { url }) {
    const headers = { 'accept-encoding': 'br' }
    // The compressed bytes: fetch would decompress them.
    const [page] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
    const body = await buffer(page)
    return {
      nextRequest: () => ({ path: '/', headers }),
      extraWork: { answer: { body, contentType: 'text/html; charset=utf-8' } },
    }
  },
}

const pdf: Operation = {
  what: 'PDF of an invoice',
  atLeast: 0.5,
  isHeavy: true,
  async prepare({ openInvoices }, { url }) {
    const document = await fetch(`${url}/api/v1/public/invoices/${openInvoices[0]}`)
    let next = 0
    return {
      nextRequest: () => {
        const id = openInvoices[next++ % openInvoices.length]
        return { path: `/api/v1/public/invoices/${id}/pdf`, headers: otherAddress() }
      },
      extraWork: { pdf: (await document.json()) as InvoiceDocument },
    }
  },
}

/**
 * A webhook of the card provider about a checkout session, after which the product requests the session from
 * the provider.
 */
const webhook: Operation = {
  what: 'webhook about a payment page',
  atLeast: 0.5,
  async prepare({ openInvoices }, { url, owner }) {
    const [invoiceId] = openInvoices
    const opened = await fetch(`${url}/api/v1/public/invoices/${invoiceId}/checkout`, {
      method: 'POST',
      headers: { ...json, origin: url, ...otherAddress() },
      body: JSON.stringify({ method: 'card' }),
    })
    if (!opened.ok) throw new Error(`no payment page: ${await opened.text()}`)
    const { rows } = await owner.query<{ id: string; session: string; seed: string }>(
      `select id, session_id as session, (select value from platform.installation where name = 'card-sandbox-seed') as seed
       from checkouts where invoice_id = $1`,
      [invoiceId],
    )
    const { id = '', session = '', seed = '' } = rows[0] ?? {}
    const secret = `whsec_${createHmac('sha256', seed).update('webhook').digest('hex')}`
    return {
      nextRequest: () => signedEvent(secret, { id: session, mode: 'payment', client_reference_id: id }),
    }
  },
}

function signedEvent(secret: string, object: object): LoadRequest {
  const time = Math.floor(Date.now() / 1000)
  const body = JSON.stringify({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    type: 'checkout.session.completed',
    data: { object },
  })
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const headers = { ...json, 'stripe-signature': `t=${time},v1=${signature}` }
  return { path: '/api/v1/webhooks/stripe', method: 'POST', headers, body }
}

export const operations: Record<string, Operation> = {
  'sign-in': signIn,
  list: reading('list of 50 invoices', '/api/v1/invoices'),
  clients: reading('list of 50 clients with what they owe', '/api/v1/clients/list'),
  search: reading('search for a client’s invoices', '/api/v1/invoices?search=Client+17'),
  'search-nobody': reading('search for a name that no invoice has', '/api/v1/invoices?search=Nobody'),
  find: reading('palette: an amount among all documents', '/api/v1/find?text=1234.56'),
  'find-name': reading('palette: part of a client’s name', '/api/v1/find?text=Client+17'),
  'find-number': reading('palette: the beginning of a number', '/api/v1/find?text=AB1'),
  estimates: reading('list of 50 estimates', '/api/v1/estimates'),
  'estimates-open': reading('list of 50 open estimates', '/api/v1/estimates?status=open'),
  create,
  'public-invoice': publicInvoice,
  'public-page': publicPage,
  pdf,
  dashboard: reading('dashboard', '/api/v1/dashboard'),
  transactions: reading('list of 50 transactions', '/api/v1/transactions'),
  'transaction-search': reading(
    'search for a rare word in transactions',
    '/api/v1/transactions?search=lighthouse',
  ),
  webhook,
}
