import { Hono } from 'hono'
import { createHmac } from 'node:crypto'
import { listen } from '../../src/platform/http/listen.ts'
import { advance, advanceCardSandbox } from './advance-card-sandbox.ts'
import type { CardSandbox } from './card-sandbox.ts'
import { createCheckoutPages } from './checkout/create-checkout-pages.ts'
import { createCardApi } from './create-card-api.ts'
import { deliverCardEvent, deliverEvent } from './events.ts'
import { forgetOldAnswers } from './idempotency.ts'
import { forgetOldObjects } from './object-store.ts'
import { createDisputePages } from './payments/create-dispute-pages.ts'
import { createPortalPages } from './portal/create-portal-pages.ts'

export interface RunningCardSandbox {
  /** The address of its API: this machine only, on a free port. */
  address: { host: string; port: number; protocol: 'http' }
  secretKey: string
  webhookSecret: string
  /** The hosted pages, served under `pagesPath`. */
  pages: Hono
  sandbox: CardSandbox
  /** Delivers events and advances time in this process. */
  startJobs(): Promise<void>
  close(): Promise<void>
}

type Options = Omit<CardSandbox, 'secretKey' | 'webhookSecret' | 'send' | 'now'> &
  Partial<Pick<CardSandbox, 'send' | 'now'>> & {
    /** The secret from which its API key and signing secret are derived. */
    secret: string
  }

export async function startCardSandbox({ secret, ...options }: Options): Promise<RunningCardSandbox> {
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex')
  const keys = { secretKey: `sk_test_${derive('key')}`, webhookSecret: `whsec_${derive('webhook')}` }
  const sandbox: CardSandbox = {
    send: (url, init) => fetch(url, init),
    now: () => new Date(),
    ...options,
    ...keys,
  }
  const host = '127.0.0.1'
  const server = await listen(createCardApi(sandbox), { host, port: 0 })
  const pages = new Hono()
    .route('/', createCheckoutPages(sandbox))
    .route('/', createPortalPages(sandbox))
    .route('/', createDisputePages(sandbox))
  return {
    ...keys,
    address: { host, port: server.port, protocol: 'http' },
    pages,
    sandbox,
    async startJobs() {
      const { jobs } = sandbox
      await jobs.work(deliverCardEvent, ({ eventId }) => deliverEvent(sandbox, eventId))
      await jobs.work(advanceCardSandbox, async () => {
        await advance(sandbox)
        await forgetOldAnswers(sandbox)
        await forgetOldObjects(sandbox)
      })
      await jobs.schedule(advanceCardSandbox, '* * * * *', {})
    },
    close: () => server.close(),
  }
}
