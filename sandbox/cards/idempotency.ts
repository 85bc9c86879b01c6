import { createHash } from 'node:crypto'
import { type Transaction, withCardSandbox } from '../../src/platform/db/transaction.ts'
import type { CardSandbox } from './card-sandbox.ts'
import { SandboxError } from './sandbox-error.ts'

export interface Answer {
  status: number
  body: object
}

interface IdempotentRequest {
  account: string
  key: string
  /** POST /v1/customers */
  route: string
  input: unknown
}

const retentionMs = 24 * 3600 * 1000

/** Returns the same response for the same key. The response is stored in the transaction of its work. */
export async function answerOnce(
  sandbox: CardSandbox,
  { client }: Transaction,
  { account, key, route, input }: IdempotentRequest,
  work: () => Promise<Answer & { isStored: boolean }>,
): Promise<Answer & { isReplayed: boolean }> {
  if (key.length > 255)
    throw refused(400, 'Keys for idempotent requests can only be up to 255 characters long.')
  const locked = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken',
    [`card_sandbox ${account} ${key}`],
  )
  if (!locked.rows[0]?.taken) {
    const message =
      'There is currently another in-progress request using this Idempotent Key (that probably means you submitted ' +
      `twice, and the other request is still going through): ${key}. Please try again later.`
    throw refused(409, message, 'idempotency_key_in_use')
  }
  const fingerprint = createHash('sha256')
    .update(`${route} ${canonical(input)}`)
    .digest('hex')
  const { rows } = await client.query<Answer & { fingerprint: string }>(
    `select fingerprint, status, answer as body from card_sandbox.idempotency_keys
     where account = $1 and key = $2 and created_at > $3`,
    [account, key, new Date(sandbox.now().getTime() - retentionMs)],
  )
  const [stored] = rows
  if (stored) {
    if (stored.fingerprint === fingerprint)
      return { status: stored.status, body: stored.body, isReplayed: true }
    const message =
      'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
      `Try using a key other than '${key}' if you meant to execute a different request.`
    throw refused(400, message)
  }
  const { status, body, isStored } = await work()
  if (isStored) {
    await client.query(
      `insert into card_sandbox.idempotency_keys (account, key, fingerprint, status, answer, created_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (account, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
         answer = excluded.answer, created_at = excluded.created_at`,
      [account, key, fingerprint, status, body, sandbox.now()],
    )
  }
  return { status, body, isReplayed: false }
}

export async function forgetOldAnswers(sandbox: CardSandbox): Promise<void> {
  await withCardSandbox(sandbox.database, ({ client }) =>
    client.query('delete from card_sandbox.idempotency_keys where created_at <= $1', [
      new Date(sandbox.now().getTime() - retentionMs),
    ]),
  )
}

function refused(status: number, message: string, code?: string): SandboxError {
  return new SandboxError(status, { type: 'idempotency_error', message, ...(code ? { code } : {}) })
}

/** Serializes a value independently of the order of its fields. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`
}
