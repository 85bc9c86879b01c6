import { createHash, randomUUID } from 'node:crypto'
import type { Transaction } from '../../src/platform/db/transaction.ts'
import type { Currency } from '../../src/shared/currencies.ts'

interface PublicTokenBody {
  kind: 'public'
  /** The hash of the owner's id. */
  owner: string
  institutionId: string
  webhook: string | null
  /** Of its accounts; US dollars without one. */
  currency?: Currency
}

/** How the owner left the page. */
export interface LinkSession {
  id: string
  startedAt: string
  finishedAt: string
  /** Null when the owner left without a choice. */
  institutionId: string | null
}

export interface LinkBody {
  kind: 'link'
  /** The hash of the owner's id. */
  owner: string
  /** Null for a new item. */
  itemId: string | null
  products: string[]
  webhook: string | null
  clientName: string
  language: string
  redirectUri: string | null
  returnUrl: string | null
  createdAt: string
  /** When the page closes. The result can be read for a while longer. */
  expiresAt: string
  session: LinkSession | null
}

const batchSize = 200
const publicLifetimeMs = 30 * 60_000
const linkRetentionMs = 6 * 3_600_000

/** Hashes a token or an owner's id. Only the hashes are stored. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export function newToken(kind: 'access' | 'link' | 'public'): string {
  return `${kind}-sandbox-${randomUUID()}`
}

export const linkTokenPattern = /^link-sandbox-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The public token of a link, derived from the link token so that it need not be stored. */
export function publicTokenOf(linkToken: string): string {
  const hash = createHash('sha256').update(`public ${linkToken}`).digest('hex')
  const uuid = [8, 12, 16, 20, 32].map((end, index, ends) => hash.slice(ends[index - 1] ?? 0, end)).join('-')
  return `public-sandbox-${uuid}`
}

/** Saves a token. Each call also deletes some expired ones, so that the table does not grow without limit. */
export async function saveToken(
  { client }: Transaction,
  token: string,
  now: Date,
  body: PublicTokenBody | LinkBody,
): Promise<void> {
  await client.query(
    `delete from bank_sandbox.tokens where token_hash in (
       select token_hash from bank_sandbox.tokens where expires_at <= $1
       order by expires_at limit $2 for update skip locked)`,
    [now, batchSize],
  )
  const expiresMs =
    body.kind === 'public' ? now.getTime() + publicLifetimeMs : Date.parse(body.expiresAt) + linkRetentionMs
  await client.query('insert into bank_sandbox.tokens (token_hash, body, expires_at) values ($1, $2, $3)', [
    hashToken(token),
    body,
    new Date(expiresMs),
  ])
}

/** Deletes and returns a public token, which can be used only once. */
export async function takePublicToken(
  { client }: Transaction,
  token: string,
  now: Date,
): Promise<PublicTokenBody | null> {
  const { rows } = await client.query<{ body: PublicTokenBody }>(
    `delete from bank_sandbox.tokens
     where token_hash = $1 and expires_at > $2 and body ->> 'kind' = 'public' returning body`,
    [hashToken(token), now],
  )
  return rows[0]?.body ?? null
}

export async function findLink(
  { client }: Transaction,
  token: string,
  { now, lock = false }: { now: Date; lock?: boolean },
): Promise<LinkBody | null> {
  const { rows } = await client.query<{ body: LinkBody }>(
    `select body from bank_sandbox.tokens
     where token_hash = $1 and expires_at > $2 and body ->> 'kind' = 'link' ${lock ? 'for update' : ''}`,
    [hashToken(token), now],
  )
  return rows[0]?.body ?? null
}

export async function finishLink(
  { client }: Transaction,
  token: string,
  link: LinkBody,
  session: LinkSession,
): Promise<void> {
  await client.query('update bank_sandbox.tokens set body = $2 where token_hash = $1', [
    hashToken(token),
    { ...link, session },
  ])
}
