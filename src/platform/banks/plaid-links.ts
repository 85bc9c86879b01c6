import { z } from 'zod'
import { productName } from '../../shared/product.ts'
import { type BankProvider, type LinkResult, BankProviderError } from './bank-provider.ts'
import type { AskPlaid } from './plaid-client.ts'
import { idSchema, webhookFor } from './plaid-fields.ts'

/** The longest history that Plaid offers. */
const daysOfHistory = 730

const publicTokenSchema = z.object({ public_token: idSchema })
const sessionSchema = z.object({
  started_at: z.string().nullish(),
  finished_at: z.string().nullish(),
  results: z.object({ item_add_results: z.array(publicTokenSchema).nullish() }).nullish(),
  // Older Plaid accounts report these instead of `results` and `exit`.
  on_success: z.object({ public_token: z.string().nullish() }).nullish(),
  on_exit: z.object({}).nullish(),
  exit: z.object({}).nullish(),
  events: z.array(z.object({ event_name: z.string() })).nullish(),
})
type Session = z.infer<typeof sessionSchema>
const sessionsSchema = z.object({ link_sessions: z.array(sessionSchema).nullish() })
const exchangeSchema = z.object({ access_token: idSchema, item_id: idSchema })

type Links = Pick<BankProvider, 'createLink' | 'readLink' | 'createDemoToken' | 'exchange'>

/** Plaid's hosted page and its result. */
export function createPlaidLinks(ask: AskPlaid, environment: BankProvider['environment']): Links {
  const isDemo = environment === 'demo'
  const linkSchema = z.object({
    link_token: idSchema,
    expiration: z.iso.datetime({ offset: true }),
    // The owner's browser is redirected to this address.
    hosted_link_url: z.url({ protocol: isDemo ? /^https?$/ : /^https$/ }),
  })
  const webhook = (url: string) => webhookFor(environment, url)

  return {
    async createLink({ owner, accessToken, webhookUrl, choosesAccounts, returnUrl }) {
      const { CountryCode, Products } = await import('plaid')
      const item =
        accessToken === null
          ? {
              products: [Products.Transactions],
              optional_products: [Products.Auth],
              transactions: { days_requested: daysOfHistory },
            }
          : {
              access_token: accessToken,
              ...(choosesAccounts ? { update: { account_selection_enabled: true } } : {}),
            }
      const link = await ask(linkSchema, (plaid, options) =>
        plaid.linkTokenCreate(
          {
            client_name: productName,
            language: 'en',
            country_codes: [CountryCode.Us],
            user: { client_user_id: owner },
            ...item,
            ...webhook(webhookUrl),
            hosted_link: { completion_redirect_uri: returnUrl },
          },
          options,
        ),
      )
      return { linkToken: link.link_token, url: link.hosted_link_url, expiresAt: new Date(link.expiration) }
    },

    async readLink(linkToken) {
      try {
        const { link_sessions } = await ask(sessionsSchema, (plaid, options) =>
          plaid.linkTokenGet({ link_token: linkToken }, options),
        )
        return resultOf(link_sessions ?? [])
      } catch (error) {
        // The link has expired, so the owner can no longer sign in with it.
        if (error instanceof BankProviderError && error.code === 'INVALID_LINK_TOKEN')
          return { outcome: 'left' }
        throw error
      }
    },

    async createDemoToken(institutionId, webhookUrl, owner, currency) {
      const { Products } = await import('plaid')
      const { public_token } = await ask(publicTokenSchema, (plaid, options) =>
        plaid.sandboxPublicTokenCreate(
          {
            institution_id: institutionId,
            initial_products: [Products.Transactions, Products.Auth],
            options: {
              ...webhook(webhookUrl),
              transactions: { days_requested: daysOfHistory },
              override_username: owner,
              // Plaid's format for the accounts of a made-up user.
              override_password: JSON.stringify({ override_accounts: [{ currency }] }),
            },
          },
          options,
        ),
      )
      return public_token
    },

    async exchange(publicToken) {
      const { access_token, item_id } = await ask(exchangeSchema, (plaid, options) =>
        plaid.itemPublicTokenExchange({ public_token: publicToken }, options),
      )
      return { accessToken: access_token, itemId: item_id }
    },
  }
}

/** The owner can open the page repeatedly. A session that succeeded counts, otherwise the latest one. */
function resultOf(sessions: Session[]): LinkResult {
  const results = sessions
    .toSorted((a, b) => (b.started_at ?? '').localeCompare(a.started_at ?? ''))
    .map(resultOfSession)
  return results.find(({ outcome }) => outcome === 'finished') ?? results[0] ?? { outcome: 'open' }
}

function resultOfSession({ results, on_success, exit, on_exit, events, finished_at }: Session): LinkResult {
  const publicToken = results?.item_add_results?.[0]?.public_token ?? on_success?.public_token
  if (publicToken) return { outcome: 'finished', publicToken }
  const has = (name: string) => events?.some(({ event_name }) => event_name === name) ?? false
  // Signing in to an existing item creates no new one. The HANDOFF event shows that it succeeded.
  if (on_success || has('HANDOFF')) return { outcome: 'finished', publicToken: null }
  if (exit || on_exit || has('EXIT')) return { outcome: 'left' }
  if (!finished_at) return { outcome: 'open' }
  return events?.length ? { outcome: 'left' } : { outcome: 'finished', publicToken: null }
}
