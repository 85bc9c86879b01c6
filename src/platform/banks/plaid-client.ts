import type { PlaidApi } from 'plaid'

export interface PlaidAccount {
  clientId: string
  secret: string
  environment: 'production' | 'sandbox'
}

export interface PlaidOptions {
  /** Left out: Plaid's own, by the environment. */
  address?: string | undefined
  signal?: AbortSignal | undefined
}

const addresses: Record<PlaidAccount['environment'], string> = {
  production: 'https://production.plaid.com',
  sandbox: 'https://sandbox.plaid.com',
}

/** In a header, as keys are sent: one that is not would fail as if nobody answered. */
export const areSendable = ({ clientId, secret }: PlaidAccount): boolean =>
  [clientId, secret].every((key) => /^[\x20-\x7E]*$/.test(key))

export const addressOf = ({ environment }: PlaidAccount, { address }: PlaidOptions): string =>
  address ?? addresses[environment]

/** Loaded when it is first needed: the client is large, and most installations never use it. */
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
        // A redirect would carry the secret to wherever it leads.
        maxRedirects: 0,
        signal: options.signal,
      },
    }),
  )
}
