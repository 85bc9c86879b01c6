import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { CardProviderError } from '../cards/card-provider.ts'
import { refusalOf } from './paypal-error.ts'
import { type AccessToken, tokenFor } from './paypal-tokens.ts'

export interface PaypalClientOptions {
  /** https://api-m.paypal.com */
  address: string
  clientId: string
  clientSecret: string
  /** Milliseconds for one try of a request. */
  timeout: number
}

export interface PaypalClient {
  get(path: string): Promise<unknown>
  /** The same `requestId` again gets the answer of the first time. */
  post(path: string, question: { body: object; requestId: string }): Promise<unknown>
  /** Asks for a token, also when there is one. */
  signIn(signal?: AbortSignal): Promise<void>
}

const tokenSchema = z.object({
  access_token: z.string().min(1).max(8000),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive(),
})

/** How long before its end a token is not used any more, in seconds. */
const margin = 60
const pause = 200

export function createPaypalClient(options: PaypalClientOptions): PaypalClient {
  const { clientId, clientSecret } = options

  async function askForToken(signal?: AbortSignal): Promise<AccessToken> {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const answer = await twice(() =>
      send(options, '/v1/oauth2/token', {
        method: 'POST',
        headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=client_credentials',
        signal,
      }),
    )
    const token = tokenSchema.parse(bodyOf(answer))
    return { value: token.access_token, until: Date.now() + (token.expires_in - margin) * 1000 }
  }

  async function ask(path: string, question: Question): Promise<unknown> {
    const withToken = async (instead?: string) => {
      const token = await tokenFor(options, askForToken, instead)
      const headers = { ...question.headers, authorization: `Bearer ${token}` }
      return { token, answer: await twice(() => send(options, path, { ...question, headers })) }
    }
    const first = await withToken()
    // It may have ended before its time: one more, with another token.
    const { answer } = first.answer.status === 401 ? await withToken(first.token) : first
    return bodyOf(answer)
  }

  return {
    get: (path) => orNonsense(() => ask(path, { method: 'GET' })),
    post: (path, { body, requestId }) =>
      orNonsense(() =>
        ask(path, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'paypal-request-id': requestId,
            // Left to itself it answers with the id and little else.
            prefer: 'return=representation',
          },
          body: JSON.stringify(body),
        }),
      ),
    signIn: (signal) =>
      orNonsense(async () => {
        await tokenFor(options, () => askForToken(signal), 'any')
      }),
  }
}

interface Question {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal | undefined
}

interface Answer {
  status: number
  text: string
}

/** A page elsewhere is not gone to: the keys would go along. Whatever the network does is one and the same to us. */
async function send(
  { address, timeout }: PaypalClientOptions,
  path: string,
  { signal, headers, ...question }: Question,
): Promise<Answer> {
  const timer = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(address + path, {
      ...question,
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timer]) : timer,
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    throw new CardProviderError('unreachable', 'PayPal could not be reached.', { cause: error })
  }
}

/** Every question here may be put again as it was: it reads, or it carries its request id. */
async function twice(work: () => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await work()
    if (answer.status < 500) return answer
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
  }
  await sleep(pause)
  return work()
}

function bodyOf({ status, text }: Answer): unknown {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  if (status >= 200 && status < 300 && body !== undefined) return body
  throw refusalOf(status, body)
}

/** What cannot be read as what was asked for is the provider's nonsense, never ours. */
export async function orNonsense<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    throw new CardProviderError('nonsense', 'PayPal’s answer makes no sense.', { cause: error })
  }
}
