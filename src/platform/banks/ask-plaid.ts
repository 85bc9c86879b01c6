import type { PlaidApi } from 'plaid'
import type { z } from 'zod'
import { type PlaidAccount, type PlaidOptions, areSendable, createPlaidClient } from './plaid-client.ts'
import { invalidAnswer, failureOf, failureWithCode } from './plaid-failures.ts'

type Call = (plaid: PlaidApi, options: { signal: AbortSignal }) => Promise<{ data: unknown }>

/** Sends one request. Returns data that matches the schema, or throws a BankProviderError. */
export type AskPlaid = <T>(schema: z.ZodType<T>, call: Call) => Promise<T>

interface AskOptions extends Pick<PlaidOptions, 'address'> {
  /** Milliseconds for one request, including the whole response. */
  timeout: number
}

export function createAskPlaid(account: PlaidAccount, { address, timeout }: AskOptions): AskPlaid {
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
