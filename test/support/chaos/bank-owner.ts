import {
  createCategoryRule,
  deleteCategoryRule,
} from '../../../src/features/transactions/save-category-rule.ts'
import { setCategory } from '../../../src/features/transactions/set-category.ts'
import type { RuleDeps } from '../../../src/features/transactions/transaction-deps.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import type { Identity } from '../../../src/platform/http/api.ts'
import { AppError } from '../../../src/shared/errors.ts'

const choices = ['Gifts', 'Family']
const ruled = ['Rent', 'Other']

/** A refusal is an answer: what they meant went away meanwhile. */
async function answered<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'INTERNAL') throw error
    return undefined
  }
}

/** Somebody who puts transactions into categories while they come in, and remembers what they did. */
export function createChaosOwner(deps: RuleDeps, identity: Identity, random: () => number) {
  const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  /** By the row's own id: it stays the same, whatever becomes of the transaction at the bank. */
  const chosen = new Map<string, string>()
  /** The row of each transaction that was ever seen, by the aggregator's name. */
  const seen = new Map<string, string>()
  const problems: string[] = []

  const read = <Row extends object>(statement: string) =>
    withTenant(deps.database, identity.businessId, async ({ client }) => {
      const { rows } = await client.query<Row>(statement)
      return rows
    })

  /** The same transaction is never seen in another row. */
  async function look(): Promise<string[]> {
    const rows = await read<{ id: string; providerId: string | null }>(
      'select id, provider_id as "providerId" from transactions order by provider_id',
    )
    for (const { id, providerId } of rows) {
      if (providerId === null) continue
      if ((seen.get(providerId) ?? id) !== id) problems.push(`${providerId} moved to another row`)
      seen.set(providerId, id)
    }
    return rows.map(({ id }) => id)
  }

  async function choose(): Promise<void> {
    const [id, category] = [oneOf(await look()), oneOf(choices)]
    if (id === undefined || category === undefined) return
    const answer = await answered(() => setCategory(deps, identity, id, { category }))
    if (answer?.transaction.category === category) chosen.set(id, category)
  }

  async function makeRule(): Promise<void> {
    const [transactionId, category] = [oneOf(await look()), oneOf(ruled)]
    if (transactionId === undefined || category === undefined) return
    await answered(() => createCategoryRule(deps, identity, { transactionId, category }))
  }

  async function undoRule(): Promise<void> {
    const rule = oneOf(await read<{ id: string }>('select id from category_rules order by merchant_key'))
    if (rule) await answered(() => deleteCategoryRule(deps, identity, rule.id))
  }

  return { look, choose, makeRule, undoRule, chosen, seen, problems }
}
export type ChaosOwner = ReturnType<typeof createChaosOwner>
