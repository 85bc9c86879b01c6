import { z } from 'zod'
import { type BankProvider, BankProviderError, unknownAccess } from './bank-provider.ts'
import type { AskPlaid } from './plaid-client.ts'
import { idSchema, textSchema, webhookFor } from './plaid-fields.ts'

const itemSchema = z.object({
  item: z.object({ item_id: idSchema, institution_id: idSchema.nullish(), institution_name: textSchema }),
})
const institutionSchema = z.object({ institution: z.object({ name: textSchema }) })
const anySchema = z.object({})

type Items = Pick<BankProvider, 'readItem' | 'endItem' | 'setWebhook' | 'expireItem'>

export function createPlaidItems(ask: AskPlaid, environment: BankProvider['environment']): Items {
  async function nameOf(institutionId: string): Promise<string | null> {
    const { CountryCode } = await import('plaid')
    const { institution } = await ask(institutionSchema, (plaid, options) =>
      plaid.institutionsGetById({ institution_id: institutionId, country_codes: [CountryCode.Us] }, options),
    )
    return institution.name
  }

  return {
    async readItem(accessToken) {
      const { item } = await ask(itemSchema, (plaid, options) =>
        plaid.itemGet({ access_token: accessToken }, options),
      )
      const { item_id, institution_id, institution_name } = item
      const name = institution_name ?? (institution_id ? await nameOf(institution_id) : null)
      return { itemId: item_id, institutionId: institution_id ?? 'unknown', institutionName: name ?? 'Bank' }
    },

    async endItem(accessToken) {
      try {
        await ask(anySchema, (plaid, options) => plaid.itemRemove({ access_token: accessToken }, options))
        return 'ended'
      } catch (error) {
        if (!(error instanceof BankProviderError)) throw error
        if (error.code === unknownAccess) return 'unknown'
        if (error.problem !== 'ended') throw error
        return 'ended'
      }
    },

    async setWebhook(accessToken, webhookUrl) {
      const { webhook } = webhookFor(environment, webhookUrl)
      // Plaid gets no address that it cannot reach. The item is polled every few hours anyway.
      if (webhook === undefined) return
      await ask(anySchema, (plaid, options) =>
        plaid.itemWebhookUpdate({ access_token: accessToken, webhook }, options),
      )
    },

    async expireItem(accessToken) {
      await ask(anySchema, (plaid, options) =>
        plaid.sandboxItemResetLogin({ access_token: accessToken }, options),
      )
    },
  }
}
