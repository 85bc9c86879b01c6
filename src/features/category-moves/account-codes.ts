import type { Transaction } from '../../platform/db/transaction.ts'
import type { CategoryKind } from '../categories/rules.ts'
import { expenseAccount, otherIncomeAccount } from '../journal/posting-rules.ts'

const accountsOf: Record<CategoryKind, ((category: string) => string)[]> = {
  expense: [expenseAccount],
  transaction: [expenseAccount, otherIncomeAccount],
}

interface Names {
  businessId: string
  kind: CategoryKind
  from: string
  to: string
}

/**
 * Gives the accounts of a category the numbers of another one, where they have none of their own. Those keep theirs, for what
 * closed periods and the other kind of categories have under that name. Returns the accounts.
 */
export async function copyCodes(
  { client }: Transaction,
  { businessId, kind, from, to }: Names,
): Promise<string[]> {
  const copied: string[] = []
  for (const accountOf of accountsOf[kind]) {
    const { rowCount } = await client.query(
      `update report_settings set account_codes = account_codes || jsonb_build_object($3::text, account_codes -> $2)
       where business_id = $1 and account_codes ? $2 and not account_codes ? $3`,
      [businessId, accountOf(from), accountOf(to)],
    )
    if (rowCount) copied.push(accountOf(to))
  }
  return copied
}

/** Takes those numbers back, apart from what was entered since. */
export async function dropCodes(
  { client }: Transaction,
  { businessId, kind, from, to }: Names,
  accounts: readonly string[],
): Promise<void> {
  for (const accountOf of accountsOf[kind]) {
    if (!accounts.includes(accountOf(to))) continue
    await client.query(
      `update report_settings set account_codes = account_codes - $3
       where business_id = $1 and account_codes -> $2 = account_codes -> $3`,
      [businessId, accountOf(from), accountOf(to)],
    )
  }
}
