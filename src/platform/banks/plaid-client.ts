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

/** Loaded when it is first needed: the client is large, and most installations never use it. */
export async function createPlaidClient(
  { clientId, secret, environment }: PlaidAccount,
  { address, signal }: PlaidOptions = {},
): Promise<PlaidApi> {
  const { Configuration, PlaidApi } = await import('plaid')
  return new PlaidApi(
    new Configuration({
      basePath: address ?? addresses[environment],
      baseOptions: {
        headers: { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret },
        // A redirect would carry the secret to wherever it leads.
        maxRedirects: 0,
        signal,
      },
    }),
  )
}
