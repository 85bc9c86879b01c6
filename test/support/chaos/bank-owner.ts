import { setCategory } from '../../../src/features/transactions/categories.ts'
import { createCategoryRule, deleteCategoryRule } from '../../../src/features/transactions/category-rule.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import type { Deps } from '../../../src/platform/deps.ts'
import type { Identity } from '../../../src/platform/http/api.ts'
import { AppError } from '../../../src/shared/errors.ts'

const choices = ['Gifts', 'Family']
const ruled = ['Rent', 'Other']

/** A refusal is a valid response: what the owner referred to may no longer exist. */
async function answered<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'INTERNAL') throw error
    return undefined
  }
}

/** An owner who sets categories while transactions arrive, and remembers each choice. */
export function createChaosOwner(
  deps: Deps<'database' | 'jobs' | 'now'>,
  identity: Identity,
  random: () => number,
) {
  const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  /** By the id of the row, which stays the same whatever happens to the transaction at the bank. */
  const chosen = new Map<string, string>()
  /** The row of each transaction that was ever seen, by the aggregator's id. */
  const seen = new Map<string, string>()
  const problems: string[] = []

  const read = <Row extends object>(statement: string) =>
    withTenant(deps.database, identity.businessId, async ({ client }) => {
      const { rows } = await client.query<Row>(statement)
      return rows
    })

  /** Checks that no transaction appears in another row than before, and returns the ids. */
  async function readIds(): Promise<string[]> {
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
    const [id, category] = [oneOf(await readIds()), oneOf(choices)]
    if (id === undefined || category === undefined) return
    const answer = await answered(() => setCategory(deps, identity, id, { category }))
    if (answer?.transaction.category === category) chosen.set(id, category)
  }

  async function makeRule(): Promise<void> {
    const [transactionId, category] = [oneOf(await readIds()), oneOf(ruled)]
    if (transactionId === undefined || category === undefined) return
    await answered(() => createCategoryRule(deps, identity, { transactionId, category }))
  }

  async function undoRule(): Promise<void> {
    const rule = oneOf(await read<{ id: string }>('select id from category_rules order by merchant_key'))
    if (rule) await answered(() => deleteCategoryRule(deps, identity, rule.id))
  }

  return { readIds, choose, makeRule, undoRule, chosen, seen, problems }
}
export type ChaosOwner = ReturnType<typeof createChaosOwner>
