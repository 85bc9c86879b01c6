import { z } from 'zod'
import { type AccountFacts, type AccountKind, type BankProvider, BankProviderError } from './bank-provider.ts'
import type { AskPlaid } from './plaid-client.ts'
import { amountSchema, currencyOf, currencyShape, idSchema, minorOf, textSchema } from './plaid-fields.ts'

const optionalText = z.string().nullish()
const accountSchema = z.object({
  account_id: idSchema,
  name: textSchema,
  official_name: textSchema,
  mask: optionalText,
  type: textSchema,
  subtype: textSchema,
  balances: z.object({ current: amountSchema.nullish(), ...currencyShape }),
})
const accountsSchema = z.object({ accounts: z.array(accountSchema) })
const numberSchema = z.object({ account_id: idSchema, account: optionalText, routing: optionalText })
const numbersSchema = z.object({ numbers: z.object({ ach: z.array(numberSchema).nullish() }) })

/** The bank, the Plaid account or the owner does not share numbers. All else works without them. */
const numbersNotShared: ReadonlySet<string> = new Set([
  'ACCESS_NOT_GRANTED',
  'ADDITIONAL_CONSENT_REQUIRED',
  'INVALID_PRODUCT',
  'ITEM_NOT_SUPPORTED',
  'NO_ACCOUNTS',
  'NO_AUTH_ACCOUNTS',
  'PRODUCTS_NOT_SUPPORTED',
  'PRODUCT_NOT_ENABLED',
  'PRODUCT_NOT_READY',
])

type Accounts = Pick<BankProvider, 'listAccounts' | 'listNumbers'>

export function createPlaidAccounts(ask: AskPlaid): Accounts {
  return {
    // Balances as Plaid last saw them. Asking the bank for current ones costs a fee each time.
    async listAccounts(accessToken) {
      const { accounts } = await ask(accountsSchema, (plaid, options) =>
        plaid.accountsGet({ access_token: accessToken }, options),
      )
      return accounts.map(factsOf)
    },

    async listNumbers(accessToken) {
      try {
        const { numbers } = await ask(numbersSchema, (plaid, options) =>
          plaid.authGet({ access_token: accessToken }, options),
        )
        return (numbers.ach ?? [])
          .map(({ account_id, account, routing }) => ({
            providerId: account_id,
            accountNumber: alphanumeric(account),
            routingNumber: alphanumeric(routing) || null,
          }))
          .filter(({ accountNumber }) => accountNumber !== '')
      } catch (error) {
        if (error instanceof BankProviderError && numbersNotShared.has(error.code)) return []
        throw error
      }
    },
  }
}

const alphanumeric = (digits: string | null | undefined) => (digits ?? '').replaceAll(/[^0-9A-Za-z]/g, '')

function factsOf(account: z.infer<typeof accountSchema>): AccountFacts {
  return {
    providerId: account.account_id,
    name: account.name ?? account.official_name ?? 'Account',
    type: typeOf(account),
    kind: kinds.get(account.type ?? '') ?? 'other',
    subtype: account.subtype,
    mask: alphanumeric(account.mask).slice(-4) || null,
    balanceMinor: balanceOf(account),
    currency: currencyOf(account.balances),
  }
}

/** By Plaid's type. The subtype is not reliable: an "hsa" is cash or an investment. */
const kinds: ReadonlyMap<string, AccountKind> = new Map([
  ['depository', 'cash'],
  ['credit', 'credit'],
  ['loan', 'loan'],
  ['investment', 'investment'],
  ['brokerage', 'investment'],
])

function typeOf({ type, subtype }: z.infer<typeof accountSchema>): string {
  return type === 'credit' ? type : (subtype ?? type ?? 'other')
}

/** Plaid reports a debt as a positive number. */
function balanceOf({ type, balances }: z.infer<typeof accountSchema>): number | null {
  if (balances.current === null || balances.current === undefined) return null
  const minor = minorOf(balances.current, currencyOf(balances))
  return (type === 'credit' || type === 'loan') && minor !== 0 ? -minor : minor
}
