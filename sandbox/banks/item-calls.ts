import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Currency, defaultCurrency, isCurrency } from '../../src/shared/currencies.ts'
import { accountsOf, hasNumbers, showAccount, showNumbers } from './accounts.ts'
import { BankRefusal } from './bank-refusal.ts'
import { assertInstitution, institutionName, showInstitution } from './institutions.ts'
import {
  type SandboxItem,
  deleteItem,
  getItem,
  getSignedInItem,
  insertItem,
  leaveBook,
  openBook,
  saveItem,
} from './item-store.ts'
import type { BankRoute } from './pages-path.ts'
import { accessToken, countryCodes, products, readBody, text, webAddress } from './read-body.ts'
import { idFrom } from './seeded.ts'
import { hashToken, newToken, saveToken, takePublicToken } from './token-store.ts'
import { loginRequired, updatesAvailable, webhookUpdated } from './webhooks.ts'

const accountOptions = z.strictObject({ account_ids: z.array(text).optional() }).optional()

export const createPublicToken: BankRoute = async ({ tx, body, now }) => {
  const { institution_id: institutionId, options } = readBody(body, {
    institution_id: z.string(),
    initial_products: products.min(1),
    options: z
      .strictObject({
        webhook: webAddress.optional(),
        transactions: z.looseObject({}).nullish(),
        override_username: z.string().min(1).max(1024).nullish(),
        override_password: z.string().max(1024).nullish(),
      })
      .optional(),
  })
  assertInstitution(institutionId)
  const token = newToken('public')
  // Without a user name, each token is for a new owner.
  const owner = hashToken(options?.override_username ?? randomUUID())
  const webhook = options?.webhook ?? null
  const currency = currencyOf(options?.override_password ?? '{}')
  await saveToken(tx, token, now, { kind: 'public', owner, institutionId, webhook, currency })
  return { public_token: token }
}

const customUser = z.looseObject({
  override_accounts: z
    .array(z.looseObject({ currency: z.string().refine(isCurrency).optional() }))
    .optional(),
})

/** The currency that a made-up user's description names. All accounts have the first one. */
function currencyOf(description: string): Currency {
  try {
    const { override_accounts: accounts } = customUser.parse(JSON.parse(description))
    return accounts?.[0]?.currency ?? defaultCurrency
  } catch {
    throw new BankRefusal('INVALID_FIELD', 'options.override_password is not the description of a user')
  }
}

export const exchangePublicToken: BankRoute = async ({ tx, body, now, pendingWebhooks }) => {
  const { public_token: publicToken } = readBody(body, { public_token: z.string() })
  const tokenBody = await takePublicToken(tx, publicToken, now)
  if (!tokenBody) throw new BankRefusal('INVALID_PUBLIC_TOKEN')
  const { webhook, currency } = tokenBody
  const book = await openBook(tx, tokenBody, now)
  const id = idFrom('item', randomUUID())
  const token = newToken('access')
  const item = { id, ...book, webhook, currency, createdAt: now.toISOString(), needsSignIn: false }
  await insertItem(tx, item, token)
  pendingWebhooks.push({ url: webhook, webhook: updatesAvailable(item) })
  return { access_token: token, item_id: id }
}

export const readItem: BankRoute = async ({ tx, body, now }) => {
  const { access_token: token } = readBody(body, { access_token: accessToken })
  const item = await getItem(tx, token)
  const transactions = { last_successful_update: now.toISOString(), last_failed_update: null }
  return { item: showItem(item), status: { transactions, investments: null, last_webhook: null } }
}

export const removeItem: BankRoute = async ({ tx, body, now }) => {
  const request = readBody(body, {
    access_token: accessToken,
    reason_code: z.string().optional(),
    reason_note: z.string().max(512).optional(),
  })
  const item = await getItem(tx, request.access_token, { lock: true })
  await deleteItem(tx, item)
  await leaveBook(tx, item, now)
  return {}
}

export const updateWebhook: BankRoute = async ({ tx, body, pendingWebhooks }) => {
  const request = readBody(body, { access_token: accessToken, webhook: webAddress.nullish() })
  const webhook = request.webhook ?? null
  const item = { ...(await getItem(tx, request.access_token, { lock: true })), webhook }
  await saveItem(tx, item)
  pendingWebhooks.push({ url: webhook, webhook: webhookUpdated(item) })
  return { item: showItem(item) }
}

export const resetLogin: BankRoute = async ({ tx, body, pendingWebhooks }) => {
  const { access_token: token } = readBody(body, { access_token: accessToken })
  const item = await getSignedInItem(tx, token, { lock: true })
  await saveItem(tx, { ...item, needsSignIn: true })
  const error = new BankRefusal('ITEM_LOGIN_REQUIRED')
  pendingWebhooks.push({ url: item.webhook, webhook: loginRequired(item, error.body) })
  return { reset_login: true }
}

export const listAccounts: BankRoute = async ({ tx, body, now }) => {
  const request = readBody(body, { access_token: accessToken, options: accountOptions })
  const item = await getSignedInItem(tx, request.access_token)
  const accounts = selectAccounts(item, request.options?.account_ids)
  return { accounts: accounts.map((account) => showAccount(item, account, now)), item: showItem(item) }
}

export const listNumbers: BankRoute = async ({ tx, body, now }) => {
  const request = readBody(body, { access_token: accessToken, options: accountOptions })
  const item = await getSignedInItem(tx, request.access_token)
  const accounts = selectAccounts(item, request.options?.account_ids).filter(hasNumbers)
  return {
    accounts: accounts.map((account) => showAccount(item, account, now)),
    numbers: showNumbers(item, accounts),
    item: showItem(item),
  }
}

export const readInstitution: BankRoute = async ({ body }) => {
  const { institution_id: id } = readBody(body, {
    institution_id: z.string(),
    country_codes: countryCodes,
    options: z.strictObject({ include_optional_metadata: z.boolean().optional() }).optional(),
  })
  assertInstitution(id)
  return { institution: showInstitution(id) }
}

export const readVerificationKey: BankRoute = async ({ sandbox, body }) => {
  const { key_id: id } = readBody(body, { key_id: z.string() })
  const key = sandbox.webhooks.readKey(id)
  if (!key) throw new BankRefusal('INVALID_WEBHOOK_VERIFICATION_KEY_ID')
  return { key }
}

function selectAccounts(item: SandboxItem, ids: string[] | undefined) {
  const all = accountsOf(item)
  if (!ids) return all
  if (ids.some((id) => all.every((account) => account.id !== id))) {
    throw new BankRefusal('INVALID_FIELD', 'one or more of the account_ids provided are invalid')
  }
  return all.filter(({ id }) => ids.includes(id))
}

function showItem(item: SandboxItem): object {
  return {
    item_id: item.id,
    institution_id: item.institutionId,
    institution_name: institutionName(item.institutionId),
    webhook: item.webhook,
    auth_method: null,
    error: item.needsSignIn ? new BankRefusal('ITEM_LOGIN_REQUIRED').body : null,
    available_products: [],
    billed_products: ['auth', 'transactions'],
    products: ['auth', 'transactions'],
    consent_expiration_time: null,
    update_type: 'background',
    created_at: item.createdAt,
  }
}
