import { z } from 'zod'
import { putInCache } from '../put-in-cache.ts'
import { BankProviderError } from './bank-provider.ts'
import type { AskPlaid } from './plaid-client.ts'
import { failureWithCode } from './plaid-failures.ts'

const keySchema = z.object({
  key: z.object({
    alg: z.literal('ES256'),
    crv: z.literal('P-256'),
    kty: z.literal('EC'),
    x: z.string(),
    y: z.string(),
    /** Seconds since 1970. */
    expired_at: z.number().nullish(),
  }),
})
type WebhookKey = z.infer<typeof keySchema>['key']

interface KeyCache {
  /** Keys that exist, or whose request is in progress. */
  keys: Map<string, { key: Promise<WebhookKey | null>; until: number }>
  minute: number
  requests: number
}

/** Short, because Plaid may declare a key expired. */
const cacheMs = 15 * 60_000
const maxCaches = 500
const maxKeys = 50
/** Per minute. An attacker can invent key ids; there are only a few genuine ones. */
const maxRequests = 10

/** For the whole process, by Plaid's address and client id, because providers are created for one use. */
const keysByAccount = new Map<string, KeyCache>()

/** Returns null if the key does not exist or has expired. Throws if that cannot be determined now. */
export async function findPlaidWebhookKey(
  ask: AskPlaid,
  { account, keyId, now }: { account: string; keyId: string; now: Date },
): Promise<WebhookKey | null> {
  const cache =
    keysByAccount.get(account) ??
    putInCache(keysByAccount, account, { keys: new Map(), minute: 0, requests: 0 }, maxCaches)
  const cached = cache.keys.get(keyId)
  const isFresh = cached && now.getTime() < cached.until
  if (!isFresh && mayRequest(cache, now))
    store(cache, keyId, { key: requestKey(ask, keyId), until: now.getTime() + cacheMs })
  // During a flood of invented ids, a key that was cached earlier stays in use.
  const entry = cache.keys.get(keyId)
  if (!entry) throw failureWithCode('RATE_LIMIT_EXCEEDED')
  const key = await entry.key
  const isExpired = key?.expired_at && key.expired_at * 1000 <= now.getTime()
  return isExpired ? null : key
}

function mayRequest(cache: KeyCache, now: Date): boolean {
  const minute = Math.floor(now.getTime() / 60_000)
  if (cache.minute !== minute) Object.assign(cache, { minute, requests: 0 })
  return cache.requests++ < maxRequests
}

function store(
  cache: KeyCache,
  keyId: string,
  entry: { key: Promise<WebhookKey | null>; until: number },
): void {
  putInCache(cache.keys, keyId, entry, maxKeys)
  const remove = () => {
    if (cache.keys.get(keyId) === entry) cache.keys.delete(keyId)
  }
  entry.key.then((key) => key ?? remove(), remove)
}

async function requestKey(ask: AskPlaid, keyId: string): Promise<WebhookKey | null> {
  try {
    const { key } = await ask(keySchema, (plaid, options) =>
      plaid.webhookVerificationKeyGet({ key_id: keyId }, options),
    )
    return key
  } catch (error) {
    if (error instanceof BankProviderError && error.problem === 'refused') return null
    throw error
  }
}
