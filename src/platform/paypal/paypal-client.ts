import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { CardProviderError } from '../cards/card-provider.ts'
import { refusalOf } from './paypal-error.ts'
import { type AccessToken, type TokenContext, paypalTokenFor } from './paypal-tokens.ts'

export interface PaypalClientOptions extends TokenContext {
  /** Milliseconds for one attempt of a request. */
  timeout: number
  /** The merchant on whose behalf requests are sent, if the account has several. */
  merchant?: string | undefined
}

export interface PaypalClient {
  get(path: string): Promise<unknown>
  /** A repeated `requestId` returns the first response. */
  post(path: string, request: { body: object; requestId: string }): Promise<unknown>
  /** Requests a new token, even if there is one. */
  signIn(signal?: AbortSignal): Promise<void>
}

const tokenSchema = z.object({
  access_token: z.string().min(1).max(8000),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive(),
})

/** Seconds before its expiry after which a token is no longer used. */
const expiryMargin = 60
const retryDelayMs = 200

export function createPaypalClient(options: PaypalClientOptions): PaypalClient {
  const { clientId, clientSecret, merchant } = options
  const onBehalf = merchant === undefined ? {} : { 'paypal-auth-assertion': assertionOf(clientId, merchant) }

  async function requestToken(signal?: AbortSignal): Promise<AccessToken> {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const answer = await withRetry(() =>
      send(options, '/v1/oauth2/token', {
        method: 'POST',
        headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=client_credentials',
        signal,
      }),
    )
    const token = tokenSchema.parse(bodyOf(answer))
    return { value: token.access_token, until: Date.now() + (token.expires_in - expiryMargin) * 1000 }
  }

  async function sendWithToken(path: string, request: PaypalRequest): Promise<unknown> {
    const withToken = async (refusedToken?: string) => {
      const token = await paypalTokenFor(options, requestToken, refusedToken)
      const headers = { ...request.headers, ...onBehalf, authorization: `Bearer ${token}` }
      return { token, answer: await withRetry(() => send(options, path, { ...request, headers })) }
    }
    const first = await withToken()
    // The token may have been revoked early. Tries once more with a new one.
    const { answer } = first.answer.status === 401 ? await withToken(first.token) : first
    return bodyOf(answer)
  }

  return {
    get: (path) => checkResponse(() => sendWithToken(path, { method: 'GET' })),
    post: (path, { body, requestId }) =>
      checkResponse(() =>
        sendWithToken(path, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'paypal-request-id': requestId,
            // By default PayPal returns little more than the id.
            prefer: 'return=representation',
          },
          body: JSON.stringify(body),
        }),
      ),
    signIn: (signal) =>
      checkResponse(async () => {
        await paypalTokenFor(options, () => requestToken(signal), 'any')
      }),
  }
}

/** An unsigned token that names the merchant: the access token proves who asks. */
function assertionOf(clientId: string, merchant: string): string {
  const parts = [{ alg: 'none' }, { iss: clientId, payer_id: merchant }]
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
}

interface PaypalRequest {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal | undefined
}

interface PaypalResponse {
  status: number
  text: string
}

/** Redirects are not followed: they would receive the keys. All network failures become the same error. */
async function send(
  { address, timeout }: PaypalClientOptions,
  path: string,
  { signal, headers, ...request }: PaypalRequest,
): Promise<PaypalResponse> {
  const timer = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(address + path, {
      ...request,
      headers: { accept: 'application/json', ...headers },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timer]) : timer,
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    throw new CardProviderError('unreachable', 'PayPal couldn’t be reached.', { cause: error })
  }
}

/** Every request here can be repeated: it only reads, or it has a request id. */
async function withRetry(work: () => Promise<PaypalResponse>): Promise<PaypalResponse> {
  try {
    const answer = await work()
    if (answer.status < 500) return answer
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
  }
  await sleep(retryDelayMs)
  return work()
}

function bodyOf({ status, text }: PaypalResponse): unknown {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  if (status >= 200 && status < 300 && body !== undefined) return body
  throw refusalOf(status, body)
}

/** Turns an invalid response into a provider error: it is not a bug of ours. */
export async function checkResponse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    throw new CardProviderError('malformed', 'PayPal’s answer couldn’t be understood.', { cause: error })
  }
}
