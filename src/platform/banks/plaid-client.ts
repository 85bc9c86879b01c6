import type { PlaidApi } from 'plaid'
import { z } from 'zod'

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

/** An error of the client. The rest of it, which includes the keys, is dropped. */
const refusalSchema = z.object({
  response: z.object({
    status: z.number(),
    data: z.object({ error_code: z.string(), error_type: z.string() }).optional().catch(undefined),
  }),
})

/** Returns Plaid's error response; undefined if Plaid did not respond. */
export const readRefusal = (error: unknown) => refusalSchema.safeParse(error).data?.response
