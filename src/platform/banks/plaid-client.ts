import type { PlaidApi } from 'plaid'
import type { z } from 'zod'
import { failureOf, failureWithCode, invalidAnswer } from './plaid-failures.ts'

export interface PlaidAccount {
  clientId: string
  secret: string
  environment: 'production' | 'sandbox'
}

export interface PlaidOptions {
  /** Left out: Plaid's address for the environment. */
  address?: string | undefined
  signal?: AbortSignal | undefined
}

const addresses: Record<PlaidAccount['environment'], string> = {
  production: 'https://production.plaid.com',
  sandbox: 'https://sandbox.plaid.com',
}

/** Whether the keys can be sent in a header. Other keys would fail as if Plaid were unreachable. */
export const areSendable = ({ clientId, secret }: PlaidAccount): boolean =>
  [clientId, secret].every((key) => /^[\x20-\x7E]*$/.test(key))

export const addressOf = ({ environment }: PlaidAccount, { address }: PlaidOptions): string =>
  address ?? addresses[environment]

/** Imports the client when it is first needed: it is large, and most installations never use it. */
export async function createPlaidClient(
  account: PlaidAccount,
  options: PlaidOptions = {},
): Promise<PlaidApi> {
  const { Configuration, PlaidApi } = await import('plaid')
  return new PlaidApi(
    new Configuration({
      basePath: addressOf(account, options),
      baseOptions: {
        headers: { 'PLAID-CLIENT-ID': account.clientId, 'PLAID-SECRET': account.secret },
        // Following a redirect would send the secret to its target.
        maxRedirects: 0,
        signal: options.signal,
      },
    }),
  )
}

type Call = (plaid: PlaidApi, options: { signal: AbortSignal }) => Promise<{ data: unknown }>

/** Sends one request. Returns data that matches the schema, or throws a BankProviderError. */
export type AskPlaid = <T>(schema: z.ZodType<T>, call: Call) => Promise<T>

/** `timeout` is in milliseconds, for one request with its whole response. */
export function createAskPlaid(
  account: PlaidAccount,
  { address, timeout }: Pick<PlaidOptions, 'address'> & { timeout: number },
): AskPlaid {
  let client: Promise<PlaidApi> | undefined

  async function send(call: Call): Promise<unknown> {
    if (!areSendable(account)) throw failureWithCode('INVALID_API_KEYS')
    client ??= createPlaidClient(account, { address })
    const plaid = await client
    try {
      return (await call(plaid, { signal: AbortSignal.timeout(timeout) })).data
    } catch (error) {
      throw failureOf(error)
    }
  }

  return async (schema, call) => {
    const { success, data } = schema.safeParse(await send(call))
    if (!success) throw invalidAnswer()
    return data
  }
}
