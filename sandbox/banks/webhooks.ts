import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { Logger } from 'pino'
import type { SandboxItem } from './item-store.ts'
import type { LinkSession } from './token-store.ts'

/** A webhook as it is sent. */
export interface Webhook {
  webhook_type: 'TRANSACTIONS' | 'ITEM' | 'LINK'
  webhook_code: string
  environment: 'sandbox'
  [field: string]: unknown
}

export type Webhooks = ReturnType<typeof createWebhooks>

interface Options {
  log: Logger
  appUrl: string
  now: () => Date
  send: (url: string, init: RequestInit) => Response | Promise<Response>
}

const timeoutMs = 10_000

/** Sends signed webhooks. The key ends with the process, so verifying after a restart fails. */
export function createWebhooks({ log, appUrl, now, send: post }: Options) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const kid = randomUUID()
  const closing = new AbortController()
  const underway = new Set<Promise<boolean>>()

  function signatureOf(body: string): string {
    const claims = {
      iat: seconds(now()),
      request_body_sha256: createHash('sha256').update(body).digest('hex'),
    }
    const text = [{ alg: 'ES256', kid, typ: 'JWT' }, claims].map(encode).join('.')
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return `${text}.${signature.toString('base64url')}`
  }

  async function deliver(url: string, webhook: Webhook): Promise<boolean> {
    const body = JSON.stringify(webhook)
    try {
      const response = await post(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'plaid-verification': signatureOf(body) },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]),
      })
      await response.body?.cancel()
      return response.ok
    } catch (error) {
      log.debug({ err: error, code: webhook.webhook_code }, 'a webhook of the demo bank was not delivered')
      return false
    }
  }

  return {
    /** Tries once and returns whether the webhook was delivered. Webhooks only go to the product itself. */
    async send(url: string | null, webhook: Webhook): Promise<boolean> {
      if (url === null || closing.signal.aborted || !isOurs(url, appUrl)) return false
      const sent = deliver(url, webhook)
      underway.add(sent)
      return sent.finally(() => underway.delete(sent))
    },
    readKey(id: string): object | null {
      if (id !== kid) return null
      const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
      return { alg: 'ES256', crv, kty, x, y, kid, use: 'sig', created_at: seconds(now()), expired_at: null }
    },
    async close(): Promise<void> {
      closing.abort()
      await Promise.all(underway)
    },
  }
}

function webhookOf(type: Webhook['webhook_type'], code: string, fields: object): Webhook {
  return { webhook_type: type, webhook_code: code, ...fields, environment: 'sandbox' }
}

export function updatesAvailable({ id }: SandboxItem): Webhook {
  const progress = { initial_update_complete: true, historical_update_complete: true }
  return webhookOf('TRANSACTIONS', 'SYNC_UPDATES_AVAILABLE', { item_id: id, ...progress })
}

export function loginRequired({ id }: SandboxItem, error: object): Webhook {
  return webhookOf('ITEM', 'ERROR', { item_id: id, error })
}

export function webhookUpdated({ id, webhook }: SandboxItem): Webhook {
  const fields = { item_id: id, new_webhook_url: webhook, error: null }
  return webhookOf('ITEM', 'WEBHOOK_UPDATE_ACKNOWLEDGED', fields)
}

/** The result is a public token, so no item is named. A new sign-in to an existing item has no token. */
export function sessionFinished(
  linkToken: string,
  { id, institutionId }: LinkSession,
  publicTokens: string[],
): Webhook {
  return webhookOf('LINK', 'SESSION_FINISHED', {
    status: institutionId === null ? 'EXITED' : 'SUCCESS',
    link_session_id: id,
    link_token: linkToken,
    public_tokens: publicTokens,
  })
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function isOurs(address: string, appUrl: string): boolean {
  const { origin, hostname } = new URL(address)
  return origin === new URL(appUrl).origin || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)
