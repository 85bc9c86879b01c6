import { eq } from 'drizzle-orm'
import { CardProviderError, type PayoutFacts } from '../../platform/cards/card-provider.ts'
import { payoutAccounts, payouts } from '../../platform/db/tables/payouts.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { openAccount } from '../payments/accounts/payment-accounts.ts'
import type { ProviderMethod } from '../payments/rules.ts'
import type { PayoutDeps } from './payout-deps.ts'
import { storePayout } from './store-payout.ts'

interface OwnAccount {
  businessId: string
  provider: ProviderMethod
}

const day = 86_400_000
/** How far back the first poll of an account goes. */
const firstLookbackMs = 90 * day
/** A payout can fail some days after it was paid, and can be itemized later. */
const overlapMs = 14 * day
/** The number of accounts that one run asks. */
const perRun = 200
/** Each poll decrypts keys, which is logged. */
const intervalMs = 23 * 3_600_000

/** Asks the accounts of businesses once a day, and the card sandbox each time. */
export async function fetchPayouts(deps: PayoutDeps): Promise<void> {
  for (const account of await listDueAccounts(deps)) await fetchAccount(deps, account)
  await fetchSandboxPayouts(deps)
}

async function listDueAccounts({ database, now }: PayoutDeps): Promise<OwnAccount[]> {
  const at = now()
  const { rows } = await database.platform.query<OwnAccount>(
    `select i.business_id as "businessId", p.provider from integrations i
     join (values ('card'), ('paypal')) p (provider)
       on case p.provider when 'card' then i.stripe_mode is not null else i.paypal_client_id <> '' end
     left join payout_accounts a on a.business_id = i.business_id and a.provider = p.provider
     where a.asked_at is null or a.asked_at not between $1 and $2
     order by a.asked_at nulls first limit $3`,
    [new Date(at.getTime() - intervalMs), at, perRun],
  )
  return rows
}

/** Reads the payouts of an account of a business. A refusal is kept for the owner to see, and asked again a day later. */
export async function fetchAccount(deps: PayoutDeps, account: OwnAccount): Promise<void> {
  const askedAt = deps.now()
  const answer = { askedAt, answeredAt: askedAt, problem: null }
  try {
    await readAccount(deps, account, askedAt)
    await recordAnswer(deps, account, answer)
  } catch (error) {
    deps.log.warn({ err: error, ...account }, 'could not read payouts')
    const isRefused = error instanceof CardProviderError && error.kind === 'refused'
    const problem = isRefused
      ? error.isForbidden
        ? ('forbidden' as const)
        : ('refused' as const)
      : undefined
    // An account that was not reached keeps the answer that it gave before.
    await recordAnswer(deps, account, { askedAt, ...(problem && { problem }) })
  }
}

async function recordAnswer(
  { database }: PayoutDeps,
  account: OwnAccount,
  answer: Pick<typeof payoutAccounts.$inferInsert, 'askedAt' | 'answeredAt' | 'problem'>,
): Promise<void> {
  await withTenant(database, account.businessId, ({ db }) =>
    db
      .insert(payoutAccounts)
      .values({ ...account, ...answer })
      .onConflictDoUpdate({ target: [payoutAccounts.businessId, payoutAccounts.provider], set: answer }),
  )
}

async function readAccount(deps: PayoutDeps, { businessId, provider }: OwnAccount, now: Date): Promise<void> {
  const own = { businessId, provider, isOwn: true }
  const account = await openAccount(deps, own, 'To read payouts')
  const [before, known] = await withTenant(deps.database, businessId, async ({ db }) => [
    (await db.select().from(payoutAccounts).where(eq(payoutAccounts.provider, provider)))[0],
    await db.select().from(payouts).where(eq(payouts.provider, provider)),
  ])
  const since = before?.answeredAt
    ? Math.min(before.answeredAt.getTime(), now.getTime()) - overlapMs
    : now.getTime() - firstLookbackMs
  for (const payout of await account.payouts.listSince(new Date(since))) {
    const row = known.find(({ providerPayoutId }) => providerPayoutId === payout.providerPayoutId)
    if (row && isUnchanged(row, payout)) continue
    const entries = await account.payouts.entries(payout)
    await storePayout(deps, { ...own, isTest: !account.isLive }, payout, entries)
  }
}

function isUnchanged(row: typeof payouts.$inferSelect, { state, amountMinor }: PayoutFacts): boolean {
  const isExplained = !row.isItemized || row.entriesMinor === row.amountMinor
  return row.state === state && row.amountMinor === amountMinor && isExplained
}

/**
 * The platform's live account pays out to its operator, so it is left alone. The card sandbox pays out each business
 * separately. A payout is stored for the business that all of its payments belong to.
 */
export async function fetchSandboxPayouts(deps: PayoutDeps): Promise<void> {
  const { cards, database, log, now } = deps
  if (cards.isLive) return
  try {
    const found = await cards.payouts.listSince(new Date(now().getTime() - firstLookbackMs))
    const { rows } = await database.platform.query<{ id: string }>(
      'select provider_payout_id as id from payouts where not is_own and provider_payout_id = any($1)',
      [found.map(({ providerPayoutId }) => providerPayoutId)],
    )
    const known = new Set(rows.map(({ id }) => id))
    for (const payout of found.filter(({ providerPayoutId }) => !known.has(providerPayoutId))) {
      const entries = await cards.payouts.entries(payout)
      const businessId = await findOnlyBusiness(deps, entries)
      const account = { provider: 'card' as const, isOwn: false, isTest: true }
      if (businessId !== null) await storePayout(deps, { businessId, ...account }, payout, entries)
    }
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
    log.warn({ err: error }, 'could not read payouts of the sandbox')
  }
}

async function findOnlyBusiness(
  { database }: PayoutDeps,
  entries: readonly { paymentId: string | null }[],
): Promise<string | null> {
  const ids = [...new Set(entries.map(({ paymentId }) => paymentId))]
  const { rows } = await database.platform.query<{ businessId: string; count: number }>(
    `select business_id as "businessId", count(distinct provider_payment_id)::int as count from payments
     where provider_payment_id = any($1) and method = 'card' and not is_own group by 1`,
    [ids],
  )
  const [first] = rows
  return rows.length === 1 && first?.count === ids.length ? first.businessId : null
}
