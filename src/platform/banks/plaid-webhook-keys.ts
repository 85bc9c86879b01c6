import { z } from 'zod'
import type { AskPlaid } from './ask-plaid.ts'
import { BankProviderError } from './bank-provider.ts'
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

interface Ring {
  /** Only those that exist, or are being asked for. */
  keys: Map<string, { key: Promise<WebhookKey | null>; until: number }>
  minute: number
  asked: number
}

/** A key may be declared expired meanwhile, so it is not kept for long. */
const keptFor = 15 * 60_000
const maxRings = 500
const maxKeys = 50
/** Anybody can make up ids of keys. Genuine ones are few. */
const maxAsked = 10

/** For the whole process, by Plaid's address and client: providers are made for a moment and thrown away. */
const rings = new Map<string, Ring>()

/** Null when there is no such key, or no longer. Throws when that cannot be told now. */
export async function findWebhookKey(
  ask: AskPlaid,
  { place, keyId, now }: { place: string; keyId: string; now: Date },
): Promise<WebhookKey | null> {
  const ring = rings.get(place) ?? put(rings, place, { keys: new Map(), minute: 0, asked: 0 }, maxRings)
  const known = ring.keys.get(keyId)
  const isFresh = known && now.getTime() < known.until
  if (!isFresh && mayAsk(ring, now))
    keep(ring, keyId, { key: askForKey(ask, keyId), until: now.getTime() + keptFor })
  // A flood of made-up ids leaves one that was known a while ago in use.
  const asked = ring.keys.get(keyId)
  if (!asked) throw failureWithCode('RATE_LIMIT_EXCEEDED')
  const key = await asked.key
  const isExpired = key?.expired_at && key.expired_at * 1000 <= now.getTime()
  return isExpired ? null : key
}

function mayAsk(ring: Ring, now: Date): boolean {
  const minute = Math.floor(now.getTime() / 60_000)
  if (ring.minute !== minute) Object.assign(ring, { minute, asked: 0 })
  return ring.asked++ < maxAsked
}

function keep(ring: Ring, keyId: string, asked: { key: Promise<WebhookKey | null>; until: number }): void {
  put(ring.keys, keyId, asked, maxKeys)
  const forget = () => {
    if (ring.keys.get(keyId) === asked) ring.keys.delete(keyId)
  }
  asked.key.then((key) => key ?? forget(), forget)
}

async function askForKey(ask: AskPlaid, keyId: string): Promise<WebhookKey | null> {
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

/** The oldest makes place. */
function put<T>(map: Map<string, T>, name: string, value: T, most: number): T {
  map.delete(name)
  map.set(name, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
  return value
}
