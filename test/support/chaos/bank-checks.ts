import { textOf } from '../../../src/features/banking/sync/transaction-row.ts'
import type { Transaction } from '../../../src/platform/db/transaction.ts'
import type { ModelBank } from './bank-bank.ts'
import type { ChaosOwner } from './bank-owner.ts'

/** A row in a form that can be compared with another business's, whose items have other ids. */
interface ComparedRow {
  id: string
  name: string
  account: string
  fields: string
  status: string
  currency: string
  amountMinor: number
  description: string
  category: string
  providerCategory: string
  merchantKey: string
  ruleCategory: string | null
  chosenCategory: string | null
  rule: string | null
}

export async function readRows({ client }: Transaction): Promise<ComparedRow[]> {
  const { rows } = await client.query<ComparedRow>(
    `select t.id, coalesce(split_part(t.provider_id, ':', 2), 'none') as name,
       split_part(a.provider_id, ':', 2) as account,
       concat_ws('|', t.date, t.description, coalesce(t.merchant, '-'), t.merchant_key, t.currency, t.amount_minor, t.is_income,
         t.status, t.provider_category) as fields,
       t.status, t.currency, t.amount_minor::int as "amountMinor", t.description, t.category,
       t.provider_category as "providerCategory", t.merchant_key as "merchantKey",
       t.rule_category as "ruleCategory", t.chosen_category as "chosenCategory", r.category as rule
     from transactions t left join bank_accounts a on a.id = t.account_id
     left join category_rules r on r.merchant_key = t.merchant_key
     order by name, t.id`,
  )
  return rows
}

const describeRow = ({ name, account, fields }: ComparedRow) => `${name} in ${account}: ${fields}`

const shown = (row: string) => row.replaceAll(/x{9,}/g, (run) => `x(${run.length})`)

/** Compares each row with a clean sync, and with the bank's own records. */
export function compareRows(
  rows: readonly ComparedRow[],
  clean: readonly ComparedRow[],
  bank: ModelBank,
): string[] {
  const [here, there] = [rows.map(describeRow), clean.map(describeRow)]
  const currencyOf = (account: number) => bank.accounts[account]?.currency ?? null
  const books = bank
    .alive()
    .filter(({ account }) => currencyOf(account) !== null)
    .map(({ n, account, facts }) =>
      [
        `t${n}`,
        `a${account}`,
        facts.isPending,
        facts.currency ?? currencyOf(account),
        facts.amountMinor,
        textOf(facts.description),
      ].join('|'),
    )
  const booked = rows.map(({ name, account, status, currency, amountMinor, description }) =>
    [name, account, status === 'pending', currency, amountMinor, description].join('|'),
  )
  return [...differences(here, there, 'a clean sync'), ...differences(booked, books, 'the bank')]
}

function differences(here: readonly string[], there: readonly string[], whose: string): string[] {
  const [ours, theirs] = [here.toSorted(), there.toSorted()]
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return []
  const extra = ours.filter((row) => !theirs.includes(row))
  const missing = theirs.filter((row) => !ours.includes(row))
  return [
    `not as ${whose} has it: ${ours.length} rows instead of ${theirs.length}`,
    ...extra.map((row) => `only here: ${shown(row)}`),
    ...missing.map((row) => `only there: ${shown(row)}`),
  ]
}

/**
 * Checks that the owner's choices and rules apply, and that pending transactions became posted in the same
 * row.
 */
export function checkOwner(rows: readonly ComparedRow[], owner: ChaosOwner, bank: ModelBank): string[] {
  const problems = [...owner.problems]
  for (const { id, name, chosenCategory, ruleCategory, rule, category, providerCategory } of rows) {
    const wanted = owner.chosen.get(id) ?? null
    if (chosenCategory !== wanted) problems.push(`${name}: chose ${wanted}, has ${chosenCategory}`)
    if (ruleCategory !== rule) problems.push(`${name}: the rule says ${rule}, it has ${ruleCategory}`)
    if (category !== (chosenCategory ?? ruleCategory ?? providerCategory))
      problems.push(`${name}: is in ${category}`)
  }
  const isOnly = (pendingN: number) =>
    bank.transactions.filter((other) => other.pendingN === pendingN).length === 1
  for (const { n, pendingN } of bank.transactions) {
    if (pendingN === null || !isOnly(pendingN)) continue
    for (const [providerId, id] of owner.seen) {
      const [item, name] = providerId.split(':')
      const before = name === `t${n}` ? owner.seen.get(`${item}:t${pendingN}`) : undefined
      if (before !== undefined && before !== id) problems.push(`t${n} is not in the row of t${pendingN}`)
    }
  }
  return problems
}
