import { z } from 'zod'
import { BankRefusal } from './bank-refusal.ts'
import { institutionName } from './institutions.ts'
import { getItem } from './item-store.ts'
import { type BankRoute, pagesPath } from './pages-path.ts'
import { accessToken, countryCodes, products, readBody, text, webAddress } from './read-body.ts'
import {
  type LinkBody,
  type LinkSession,
  findLink,
  hashToken,
  newToken,
  publicTokenOf,
  saveToken,
} from './token-store.ts'

/** In seconds; the default. */
const pageLifetime = 30 * 60

const linkShape = {
  client_name: text.min(1).max(30),
  language: text.max(5),
  country_codes: countryCodes,
  user: z.looseObject({ client_user_id: text.min(1).max(1024) }),
  products: products.nullish(),
  required_if_supported_products: products.nullish(),
  optional_products: products.nullish(),
  additional_consented_products: products.nullish(),
  webhook: webAddress.optional(),
  access_token: accessToken.nullish(),
  redirect_uri: webAddress.optional(),
  link_customization_name: text.optional(),
  account_filters: z.looseObject({}).optional(),
  transactions: z.looseObject({}).optional(),
  update: z.looseObject({}).optional(),
  hosted_link: z
    .strictObject({
      completion_redirect_uri: webAddress.optional(),
      url_lifetime_seconds: z.number().int().min(60).max(1_814_400).default(pageLifetime),
      is_mobile_app: z.boolean().optional(),
    })
    .optional(),
}

export const createLink: BankRoute = async ({ sandbox, tx, body, now }) => {
  const request = readBody(body, linkShape)
  const item = request.access_token ? await getItem(tx, request.access_token) : null
  const requestedProducts = request.products ?? []
  if (!item && requestedProducts.length === 0) {
    throw new BankRefusal('MISSING_FIELDS', 'the following required fields are missing: products')
  }
  const returnUrl = request.hosted_link?.completion_redirect_uri ?? null
  // The page redirects to this address, so it must not lead to another site.
  if (returnUrl !== null && new URL(returnUrl).origin !== new URL(sandbox.appUrl).origin) {
    throw new BankRefusal('INVALID_FIELD', 'hosted_link.completion_redirect_uri is not an allowed address')
  }
  const lifetime = request.hosted_link?.url_lifetime_seconds ?? pageLifetime
  const link: LinkBody = {
    kind: 'link',
    owner: hashToken(request.user.client_user_id),
    itemId: item?.id ?? null,
    products: requestedProducts,
    webhook: request.webhook ?? null,
    clientName: request.client_name,
    language: request.language,
    redirectUri: request.redirect_uri ?? null,
    returnUrl,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + lifetime * 1000).toISOString(),
    session: null,
  }
  const token = newToken('link')
  await saveToken(tx, token, now, link)
  const page = { hosted_link_url: `${sandbox.appUrl}${pagesPath}/${token}` }
  return { link_token: token, expiration: link.expiresAt, ...(request.hosted_link ? page : {}) }
}

export const readLink: BankRoute = async ({ tx, body, now }) => {
  const { link_token: token } = readBody(body, { link_token: z.string() })
  const link = await findLink(tx, token, { now })
  if (!link) throw new BankRefusal('INVALID_LINK_TOKEN')
  return {
    link_token: token,
    created_at: link.createdAt,
    expiration: link.expiresAt,
    link_sessions: link.session ? [showSession(token, link, link.session)] : [],
    metadata: {
      initial_products: link.products,
      webhook: link.webhook,
      country_codes: ['US'],
      language: link.language,
      redirect_uri: link.redirectUri,
      client_name: link.clientName,
    },
  }
}

/** The session in Plaid's format. A new sign-in to an existing item returns no public token. */
function showSession(token: string, link: LinkBody, session: LinkSession): object {
  const { id, institutionId } = session
  const common = { link_session_id: id, started_at: session.startedAt, finished_at: session.finishedAt }
  if (institutionId === null) {
    const exit = {
      error: null,
      metadata: { institution: null, status: 'requires_credentials', link_session_id: id, request_id: '' },
    }
    const events = showEvents(session, 'EXIT')
    return { ...common, on_success: null, on_exit: exit, exit, results: null, events }
  }
  const institution = { institution_id: institutionId, name: institutionName(institutionId) }
  const added = { public_token: publicTokenOf(token), institution, accounts: [] }
  const metadata = { institution, accounts: [], link_session_id: id }
  return {
    ...common,
    on_success: link.itemId ? null : { public_token: added.public_token, metadata },
    on_exit: null,
    exit: null,
    results: {
      item_add_results: link.itemId ? [] : [added],
      cra_item_add_results: [],
      cra_update_results: [],
      bank_income_results: [],
      payroll_income_results: [],
      document_income_results: null,
    },
    events: showEvents(session, 'HANDOFF'),
  }
}

function showEvents({ id, startedAt, finishedAt }: LinkSession, last: 'HANDOFF' | 'EXIT'): object[] {
  return [
    { event_name: 'OPEN', timestamp: startedAt, event_id: `${id}-open`, event_metadata: {} },
    { event_name: last, timestamp: finishedAt, event_id: `${id}-end`, event_metadata: {} },
  ]
}
