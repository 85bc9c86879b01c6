import { createHash } from 'node:crypto'
import type { Transaction } from '../../src/platform/db/transaction.ts'
import { SandboxRefusal, unprocessable } from './sandbox-refusal.ts'

export interface Answer {
  status: number
  body: object
}

interface IdempotentRequest {
  account: string
  requestId: string
  /** POST /v2/checkout/orders */
  route: string
  text: string
  now: Date
}

/** Returns the same response for the same request id, also for a refused payment. Stored with its work. */
export async function answerOnce(
  { client }: Transaction,
  { account, requestId, route, text, now }: IdempotentRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (requestId.length > 108) {
    const description = 'PayPal-Request-Id is too long.'
    throw new SandboxRefusal(400, { issue: 'INVALID_STRING_LENGTH', description })
  }
  const locked = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken',
    [`paypal_sandbox ${account} ${requestId}`],
  )
  if (!locked.rows[0]?.taken) {
    const description = 'A previous request on this resource is currently in progress.'
    throw new SandboxRefusal(409, { issue: 'PREVIOUS_REQUEST_IN_PROGRESS', description })
  }
  const fingerprint = createHash('sha256').update(`${route} ${text}`).digest('hex')
  const { rows } = await client.query<{ fingerprint: string; status: number; answer: object }>(
    'select fingerprint, status, answer from paypal_sandbox.answers where account = $1 and request_id = $2',
    [account, requestId],
  )
  const [stored] = rows
  if (stored && stored.fingerprint !== fingerprint) {
    throw unprocessable(
      'PAYPAL_REQUEST_ID_PREVIOUSLY_USED',
      'The PayPal-Request-ID has already been used for another request.',
    )
  }
  // A repeated creation returns 200 instead of 201.
  if (stored) return { status: stored.status === 201 ? 200 : stored.status, body: stored.answer }
  const answer = await work()
  if (answer.status < 400 || answer.status === 422) {
    await client.query(
      `insert into paypal_sandbox.answers (account, request_id, fingerprint, status, answer, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [account, requestId, fingerprint, answer.status, answer.body, now],
    )
  }
  return answer
}
